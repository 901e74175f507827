import { describe, expect, test } from "@jest/globals";
import { decide } from "../../../src/core/decide/decide.ts";
import type { Facts } from "../../../src/core/model/facts.ts";
import { known } from "../../../src/core/model/reading.ts";
import { plan } from "../../../src/core/plan/plan.ts";
import { aJob, aRun, FULL, labelled, NOW } from "../../support/build.ts";
import { LOST } from "../../support/causes.ts";
import { configured, dictionary, someFacts } from "../../support/facts.ts";

function waitOf(facts: Facts): number | null {
  return plan(decide(facts), facts, dictionary).lookAgainMs;
}

/** The same after a crash that left the key claimed and nothing recorded. */
function crashed(facts: Facts, key: string, kind: string): Facts {
  return { ...facts, claims: [{ key, kind, state: "claimed", result: null, at: NOW - 1_000 }] };
}

function keyOf(facts: Facts): string {
  const { decision } = decide(facts).sweep;
  return "plan" in decision ? decision.plan.key : "";
}

describe("what a crash may have left half done is looked at every few seconds, not without a pause", () => {
  const asked = someFacts({ ...labelled([FULL]), config: configured({ sweep: { autoRetry: 1 } }) });

  test("while the start of a sweep is looked for on GitHub", () => {
    expect(waitOf(asked)).toBe(0);
    expect(waitOf(crashed(asked, keyOf(asked), "sweep"))).toBe(5_000);
  });

  test("while an automatic re-run is looked for on GitHub", () => {
    const jobs = [aJob("eval / a", { id: 1, conclusion: "failure", runnerName: "b200-01" })];
    const runs = [aRun(900, { planKey: keyOf(asked), conclusion: "failure", jobs })];
    const failed = { ...asked, runs, causes: { 1: known(LOST) } };
    expect(waitOf(failed)).toBe(0);
    expect(waitOf(crashed(failed, "retry:501:900:1", "rerun"))).toBe(5_000);
  });
});
