import { describe, expect, test } from "@jest/globals";
import { decide } from "../../../src/core/decide/decide.ts";
import { needsApproval, testMergeToRead } from "../../../src/core/decide/fork-needs.ts";
import { loginsToAsk } from "../../../src/core/decide/needs.ts";
import { known } from "../../../src/core/model/reading.ts";
import { aLabelEvent, APP, FULL, labelled } from "../../support/build.ts";
import { configured, someFacts } from "../../support/facts.ts";
import { forkFacts, type ForkStory, TEST_MERGE } from "../../support/fork.ts";
import { anOrder, recorded } from "../../support/sweep-orders.ts";

const off = (by: string): ForkStory => ({
  pull: { labels: [] },
  events: [aLabelEvent(FULL), aLabelEvent(FULL, { id: 9_001, kind: "unlabeled", by })],
});
const observe = { config: configured({ sweep: { trigger: "observe" } }) };

describe("what is read of a fork's pull request", () => {
  test.each<[string, ForkStory, boolean, string | null]>([
    ["both where a sweep is asked for", {}, true, TEST_MERGE],
    ["no test merge where GitHub has none", { pull: { mergeCommitSha: null } }, true, null],
    ["nothing without a label", { pull: { labels: [] }, events: [] }, false, null],
    ["nothing for two labels", { pull: { labels: [FULL, "sweep-enabled"] } }, false, null],
    ["nothing once it is closed", { pull: { state: "closed" } }, false, null],
    ["nothing where the repository's own workflow approves", { more: observe }, false, null],
    ["what was approved, after sweepbot took the label off", off(APP.login), true, null],
    ["nothing after a person took it off", off("mira"), false, null],
    [
      "nothing once it is closed after that",
      { ...off(APP.login), pull: { labels: [], state: "closed" } },
      false,
      null,
    ],
  ])("%s", (_story, given, approval, merge) => {
    const facts = forkFacts(given);
    expect(needsApproval(facts, false)).toBe(approval);
    expect(testMergeToRead(facts, false)).toBe(merge);
  });

  test("what a command that waits for its answer would need", () => {
    const facts = forkFacts({ pull: { labels: [] }, events: [] });
    expect(needsApproval(facts, false)).toBe(false);
    expect(needsApproval(facts, true)).toBe(true);
    expect(testMergeToRead(facts, true)).toBe(facts.pull.mergeCommitSha);
  });

  test("nothing of a branch of the repository itself", () => {
    const facts = someFacts(labelled([FULL]));
    expect(needsApproval(facts, false)).toBe(false);
    expect(testMergeToRead(facts, false)).toBeNull();
  });

  test("the permission of whoever ordered a commit, beside that of whoever changed a modifier later", () => {
    const events = [aLabelEvent("all-evals", { id: 9_001, by: "nora" })];
    const comments = [recorded(anOrder({ named: true }))];
    const given = { pull: { labels: ["all-evals"] }, events, heads: [], more: { comments } };
    const permissions = { mira: known("write" as const), nora: known("write" as const) };
    expect(loginsToAsk(forkFacts(given))).toEqual(["nora", "mira"]);
    expect(
      decide(forkFacts({ ...given, more: { comments, permissions } })).sweep.decision,
    ).toMatchObject({
      kind: "start",
    });
  });

  test("the permission of whoever put the label on, beside that of whoever changed a modifier", () => {
    const events = [aLabelEvent(FULL), aLabelEvent("all-evals", { id: 9_001, by: "nora" })];
    expect(loginsToAsk(forkFacts({ events }))).toEqual(["nora", "mira"]);
  });
});
