import { createHmac } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { type Simulator, startSimulator } from "../../src/simulator/simulator.ts";
import type { SimulatedRepository } from "../../src/simulator/story/repository.ts";
import { appOctokit, startReceiver } from "./support.ts";

let github: Simulator;
let repo: SimulatedRepository;
let receiver: Awaited<ReturnType<typeof startReceiver>>;

beforeEach(async () => {
  github = await startSimulator();
  receiver = await startReceiver();
  github.webhooks.target = receiver.url;
  repo = github.addRepository({ owner: "acme", name: "bench", files: { "a.txt": "1\n2\n3\n" } });
  repo.setPermission("mira", "write");
});

afterEach(async () => {
  await github.close();
  await receiver.close();
});

function told(): string[] {
  return github.webhooks.log.map(({ event, action }) =>
    action === null ? event : `${event}.${action}`,
  );
}

describe("each change tells what GitHub tells", () => {
  test("a pull request from branch to merge", () => {
    const files = { "a.txt": "0\n2\n3\n" };
    const pull = repo.openPull({ author: "mira", branch: "f", title: "F", files, labels: ["x"] });
    pull.push({ "b.txt": "b\n" });
    pull.unlabel("mira", "x");
    pull.edit({ title: "G" });
    pull.convertToDraft();
    pull.ready();
    pull.close();
    pull.reopen();
    pull.merge("mira", { method: "squash" });
    const opening = ["create", "push", "push", "pull_request.opened", "pull_request.labeled"];
    const middle = [
      "push",
      "pull_request.synchronize",
      "pull_request.unlabeled",
      "pull_request.edited",
    ];
    const draft = ["pull_request.converted_to_draft", "pull_request.ready_for_review"];
    const end = ["pull_request.closed", "pull_request.reopened", "pull_request.closed", "push"];
    expect(told()).toEqual([...opening, ...middle, ...draft, ...end]);
  });

  test("nothing where nothing changed", () => {
    const pull = repo.openPull({ author: "mira", branch: "f", title: "F", labels: ["x"] });
    const before = told().length;
    pull.label("mira", "x");
    pull.unlabel("mira", "y");
    pull.edit({ title: "F" });
    pull.ready();
    pull.reopen();
    expect(told()).toHaveLength(before);
  });

  test("nothing to an app that is not installed, or does not listen", async () => {
    const other = github.addRepository({ owner: "acme", name: "other", installed: false });
    other.commit({ author: "mira", files: { a: "1" } });
    expect(told()).toEqual([]);
    const deaf = await startSimulator({ app: { events: ["push"] } });
    const here = deaf.addRepository({ owner: "acme", name: "bench" });
    here
      .openPull({ author: "mira", branch: "f", title: "F", files: { a: "1" } })
      .comment("mira", "hi");
    expect([...new Set(deaf.webhooks.log.map((one) => one.event))]).toEqual(["push"]);
    await deaf.close();
  });

  test("a run with its jobs, and the check runs that go with them", () => {
    repo.addWorkflow("run-sweep.yml", {});
    const run = repo.startRun({ event: "push", workflow: "run-sweep.yml" });
    run.addJob("one").start().complete("success");
    run.complete();
    run.rerun();
    expect(told()).toEqual([
      "workflow_run.requested",
      "check_run.created",
      "workflow_job.queued",
      "workflow_job.in_progress",
      "workflow_run.in_progress",
      "check_run.completed",
      "workflow_job.completed",
      "workflow_run.completed",
      "workflow_run.requested",
      "check_run.created",
      "workflow_job.queued",
    ]);
  });

  test("what the app itself writes, with the app as sender", async () => {
    const pull = repo.openPull({ author: "mira", branch: "f", title: "F" });
    const bot = appOctokit(github, "acme");
    await bot.rest.issues.createComment({
      owner: "acme",
      repo: "bench",
      issue_number: pull.number,
      body: "hi",
    });
    const last = github.webhooks.deliveries.at(-1);
    expect(last?.event).toBe("issue_comment");
    expect(last?.payload).toMatchObject({
      action: "created",
      sender: { login: "sweepbot[bot]", type: "Bot" },
      installation: { id: github.installationId("acme") },
      comment: { body: "hi", performed_via_github_app: { id: github.app.id } },
      issue: { number: pull.number, pull_request: { merged_at: null } },
    });
  });

  test("a repository dispatch, by its type, with what was sent along", async () => {
    const place = { owner: "acme", repo: "bench" };
    const bot = appOctokit(github, "acme");
    const client_payload = { key: "k" };
    await bot.rest.repos.createDispatchEvent({ ...place, event_type: "deploy", client_payload });
    expect(github.webhooks.deliveries.at(-1)).toMatchObject({
      event: "repository_dispatch",
      payload: {
        ...{ action: "deploy", branch: "main", client_payload },
        repository: { full_name: "acme/bench" },
        sender: { login: "sweepbot[bot]" },
        installation: { id: github.installationId("acme") },
      },
    });
  });

  test("where a push went from and to, what an edit replaced, and review states in lower case", () => {
    const pull = repo.openPull({ author: "mira", branch: "f", title: "F" });
    const before = pull.headSha;
    const after = pull.push({ "b.txt": "b\n" });
    expect(github.webhooks.deliveries.at(-1)?.payload).toMatchObject({ before, after });
    const { id } = pull.comment("mira", "old");
    repo.editComment("ben", id, "new");
    expect(github.webhooks.deliveries.at(-1)?.payload).toMatchObject({
      changes: { body: { from: "old" } },
      comment: { body: "new", user: { login: "mira" } },
      sender: { login: "ben" },
    });
    pull.review("ben", { state: "APPROVED" });
    expect(github.webhooks.deliveries.at(-1)?.payload).toMatchObject({
      review: { state: "approved" },
    });
  });
});

describe("delivery", () => {
  test("carries a signature made with the webhook secret", async () => {
    repo.openIssue({ author: "mira", title: "I" });
    await github.webhooks.settled();
    const [got] = receiver.received;
    const expected = createHmac("sha256", github.app.webhookSecret)
      .update(got?.body ?? "")
      .digest("hex");
    expect(got?.signature).toBe(`sha256=${expected}`);
    expect(got?.event).toBe("issues");
    expect(github.webhooks.log.at(-1)).toMatchObject({ id: got?.id, status: 200 });
  });

  test("waits while it is held, and then comes in any order, more than once, or not at all", async () => {
    github.webhooks.hold();
    for (const title of ["1", "2", "3"]) repo.openIssue({ author: "mira", title });
    await github.webhooks.settled();
    expect(receiver.received).toEqual([]);
    const [first, second, third] = github.webhooks.held.map(({ id }) => id);
    github.webhooks.concurrency = 1;
    await github.webhooks.release({
      order: (held) => held.toReversed(),
      repeat: 2,
      drop: ({ id }) => id === second,
    });
    expect(receiver.received.map(({ id }) => id)).toEqual([third, third, first, first]);
    repo.openIssue({ author: "mira", title: "4" });
    await github.webhooks.settled();
    expect(receiver.received).toHaveLength(5);
  });

  test("keeps its id when it is sent again", async () => {
    repo.openIssue({ author: "mira", title: "I" });
    await github.webhooks.settled();
    const id = receiver.received[0]?.id ?? "";
    await github.webhooks.redeliver(id);
    expect(receiver.received.map((one) => one.id)).toEqual([id, id]);
  });

  test("is lost when nobody listens, and GitHub does not try again", async () => {
    await receiver.close();
    repo.openIssue({ author: "mira", title: "I" });
    await github.webhooks.settled();
    expect(github.webhooks.log.map((one) => one.status)).toEqual([null]);
  });

  test("arrives 500 times in the order of events when one goes at a time", async () => {
    github.webhooks.concurrency = 1;
    for (let n = 0; n < 500; n += 1) repo.openIssue({ author: "mira", title: String(n) });
    await github.webhooks.settled();
    expect(receiver.received.map(({ id }) => id)).toEqual(github.webhooks.log.map(({ id }) => id));
    expect(receiver.received).toHaveLength(500);
  });
});
