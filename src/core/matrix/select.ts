import type { ChangelogEntry, ChangelogFile } from "../contract/changelog-entry.ts";
import type { Recipe } from "../contract/recipe.ts";
import type { YamlPath } from "../contract/yaml.ts";
import type { Problem } from "../model/problem.ts";
import { scenariosOf } from "./coverage.ts";
import type { SelectingEntry } from "./coverage.ts";
import { resolveEntryKey } from "./keys.ts";

export interface Selection {
  readonly entries: readonly SelectingEntry[];
  readonly problems: readonly Problem[];
}

/** A finding about a place in the changelog at head. */
export function changelogProblem(
  changelog: ChangelogFile,
  at: YamlPath,
  code: string,
  values: Problem["values"],
): Problem {
  const { document } = changelog;
  return { code, severity: "error", path: document.path, ...document.placeOf(at), values };
}

function resolvedKeys(
  changelog: ChangelogFile,
  index: number,
  entry: ChangelogEntry,
  available: readonly string[],
): { readonly keys: readonly string[]; readonly problems: readonly Problem[] } {
  const keys = new Set<string>();
  const problems: Problem[] = [];
  for (const [number, name] of entry["config-keys"].entries()) {
    const resolution = resolveEntryKey(name, available);
    if (resolution.kind === "keys") {
      for (const key of resolution.keys) keys.add(key);
      continue;
    }
    const at = [index, "config-keys", number];
    const { pattern, suggestion } = resolution;
    if (suggestion === null) {
      const code = pattern.includes("*") ? "pattern_matches_nothing" : "unknown_config_key";
      problems.push(changelogProblem(changelog, at, code, { key: pattern }));
    } else {
      const values = { key: pattern, suggestion };
      problems.push(changelogProblem(changelog, at, "unknown_config_key_near", values));
    }
  }
  return { keys: [...keys], problems };
}

/** True when a recipe has any of the scenarios. */
function offers(recipe: Recipe | undefined, entry: ChangelogEntry): boolean {
  return scenariosOf(entry).some((type) => recipe?.entry.scenarios[type] !== undefined);
}

/** The recipe keys that each new entry selects; unknown keys and entries that select no work are problems (decision 19, case CFG-12). */
export function selectRecipes(
  changelog: ChangelogFile,
  added: readonly number[],
  recipes: ReadonlyMap<string, Recipe>,
  /** Every key that the masters have, also those of invalid recipes. */
  available: readonly string[],
): Selection {
  const entries: SelectingEntry[] = [];
  const problems: Problem[] = [];
  for (const index of added) {
    const entry = changelog.entries[index] ?? null;
    if (entry === null) continue;
    const resolved = resolvedKeys(changelog, index, entry, available);
    problems.push(...resolved.problems);
    entries.push({ index, entry, keys: resolved.keys });
    const known = resolved.keys.filter((key) => recipes.has(key));
    const idle = known.length > 0 && !known.some((key) => offers(recipes.get(key), entry));
    if (!idle) continue;
    const scenarios = scenariosOf(entry).join(", ");
    const at = [index, "scenario-type"];
    problems.push(changelogProblem(changelog, at, "entry_selects_nothing", { scenarios }));
  }
  return { entries, problems };
}
