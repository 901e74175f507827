import { describe, expect, test } from "@jest/globals";
import { decide } from "../../../src/core/decide/decide.ts";
import type { Facts } from "../../../src/core/model/facts.ts";
import { planCheckRuns } from "../../../src/core/plan/check-runs.ts";
import { aCheckRun, aPull, aRun, APP, EARLIER } from "../../support/build.ts";
import { dictionary, someFacts } from "../../support/facts.ts";

const KEY = "0123456789abcdef";
const standing = aCheckRun("sweepbot/sweep", {
  id: 60,
  status: "in_progress",
  conclusion: null,
  externalId: KEY,
});
const closed = aPull({ state: "closed" });

/** What the plan makes of the sweep check: its status and conclusion, or nothing. */
function sweepChecks(changed: Partial<Facts>): readonly unknown[] {
  const facts = { ...someFacts(), checkRuns: [standing], ...changed };
  return planCheckRuns(decide(facts), facts, dictionary).flatMap((effect) =>
    "check" in effect && effect.check.name === "sweepbot/sweep"
      ? [[effect.kind, effect.check.status, effect.check.conclusion, effect.check.title]]
      : [],
  );
}

const DROPPED = "Not wanted any more; add a sweep label to start it again";
const CLOSED = "The pull request is closed; its sweep is over";

describe("the check of a sweep that nobody waits for any more", () => {
  test.each<[string, Partial<Facts>, string | null, string]>([
    ["is concluded when the label is gone", {}, "cancelled", DROPPED],
    ["is concluded when the pull request is closed", { pull: closed }, "cancelled", CLOSED],
    [
      "says how its run ended",
      { pull: closed, runs: [aRun(900, { planKey: KEY })] },
      "success",
      CLOSED,
    ],
    [
      "is left alone once it is concluded",
      { checkRuns: [{ ...standing, status: "completed", conclusion: "cancelled" }] },
      null,
      "",
    ],
    [
      "is left alone on another commit",
      { checkRuns: [{ ...standing, headSha: EARLIER }] },
      null,
      "",
    ],
    [
      "is left alone when it is not ours",
      { checkRuns: [{ ...standing, appId: APP.id + 1 }] },
      null,
      "",
    ],
  ])("%s", (_story, changed, conclusion, title) => {
    expect(sweepChecks(changed)).toEqual(
      conclusion === null ? [] : [["updateCheckRun", "completed", conclusion, title]],
    );
  });
});
