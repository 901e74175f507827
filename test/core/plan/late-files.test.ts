import { describe, expect, test } from "@jest/globals";
import { decide } from "../../../src/core/decide/decide.ts";
import type { UnknownCause } from "../../../src/core/model/reading.ts";
import { plan } from "../../../src/core/plan/plan.ts";
import { aRun, MINUTE_MS, NOW } from "../../support/build.ts";
import { dictionary, someFacts } from "../../support/facts.ts";
import { runResults } from "../../support/results.ts";

/** When the next look is due, after the results of a run that ended so long ago could not be read. */
function waitFor(cause: UnknownCause, sinceMs: number): number | null {
  const failures = [{ name: "results_bmk", cause }];
  const results = { ...someFacts().results, runs: [runResults([], { failures })] };
  const runs = [aRun(900, { jobs: [], updatedAt: NOW - sinceMs })];
  const facts = someFacts({ runs, results });
  return plan(decide(facts), facts, dictionary).lookAgainMs;
}

describe("a result file that could not be read", () => {
  test("is looked for every minute while GitHub's storage does not answer", () => {
    expect(waitFor("unavailable", 0)).toBe(MINUTE_MS);
  });

  test.each<[string, UnknownCause, number]>([
    ["is bad for good", "unreadable", 0],
    ["has been missing for ten minutes", "unavailable", 10 * MINUTE_MS],
  ])("waits for an event or the timer when it %s", (_story, cause, sinceMs) => {
    expect(waitFor(cause, sinceMs)).toBeNull();
  });
});
