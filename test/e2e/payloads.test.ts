import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { z } from "zod";
import { EVENTS, normalise } from "../../src/github/normalise.ts";
import { openRecipePull } from "../support/acts.ts";
import { counts } from "../support/seen.ts";
import { send } from "../support/sending.ts";
import { startStory, type Story } from "../support/story.ts";

jest.setTimeout(240_000);

const definitions = z.array(
  z.object({ name: z.string(), examples: z.array(z.record(z.string(), z.unknown())) }),
);
const resolve = createRequire(import.meta.url).resolve;

function examplesOf(place: string): readonly (readonly [string, Record<string, unknown>])[] {
  const path = resolve(`@octokit/webhooks-examples/${place}/index.json`);
  return definitions
    .parse(JSON.parse(readFileSync(path, "utf8")))
    .flatMap(({ name, examples }) => examples.map((example) => [name, example] as const));
}

const PLACES = ["api.github.com", "ghes-35"];

describe.each(PLACES)("every example payload of %s", (place) => {
  const examples = examplesOf(place);

  test("is understood or ignored with a reason, never thrown over", () => {
    const kinds = new Map<string, number>();
    for (const [event, payload] of examples) {
      const installed = { installation: { id: 5 }, ...payload };
      for (const given of [payload, installed]) {
        const { kind } = normalise(event, given, "sweepbot[bot]");
        kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      }
    }
    expect([...kinds.keys()].toSorted()).toEqual(
      expect.arrayContaining(["ignored", "pulls", "run"]),
    );
    expect(examples.length).toBeGreaterThan(120);
  });

  test("of an event we listen to leads to the pull request it names", () => {
    for (const [event, payload] of examples) {
      if (event !== "pull_request") continue;
      const signal = normalise(event, { installation: { id: 5 }, ...payload }, "sweepbot[bot]");
      expect(signal).toMatchObject({ kind: "pulls", pulls: [expect.any(Number)] });
    }
    expect(EVENTS).toContain("pull_request");
  });
});

describe("the whole inbox", () => {
  let story: Story;
  beforeAll(async () => {
    story = await startStory();
  });
  afterAll(async () => {
    await story.close();
  });

  test("takes every example as if it were about our repository, and goes on working", async () => {
    const { host, github, repo } = story;
    const examples = examplesOf("api.github.com");
    const place = {
      installation: { id: github.installationId(repo.owner) },
      repository: {
        id: repo.id,
        name: repo.name,
        owner: { login: repo.owner },
        default_branch: "main",
      },
    };
    const { webhookSecret: secret } = github.app;
    const answers = await Promise.all(
      examples.map(async ([event, payload]) => {
        const body = JSON.stringify({ ...payload, ...("repository" in payload ? place : {}) });
        return send(host.url, body, { event, secret });
      }),
    );
    expect(answers.filter(({ code }) => code !== "stored")).toEqual([]);
    await story.settle();
    expect(await host.inbox.listFailed(10)).toEqual([]);
    expect(host.inbox.counters).toMatchObject({ routingFailed: 0, givenUp: 0 });
    expect(story.errors).toEqual([]);
    expect(github.crashes).toEqual([]);
    expect(github.unknownRoutes).toEqual([]);

    const pull = openRecipePull(repo);
    await story.settle();
    expect(counts(pull)).toEqual({ cards: 1, reminders: 1, visualizers: 0 });
  });
});
