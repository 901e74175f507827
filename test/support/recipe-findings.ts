import type { RecipesVerdict } from "../../src/core/decide/recipes.ts";
import type { RecipeFinding } from "../../src/core/recipes/finding.ts";

/** What a check of recipes says about a file that it could not read. */
export function aFinding(more: Partial<RecipeFinding> = {}): RecipeFinding {
  return {
    check: 8,
    outcome: "human",
    code: "recipes_unread_file",
    values: { path: "`benchmarks/a.sh`", cause: "too_large" },
    path: "benchmarks/a.sh",
    line: 7,
    key: "tiny-fp8-b200-vllm",
    ...more,
  };
}

/** A finding of each outcome, beside those of the outcomes that weigh less. */
export const RECIPES: readonly RecipesVerdict[] = [
  { kind: "none" },
  ...(["na", "pass", "human", "fail"] as const).map((outcome, at): RecipesVerdict => {
    const before = (["na", "pass", "human"] as const).slice(0, at);
    const findings = [...before, outcome].map((each) => aFinding({ outcome: each }));
    return { kind: "checked", findings, problems: [], lookAgainMs: null };
  }),
];
