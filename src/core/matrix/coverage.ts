import type { ChangelogEntry, ScenarioType } from "../contract/changelog-entry.ts";
import { SCENARIO_TYPES } from "../contract/recipe.ts";

/** An added entry with the recipe keys that it selects. */
export interface SelectingEntry {
  readonly index: number;
  readonly entry: ChangelogEntry;
  readonly keys: readonly string[];
}

/** Recipes that one generation call takes together: its rows share one choice of evals. */
export interface Group {
  readonly scenarioTypes: readonly ScenarioType[];
  readonly keys: readonly string[];
}

/** Which scenarios of which recipe earlier entries have already claimed. */
export type Coverage = Map<string, ReadonlySet<ScenarioType>>;

/** The scenarios that an entry is about, in the order in which rows are made. */
export function scenariosOf(entry: ChangelogEntry): readonly ScenarioType[] {
  const named = entry["scenario-type"] ?? null;
  return SCENARIO_TYPES.filter((type) => named === null || named.includes(type));
}

/** Claims what no earlier entry has, and gives it in groups of recipes with the same open scenarios (spec/matrix §4.5). */
export function claim(coverage: Coverage, { entry, keys }: SelectingEntry): readonly Group[] {
  const groups = new Map<string, { scenarioTypes: readonly ScenarioType[]; keys: string[] }>();
  for (const key of keys) {
    const seen = coverage.get(key) ?? new Set();
    const scenarioTypes = scenariosOf(entry).filter((type) => !seen.has(type));
    if (scenarioTypes.length === 0) continue;
    coverage.set(key, new Set([...seen, ...scenarioTypes]));
    const name = scenarioTypes.join(" ");
    const group = groups.get(name) ?? { scenarioTypes, keys: [] };
    group.keys.push(key);
    groups.set(name, group);
  }
  return [...groups.values()];
}
