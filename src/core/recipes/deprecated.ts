import type { Recipe } from "../contract/recipe.ts";
import { codeSpan } from "../markdown/escape.ts";
import type { Outcome } from "../model/outcome.ts";
import { textAt } from "../model/sources.ts";
import { isArchive, wasArchived } from "./archives.ts";
import type { DeprecatedCode } from "./deprecated-codes.ts";
import type { RecipeFinding } from "./finding.ts";
import type { RecipeInput } from "./input.ts";
import { type ScenarioVerdict, judgeScenario, recipeScenarios } from "./models-rules.ts";
import { type ModelsTable, parseModelsTable } from "./models-table.ts";
import { submittedKeys } from "./touched.ts";

/** Which models and scenarios are run; always the default branch's. */
export const MODELS_PATH = "MODELS.md";

/**
 * Check 7: no submitted recipe is of a model, scenario or precision that `MODELS.md` on the default
 * branch has retired (spec/signoff §3.7). Today counts in UTC; the last day named there still passes.
 */
export function checkDeprecated(input: RecipeInput): readonly RecipeFinding[] {
  const keys = submittedKeys(input.keys);
  if (keys.length === 0) return [finding("na", "deprecated_no_recipe")];
  const text = textAt(input.sources.policy, MODELS_PATH);
  const content = text.kind === "known" ? text.value : null;
  const table = content === null ? null : parseModelsTable(content.text);
  if (table === null) {
    return [
      finding("human", "deprecated_table_unread", { path: codeSpan(MODELS_PATH, { most: 80 }) }),
    ];
  }
  const today = new Date(input.now).toISOString().slice(0, 10);
  return keys.flatMap((key) => {
    const recipe = input.parsed.head.masters.recipes.get(key);
    if (recipe === undefined) return [atKey("human", "deprecated_recipe_invalid", key)];
    return [...broughtBack(recipe, input), ...judgeRecipe(recipe, table, today)];
  });
}

/** When the verdict changes by itself: at the next UTC day, where a date in `MODELS.md` is still to come. */
export function nextDeprecationLook(
  findings: readonly RecipeFinding[],
  now: number,
): number | null {
  const isDated = findings.some(({ code }) => code === "deprecated_soon");
  return isDated ? DAY_MS - (now % DAY_MS) : null;
}

const DAY_MS = 24 * 3_600_000;

function judgeRecipe(recipe: Recipe, table: ModelsTable, today: string): readonly RecipeFinding[] {
  return recipeScenarios(recipe.entry).map((scenario) =>
    told(judgeScenario(recipe.entry, scenario, { table, today }), recipe, scenario.name),
  );
}

/** A recipe of the archive that comes back is new here, and nobody's routine. */
function broughtBack(recipe: Recipe, input: RecipeInput): readonly RecipeFinding[] {
  const { key } = recipe;
  if (input.pull === null || !input.keys.added.includes(key)) return [];
  if (input.files.kind === "unknown") return [];
  const archives = input.files.value
    .flatMap(({ path, previousPath }) => [path, previousPath ?? path])
    .filter(isArchive);
  const from = [...new Set(archives)].find((path) =>
    wasArchived(key, textAt(input.sources.base, path)),
  );
  if (from === undefined) return [];
  const values = { path: codeSpan(from, { most: 120 }) };
  return [atRecipe("human", "deprecated_brought_back", recipe, values)];
}

const OUTCOMES: Readonly<Record<ScenarioVerdict["code"], Outcome>> = {
  deprecated_prefix_unknown: "human",
  deprecated_scenario_unlisted: "human",
  deprecated_arm_unclear: "human",
  deprecated_model_retired: "fail",
  deprecated_everywhere: "fail",
  deprecated_scenario: "fail",
  deprecated_precision: "fail",
  deprecated_soon: "pass",
  deprecated_not: "pass",
};

function told(verdict: ScenarioVerdict, recipe: Recipe, scenario: string): RecipeFinding {
  const { entry } = recipe;
  const values = {
    prefix: codeSpan(entry["model-prefix"], { most: 80 }),
    scenario: codeSpan(scenario, { most: 60 }),
    precision: codeSpan(entry.precision, { most: 40 }),
    line: verdict.line ?? "",
    date: verdict.date ?? "",
  };
  return atRecipe(OUTCOMES[verdict.code], verdict.code, recipe, values);
}

function atRecipe(
  outcome: Outcome,
  code: DeprecatedCode,
  { key, document }: Recipe,
  values: RecipeFinding["values"],
): RecipeFinding {
  const place = { path: document.path, line: document.lineOf([key]), key };
  return { ...finding(outcome, code, { ...values, key: codeSpan(key, { most: 120 }) }), ...place };
}

function atKey(outcome: Outcome, code: DeprecatedCode, key: string): RecipeFinding {
  return { ...finding(outcome, code, { key: codeSpan(key, { most: 120 }) }), key };
}

function finding(
  outcome: Outcome,
  code: DeprecatedCode,
  values: RecipeFinding["values"] = {},
): RecipeFinding {
  return { check: 7, outcome, code, values, path: null, line: null, key: null };
}
