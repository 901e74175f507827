import { describe, expect, test } from "@jest/globals";
import { decideReceipt } from "../../../src/core/decide/receipt.ts";
import type { ReceiptFacts } from "../../../src/core/model/facts.ts";
import { known, unknown } from "../../../src/core/model/reading.ts";
import { aRun, NOW } from "../../support/build.ts";
import { aClaim, KEY, verdictOf } from "./merge-facts.ts";

const sent = aClaim("sent");
const HALF_HOUR_MS = 30 * 60_000;

function seen(run: ReceiptFacts["run"], key = KEY): ReceiptFacts {
  return { key, run };
}

describe("what the receiving side makes of what was handed over", () => {
  test.each<[string, ReceiptFacts | null, number, string]>([
    ["its run has not shown up yet", seen(known(null)), NOW + HALF_HOUR_MS - 1, "awaited"],
    ["no run ever named it", seen(known(null)), NOW + HALF_HOUR_MS, "unconfirmed"],
    ["its run goes on", seen(known(aRun(77, { status: "in_progress" }).run)), NOW, "running"],
    ["its run is green", seen(known(aRun(77).run)), NOW, "succeeded"],
    ["its run failed", seen(known(aRun(77, { conclusion: "failure" }).run)), NOW, "failed"],
    [
      "its run was cancelled",
      seen(known(aRun(77, { conclusion: "cancelled" }).run)),
      NOW,
      "failed",
    ],
    ["the repository may not be read", seen(unknown("forbidden")), NOW, "unconfirmed"],
    ["another key was asked for", seen(known(aRun(77).run), "other"), NOW, "unconfirmed"],
    ["nothing was asked", null, NOW, "unconfirmed"],
  ])("when %s", (_, receipt, now, kind) => {
    expect(decideReceipt(sent, receipt, now).kind).toBe(kind);
  });

  test("stands in the verdict on the merge", () => {
    const receipt = seen(known(aRun(77).run));
    expect(verdictOf({ claims: [sent], receipt })).toMatchObject({
      kind: "sent",
      receipt: { kind: "succeeded" },
    });
  });
});
