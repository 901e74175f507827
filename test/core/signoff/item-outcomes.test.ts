import { expect, test } from "@jest/globals";
import type { CheckResult } from "../../../src/core/signoff/checks.ts";
import { itemOutcomes } from "../../../src/core/signoff/item-outcomes.ts";

const ROW: CheckResult = {
  ...{ check: 6, outcome: "human", code: "recipes_unread", values: {}, notes: [], evidence: {} },
};

test("each half of a check speaks for its own item, and a check that nobody decided waits", () => {
  const parts = {
    "6a": { outcome: "human", code: "recipes_unread" },
    "6b": { outcome: "na", code: "no_recipe_touched" },
  } as const;
  const outcomes = itemOutcomes([{ ...ROW, parts }]);
  expect(["6", "6a", "6b", "7"].map((item) => outcomes[item]?.outcome)).toEqual([
    ...["human", "human", "na", "human"],
  ]);
  expect(outcomes["7"]?.code).toBe("not_decided_yet");
});
