import type { RecipeEntry, SearchSpaceEntry } from "../contract/recipe.ts";
import type { ModelRow, ModelsTable } from "./models-table.ts";

/** A scenario of a recipe as `MODELS.md` calls it, with what it searches through. */
export interface RecipeScenario {
  readonly name: string;
  readonly spaces: readonly SearchSpaceEntry[];
}

/** What the tables say about a scenario of a recipe, with the line and the day that decide. */
export interface ScenarioVerdict {
  readonly code:
    | "deprecated_prefix_unknown"
    | "deprecated_scenario_unlisted"
    | "deprecated_arm_unclear"
    | "deprecated_model_retired"
    | "deprecated_everywhere"
    | "deprecated_scenario"
    | "deprecated_precision"
    | "deprecated_soon"
    | "deprecated_not";
  readonly line: number | null;
  /** ISO date; of `deprecated_soon` the last day or the first day without. */
  readonly date: string | null;
}

/** The scenarios of a recipe by their names in `MODELS.md`: `Single-turn 8k1k` is 8192 in and 1024 out. */
export function recipeScenarios({ scenarios }: RecipeEntry): readonly RecipeScenario[] {
  const fixed = (scenarios["fixed-seq-len"] ?? []).map((block) => ({
    name: `Single-turn ${block.isl / 1024}k${block.osl / 1024}k`,
    spaces: block["search-space"],
  }));
  const agentic = (scenarios["agentic-coding"] ?? []).flatMap((block) => block["search-space"]);
  if (agentic.length === 0) return fixed;
  return [...fixed, { name: "Agentic coding", spaces: agentic }];
}

interface Ground {
  readonly table: ModelsTable;
  /** ISO date, UTC. */
  readonly today: string;
}

/** Judges one scenario of a recipe by the tables (spec/signoff §3.7). */
export function judgeScenario(
  entry: RecipeEntry,
  { name, spaces }: RecipeScenario,
  ground: Ground,
): ScenarioVerdict {
  const prefix = entry["model-prefix"];
  const row = ground.table.models.find(({ prefixes }) => prefixes.includes(prefix));
  if (row === undefined) return { code: "deprecated_prefix_unknown", line: null, date: null };
  const { line } = row;
  const end = ending(entry, name, row, ground.table);
  const coming = announced(prefix, name, ground);
  if (end !== null) {
    const day = coming ?? (end.from !== null && ground.today < end.from ? end.from : null);
    if (day !== null) return { code: "deprecated_soon", line, date: day };
    return { code: end.code, line, date: end.from };
  }
  const standing = standingOf(row, { name, spaces });
  if (standing === "deprecated_not" && coming !== null) {
    return { code: "deprecated_soon", line, date: coming };
  }
  return { code: standing, line, date: null };
}

/** Where nothing has ended: listed as active, or only an arm of it, or not at all. */
function standingOf(row: ModelRow, { name, spaces }: RecipeScenario): ScenarioVerdict["code"] {
  const active = row.active.find(({ scenario }) => scenario === name);
  if (active === undefined) return "deprecated_scenario_unlisted";
  const isSplit = active.arm !== null || row.deprecated.some(({ scenario }) => scenario === name);
  return isSplit && spaces.some(isPlain) ? "deprecated_arm_unclear" : "deprecated_not";
}

/** Why the scenario may not be submitted any more, and since when; null where it may. */
function ending(
  { precision }: RecipeEntry,
  name: string,
  row: ModelRow,
  table: ModelsTable,
): { readonly code: ScenarioVerdict["code"]; readonly from: string | null } | null {
  if (row.retired !== null) return { code: "deprecated_model_retired", from: row.retired.from };
  const everywhere = table.everywhere.find(({ scenario }) => scenario === name);
  if (everywhere !== undefined) return { code: "deprecated_everywhere", from: everywhere.from };
  const gone = row.deprecated.find(({ scenario }) => scenario === name);
  const isActive = row.active.some(({ scenario }) => scenario === name);
  if (gone !== undefined && !isActive) return { code: "deprecated_scenario", from: gone.from };
  if (row.precisions !== null && !row.precisions.includes(precision.toLowerCase())) {
    return { code: "deprecated_precision", from: null };
  }
  return null;
}

/** The last day that a notice names for the scenario, today or later. */
function announced(prefix: string, name: string, { table, today }: Ground): string | null {
  const days = table.notices
    .filter(({ lastDay, prefixes }) => lastDay >= today && prefixes.includes(prefix))
    .filter(({ scenarios }) => scenarios.length === 0 || scenarios.includes(name))
    .map(({ lastDay }) => lastDay);
  return days.toSorted().at(0) ?? null;
}

function isPlain(space: SearchSpaceEntry): boolean {
  return (space["spec-decoding"] ?? "none") === "none";
}
