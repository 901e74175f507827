import { worstOutcome } from "../model/outcome.ts";
import { RECIPE_RULES } from "../recipes/checks.ts";
import type { RecipeCheck, RecipeFinding } from "../recipes/finding.ts";
import { imageParts } from "../recipes/image-words.ts";
import type { CheckResult } from "./checks.ts";

/**
 * The rows of the checks 6 to 12 from what they have found: the worst decides, its first finding
 * speaks, and the others of its kind are listed (spec/signoff §5.1).
 */
export function recipeRows(findings: readonly RecipeFinding[]): readonly CheckResult[] {
  const checks = [...new Set(findings.map(({ check }) => check))].sort((a, b) => a - b);
  return checks.flatMap((check) => rowOf(findings.filter((each) => each.check === check)));
}

/** The rows where no recipe is touched: nothing of what they look at is submitted. */
export function untouchedRows(
  checks: readonly RecipeCheck[] = RECIPE_RULES.map(({ check }) => check),
): readonly CheckResult[] {
  const common = { outcome: "na", code: "no_recipe_touched", values: {}, notes: [] } as const;
  return checks.map((check) => ({ check, ...common, evidence: [] }));
}

function rowOf(
  findings: readonly RecipeFinding[],
): readonly CheckResult<readonly RecipeFinding[]>[] {
  const outcome = worstOutcome(findings.map((each) => each.outcome));
  const first = findings.find((each) => each.outcome === outcome);
  if (first === undefined) return [];
  const { check, code, values } = first;
  const open = (["fail", "human"] as const).flatMap((kind) =>
    findings.filter((each) => each !== first && each.outcome === kind),
  );
  const parts = check === 6 ? { parts: imageHalves(findings) } : {};
  return [{ check, outcome, code, values, notes: [], details: open, evidence: findings, ...parts }];
}

/** Images and engines stand in two items of the checklist (spec/signoff §2.5); a half that says nothing does not apply. */
function imageHalves(findings: readonly RecipeFinding[]): NonNullable<CheckResult["parts"]> {
  const partOf = (part: "6a" | "6b"): Pick<CheckResult, "outcome" | "code"> => {
    const own = findings.filter(({ code }) => imageParts(code).includes(part));
    const outcome = worstOutcome(own.map((each) => each.outcome));
    const worst = own.find((each) => each.outcome === outcome);
    return { outcome, code: worst?.code ?? "no_recipe_touched" };
  };
  return { "6a": partOf("6a"), "6b": partOf("6b") };
}
