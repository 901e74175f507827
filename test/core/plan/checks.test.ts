import { describe, expect, test } from "@jest/globals";
import { planChecks, planStatuses } from "../../../src/core/plan/checks.ts";
import { planHealth } from "../../../src/core/plan/health.ts";
import type { CheckRunContent, StatusContent } from "../../../src/core/model/effect.ts";
import type { CheckRun, CommitStatus } from "../../../src/core/model/github.ts";
import { aCheckRun, aPerson, APP, EARLIER, HEAD } from "../../support/build.ts";
import { dictionary, someFacts } from "../../support/facts.ts";

const wanted: CheckRunContent = {
  name: "sweepbot/sweep",
  headSha: HEAD,
  externalId: "0123456789abcdef",
  status: "in_progress",
  conclusion: null,
  detailsUrl: null,
  title: "Running",
  summary: "Running",
  annotations: [],
};
const same: CheckRun = aCheckRun("sweepbot/sweep", { ...wanted, id: 60 });
const byContent = { ...wanted, externalId: "content:1" };

describe("check runs that should stand", () => {
  test.each<[string, CheckRunContent, CheckRun[], string[]]>([
    ["a missing one is created", wanted, [], ["createCheckRun"]],
    ["the same one is left alone", wanted, [same], []],
    [
      "outer blanks of the summary make no difference",
      wanted,
      [{ ...same, summary: " Running\n" }],
      [],
    ],
    ["another status updates it", wanted, [{ ...same, status: "completed" }], ["updateCheckRun"]],
    [
      "another conclusion updates it",
      wanted,
      [{ ...same, conclusion: "success" }],
      ["updateCheckRun"],
    ],
    ["another title updates it", wanted, [{ ...same, title: "x" }], ["updateCheckRun"]],
    ["another summary updates it", wanted, [{ ...same, summary: "x" }], ["updateCheckRun"]],
    ["another key updates it", wanted, [{ ...same, externalId: "x" }], ["updateCheckRun"]],
    [
      "on another commit it is created",
      wanted,
      [{ ...same, headSha: EARLIER }],
      ["createCheckRun"],
    ],
    [
      "another app's of the same name does not count",
      wanted,
      [{ ...same, appId: APP.id + 1 }],
      ["createCheckRun"],
    ],
    ["one of another name does not count", wanted, [{ ...same, name: "x" }], ["createCheckRun"]],
    [
      "the same content makes no call, whatever GitHub shows",
      byContent,
      [{ ...same, externalId: "content:1", title: "cut" }],
      [],
    ],
    [
      "new content is a new check run, or old annotations would stay",
      byContent,
      [{ ...same, externalId: "content:2" }],
      ["createCheckRun"],
    ],
  ])("%s", (_story, check, present, kinds) => {
    const effects = planChecks([check], present, APP.id);
    expect(effects.map((effect) => effect.kind)).toEqual(kinds);
  });

  test("an update goes to the run that stands", () => {
    expect(planChecks([wanted], [{ ...same, title: "x" }], APP.id)).toEqual([
      { kind: "updateCheckRun", checkRunId: 60, check: wanted },
    ]);
  });
});

const status: StatusContent = {
  sha: HEAD,
  context: "codeowner-signoff-verify",
  state: "pending",
  description: "Waiting",
  targetUrl: null,
};
const set: CommitStatus = { ...status, creator: aPerson(APP.login) };

describe("statuses that should stand", () => {
  test.each<[string, CommitStatus[], number]>([
    ["a missing one is set", [], 1],
    ["the same one is left alone", [set], 0],
    ["another state", [{ ...set, state: "success" }], 1],
    ["another description", [{ ...set, description: "x" }], 1],
    ["another link", [{ ...set, targetUrl: "https://x" }], 1],
    ["somebody else's of the same context is replaced", [{ ...set, creator: aPerson("tov") }], 1],
    ["a deleted person's is replaced", [{ ...set, creator: null }], 1],
    ["another context is none of ours", [{ ...set, context: "x" }], 1],
  ])("%s", (_story, present, calls) => {
    expect(planStatuses([status], present, APP.login)).toHaveLength(calls);
  });
});

describe("the status that says that sweepbot could not look", () => {
  const error: CommitStatus = { ...set, context: "sweepbot", state: "error", description: "x" };
  test.each<[string, CommitStatus[], number]>([
    ["is taken back by the next pass", [error], 1],
    ["is not set for its own sake", [], 0],
    ["stays taken back", [{ ...error, state: "success" }], 0],
    ["is none of ours when somebody else set it", [{ ...error, creator: aPerson("tov") }], 0],
  ])("%s", (_story, statuses, calls) => {
    const effects = planHealth(someFacts({ statuses }), dictionary);
    expect(effects).toHaveLength(calls);
    if (calls === 1)
      expect(effects).toMatchObject([
        { status: { context: "sweepbot", state: "success", sha: HEAD } },
      ]);
  });
});
