import type { ScenarioType } from "../contract/changelog-entry.ts";
import { parseRunners } from "../contract/runners.ts";
import type { Masters } from "../contract/master.ts";
import type { ChangedFile, FileContent } from "../model/github.ts";
import type { Problem } from "../model/problem.ts";
import { scenariosOf } from "./coverage.ts";
import type { SelectingEntry } from "./coverage.ts";
import { scriptsOf } from "./scripts-of.ts";

export interface UncoveredSources {
  readonly masters: Masters;
  readonly runners: FileContent;
  readonly entries: readonly SelectingEntry[];
  /** Every path at head. */
  readonly tree: readonly string[];
  /** All changed files, and of these the paths that a sweep measures. */
  readonly changed: readonly ChangedFile[];
  readonly measured: readonly string[];
  /** Shared code: it serves the scripts of the folder that it stands in. A trailing `/` names a folder. */
  readonly shared: readonly string[];
}

type Scenarios = ReadonlySet<ScenarioType>;
/** Path → recipe key → the scenarios in which the recipe runs the file. */
type Users = ReadonlyMap<string, ReadonlyMap<string, Scenarios>>;

/** Keys that are named in full; the rest is a number. */
const NAMED_KEYS = 5;

/** Changed measured files whose recipes no new entry names, each with those recipes (decision 19). */
export function uncoveredFiles(sources: UncoveredSources): readonly Problem[] {
  const users = usersOf(sources);
  const selected = selectedScenarios(sources.entries);
  return sources.measured.flatMap((path): readonly Problem[] => {
    const recipes = recipesOf(path, users, sources.shared);
    const common = { path, line: 1 } as const;
    if (recipes.size === 0) {
      const values = { file: path };
      return [{ code: "measured_file_unmapped", severity: "notice", ...common, values }];
    }
    const keys = [...recipes]
      .filter(([key, scenarios]) =>
        [...scenarios].some((type) => selected.get(key)?.has(type) !== true),
      )
      .map(([key]) => key);
    if (keys.length === 0) return [];
    const named = keys.slice(0, NAMED_KEYS).join(", ");
    const values = { file: path, keys: named, more: Math.max(0, keys.length - NAMED_KEYS) };
    return [{ code: "script_without_entry", severity: "warning", ...common, values }];
  });
}

/** Recipe keys that run one of the paths as a script of their own (decision 20). */
export function keysRunning(paths: readonly string[], sources: UserSources): readonly string[] {
  const users = usersOf(sources, "script");
  return [...new Set(paths.flatMap((path) => [...(users.get(path)?.keys() ?? [])]))];
}

/** Recipe keys that are measured with a path, shared code included; none for a path that belongs to no recipe. */
export function keysMeasuredWith(
  sources: UserSources & Pick<UncoveredSources, "shared">,
): (path: string) => readonly string[] {
  const users = usersOf(sources);
  return (path) => [...recipesOf(path, users, sources.shared).keys()];
}

type UserSources = Pick<UncoveredSources, "masters" | "runners" | "tree" | "changed">;

/** A file that is gone or new was or will be run instead of another: both sides count. */
function usersOf(sources: UserSources, only?: "script"): Users {
  const { masters } = sources;
  const { runners } = parseRunners(sources.runners);
  const sides = [new Set(sources.tree), pathsBefore(sources)];
  const users = new Map<string, Map<string, Set<ScenarioType>>>();
  for (const { key, entry } of masters.recipes.values()) {
    const files = sides.flatMap((paths) => scriptsOf(entry, paths, runners).files);
    for (const { path, scenario, role } of files) {
      if (only !== undefined && role !== only) continue;
      const recipes = users.get(path) ?? new Map<string, Set<ScenarioType>>();
      users.set(path, recipes.set(key, (recipes.get(key) ?? new Set()).add(scenario)));
    }
  }
  return users;
}

function pathsBefore({ tree, changed }: UserSources): ReadonlySet<string> {
  const before = new Set(tree);
  for (const { path, previousPath, status } of changed) {
    if (status === "added" || status === "renamed") before.delete(path);
    if (status === "removed") before.add(path);
    if (previousPath !== null) before.add(previousPath);
  }
  return before;
}

function recipesOf(
  path: string,
  users: Users,
  shared: readonly string[],
): ReadonlyMap<string, Scenarios> {
  const place = shared.find((each) => (each.endsWith("/") ? path.startsWith(each) : path === each));
  if (place === undefined) return users.get(path) ?? new Map<string, Scenarios>();
  const folder = place.replace(/[^/]+\/?$/u, "");
  const recipes = new Map<string, Set<ScenarioType>>();
  for (const [script, keys] of users) {
    if (!script.startsWith(folder) || !script.endsWith(".sh")) continue;
    for (const [key, scenarios] of keys) {
      recipes.set(key, new Set([...(recipes.get(key) ?? []), ...scenarios]));
    }
  }
  return recipes;
}

function selectedScenarios(entries: readonly SelectingEntry[]): ReadonlyMap<string, Scenarios> {
  const selected = new Map<string, Set<ScenarioType>>();
  for (const { entry, keys } of entries) {
    for (const key of keys) {
      selected.set(key, new Set([...(selected.get(key) ?? []), ...scenariosOf(entry)]));
    }
  }
  return selected;
}
