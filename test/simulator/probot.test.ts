import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "@jest/globals";
import { createNodeMiddleware, Probot } from "probot";
import { startSimulator } from "../../src/simulator/simulator.ts";

test("a Probot app hears of a comment, checks the signature, and answers as the app", async () => {
  const github = await startSimulator();
  const probot = new Probot({
    appId: github.app.id,
    privateKey: github.app.privateKey,
    secret: github.app.webhookSecret,
    baseUrl: github.url,
    logLevel: "fatal",
  });
  const middleware = await createNodeMiddleware(
    (app) => {
      app.on("issue_comment.created", async (context) => {
        if (context.isBot) return;
        await context.octokit.rest.issues.createComment(context.issue({ body: "hello" }));
      });
    },
    { probot, webhooksPath: "/hooks" },
  );
  const host = createServer((request, response) => {
    void middleware(request, response);
  });
  await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve));
  try {
    github.webhooks.target = `http://127.0.0.1:${(host.address() as AddressInfo).port}/hooks`;
    const repo = github.addRepository({ owner: "acme", name: "bench", files: { a: "1\n" } });
    const pull = repo.openPull({ author: "mira", branch: "f", title: "F", files: { a: "2\n" } });
    pull.comment("mira", "hi");
    await github.webhooks.settled();
    expect(pull.comments.map(({ author, body }) => `${author}: ${body}`)).toEqual([
      "mira: hi",
      "sweepbot[bot]: hello",
    ]);
    expect(new Set(github.webhooks.log.map(({ status }) => status))).toEqual(new Set([200]));
    expect([github.unknownRoutes, github.crashes]).toEqual([[], []]);
  } finally {
    await github.close();
    await new Promise((resolve) => host.close(resolve));
  }
});
