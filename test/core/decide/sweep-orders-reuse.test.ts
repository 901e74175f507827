import { describe, expect, test } from "@jest/globals";
import { decide } from "../../../src/core/decide/decide.ts";
import { labelsStanding } from "../../../src/core/decide/sweep-request.ts";
import type { Facts } from "../../../src/core/model/facts.ts";
import { known } from "../../../src/core/model/reading.ts";
import { aPull, aRun, EARLIER, FULL, MINUTE_MS, NOW } from "../../support/build.ts";
import { someFacts } from "../../support/facts.ts";
import { anOrder, aStop, recorded } from "../../support/sweep-orders.ts";

function factsOf(more: Partial<Facts> = {}): Facts {
  const permissions = { mira: known("write" as const) };
  return someFacts({ comments: [recorded(anOrder())], permissions, ...more });
}

describe("reuse after an order", () => {
  test("takes the order for its label, until it is taken back", () => {
    expect(labelsStanding(factsOf({ pull: aPull({ headSha: EARLIER }) }))).toEqual([FULL]);
    expect(labelsStanding(factsOf({ comments: [recorded(anOrder()), recorded(aStop())] }))).toEqual(
      [],
    );
    expect(labelsStanding(factsOf({ pull: aPull({ labels: ["sweep-enabled"] }) }))).toEqual([
      "sweep-enabled",
    ]);
  });

  test.each([
    ["a full order given before it", anOrder({ at: NOW - 30 * MINUTE_MS }), true],
    ["an order given after it", anOrder({ at: NOW - MINUTE_MS }), false],
    ["an order for another commit", anOrder({ headSha: EARLIER, at: NOW - 30 * MINUTE_MS }), false],
    [
      "an order of a trimmed sweep",
      anOrder({ primary: "sweep-enabled", at: NOW - 30 * MINUTE_MS }),
      false,
    ],
  ])("%s decides whether a run was a full sweep", (_story, order, full) => {
    const { reuse } = decide(
      factsOf({ comments: [recorded(order)], runs: [aRun(900, { planKey: "f".repeat(16) })] }),
    );
    expect(reuse.kind === "none" && reuse.suggestion !== null).toBe(full);
  });
});
