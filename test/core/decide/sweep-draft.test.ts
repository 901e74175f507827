import { describe, expect, test } from "@jest/globals";
import { decide } from "../../../src/core/decide/decide.ts";
import type { SweepDecision } from "../../../src/core/decide/sweep.ts";
import type { Facts } from "../../../src/core/model/facts.ts";
import type { WorkflowRun } from "../../../src/core/model/github.ts";
import { aRun, FULL, labelled, NOW } from "../../support/build.ts";
import { someFacts } from "../../support/facts.ts";

const asked = labelled([FULL]);
const MINUTE_MS = 60_000;

function decisionOf(more: Partial<Facts> = {}): SweepDecision {
  return decide(someFacts({ ...asked, ...more })).sweep.decision;
}

function keyOf(decision: SweepDecision): string {
  if (!("plan" in decision)) throw new Error(`no plan in ${decision.kind}`);
  return decision.plan.key;
}

const FIRST = keyOf(decisionOf());
const run = (id: number, planKey: string, conclusion: WorkflowRun["conclusion"]): Facts["runs"] => [
  aRun(id, { planKey, conclusion, createdAt: NOW - (1_000 - id) * MINUTE_MS }),
];
/** Ready again when run `id` had been there for half a minute. */
const readyAfter = (id: number): Facts["readyEvents"] => [
  { id: id + 5_000, createdAt: NOW - (1_000 - id) * MINUTE_MS + MINUTE_MS / 2 },
];

describe("a sweep of a pull request that became a draft and is ready again", () => {
  const cancelled = run(900, FIRST, "cancelled");
  const again = decisionOf({ runs: cancelled, readyEvents: readyAfter(900) });

  test("starts again, because the label was on all the time (decision 7)", () => {
    expect(again.kind).toBe("start");
    expect(keyOf(again)).not.toBe(FIRST);
  });

  test("that ended by itself is not measured again", () => {
    const runs = run(900, FIRST, "success");
    expect(decisionOf({ runs, readyEvents: readyAfter(900) })).toMatchObject({
      kind: "ended",
      runId: 900,
    });
  });

  test("that was cancelled otherwise stays so", () => {
    expect(decisionOf({ runs: cancelled })).toMatchObject({ kind: "ended", runId: 900 });
    expect(decisionOf({ runs: cancelled, readyEvents: readyAfter(800) }).kind).toBe("ended");
  });

  test("and ended green the second time is not measured again by the next draft", () => {
    const green = run(910, keyOf(again), "success");
    const readyEvents = [...readyAfter(900), ...readyAfter(910)];
    const decision = decisionOf({ runs: [...green, ...cancelled], readyEvents });
    expect(decision).toMatchObject({ kind: "ended", runId: 910 });
    const twice = run(910, keyOf(again), "cancelled");
    expect(decisionOf({ runs: [...twice, ...cancelled], readyEvents }).kind).toBe("start");
  });
});
