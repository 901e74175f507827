import { describe, expect, test } from "@jest/globals";
import { RECIPE_RULES } from "../../../src/core/recipes/checks.ts";
import type { RecipeFinding } from "../../../src/core/recipes/finding.ts";
import type { RecipeInput } from "../../../src/core/recipes/input.ts";
import { remembered } from "../../../src/core/recipes/remember.ts";
import { inputOf } from "./recipe-input.ts";

const SCRIPT = "benchmarks/single_node/fixed_seq_len/a_fp8_b200.sh";
const finding: RecipeFinding = {
  ...{ check: 10, outcome: "pass", code: "patches_none", values: {} },
  ...{ path: null, line: null, key: null },
};

/** How often a check is asked about these inputs, one after the other. */
function asked(name: string, ...inputs: readonly RecipeInput[]): number {
  let times = 0;
  for (const input of inputs) {
    remembered(input, name, () => {
      times += 1;
      return [finding];
    });
  }
  return times;
}

describe("a check that follows scripts", () => {
  const input = (text = "echo\n", more: Partial<RecipeInput> = {}): RecipeInput =>
    inputOf({ atHead: { [SCRIPT]: text }, more });

  test("is asked once while nothing but the time changes", () => {
    expect(asked("time", input(), input(), input("echo\n", { now: 1 }))).toBe(1);
  });

  test.each<[string, RecipeInput]>([
    ["a text", input("sed\n")],
    ["what the signer explains", input("echo\n", { details: null })],
    ["the pull request", input("echo\n", { pull: 43 })],
    ["a file at the base", inputOf({ atHead: { [SCRIPT]: "echo\n" }, atBase: { [SCRIPT]: "a" } })],
    ["the list of files", inputOf({ atHead: { [SCRIPT]: "echo\n" }, files: [SCRIPT] })],
    [
      "what could be read",
      inputOf({
        atHead: { [SCRIPT]: "echo\n" },
        more: {
          sources: {
            ...input().sources,
            policy: {
              ...input().sources.policy,
              texts: { "MODELS.md": { kind: "unknown", cause: "forbidden" } },
            },
          },
        },
      }),
    ],
  ])("is asked again when %s is another one", (name, other) => {
    expect(asked(name, input(), other)).toBe(2);
  });

  test("follows no more than two million characters of a side, and says so", () => {
    const much = input("#".repeat(2_000_001), { keys: { ...input().keys, selected: ["a"] } });
    const follow = RECIPE_RULES.filter(({ check }) => check >= 8 && check <= 11);
    expect(
      follow.flatMap((rule) => rule.find(much)).map(({ outcome, code }) => [outcome, code]),
    ).toEqual(Array.from({ length: 4 }, () => ["human", "recipes_too_much"]));
  });
});
