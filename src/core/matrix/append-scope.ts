import type { ScenarioType } from "../contract/changelog-entry.ts";
import { isMapping, parseMaster } from "../contract/master.ts";
import type { YamlDocument, YamlMapping, YamlValue } from "../contract/yaml.ts";
import type { FileContent } from "../model/github.ts";
import type { Problem } from "../model/problem.ts";
import { without } from "./row.ts";
import { same } from "./same.ts";

/** A recipe as it is written, valid or not, and the document that it stands in. */
export interface WrittenRecipe {
  readonly value: YamlValue;
  readonly document: YamlDocument;
}

/** The recipes of several master files as they are written, by key. */
export function writtenRecipes(
  masters: readonly (FileContent | null)[],
): ReadonlyMap<string, WrittenRecipe> {
  const written = new Map<string, WrittenRecipe>();
  for (const file of masters) {
    if (file === null) continue;
    const { document } = parseMaster(file);
    if (!isMapping(document.value)) continue;
    for (const key of document.keysAt([])) {
      if (!written.has(key)) written.set(key, { value: document.value[key] ?? null, document });
    }
  }
  return written;
}

/** Which scenarios of which recipes an append-only change may add to. */
export type AppendScope = ReadonlyMap<string, ReadonlySet<ScenarioType>>;
type Written = ReadonlyMap<string, WrittenRecipe>;

function scenariosIn(recipe: YamlValue): YamlMapping {
  const scenarios = isMapping(recipe) ? recipe["scenarios"] : undefined;
  return isMapping(scenarios) ? scenarios : {};
}

function problemAt(
  recipe: WrittenRecipe,
  path: readonly string[],
  code: string,
  values: Problem["values"],
): Problem {
  const { document } = recipe;
  const position = document.placeOf(path);
  return { code, severity: "error", path: document.path, ...position, values };
}

function unselectedProblems(base: Written, head: Written, scope: AppendScope): Problem[] {
  const keys = new Set([...base.keys(), ...head.keys()]);
  return [...keys].flatMap((key) => {
    const [before, after] = [base.get(key), head.get(key)];
    if (scope.has(key) || same(before?.value, after?.value)) return [];
    const shown = after ?? [...head.values()][0] ?? before;
    return shown === undefined ? [] : [problemAt(shown, [key], "append_only_unselected", { key })];
  });
}

const SCENARIOS = new Set(["scenarios"]);

function recipeProblems(
  key: string,
  before: WrittenRecipe,
  after: WrittenRecipe,
  selected: ReadonlySet<string>,
): Problem[] {
  const [old, now] = [scenariosIn(before.value), scenariosIn(after.value)];
  const names = Object.keys(now);
  if (!same([...names].sort(), Object.keys(old).sort())) {
    return [problemAt(after, [key, "scenarios"], "append_only_scenario_set", { key })];
  }
  const outside = names.filter((name) => !selected.has(name));
  const problems = outside
    .filter((name) => !same(old[name], now[name]))
    .map((scenario) => {
      const at = [key, "scenarios", scenario];
      return problemAt(after, at, "append_only_other_scenario", { key, scenario });
    });
  const [oldFields, nowFields] = [before, after].map(({ value }) =>
    isMapping(value) ? without(value, SCENARIOS) : value,
  );
  if (outside.length === 0 || same(oldFields, nowFields)) return problems;
  return [problemAt(after, [key], "append_only_shared_fields", { key }), ...problems];
}

/** What an append-only change touches outside the recipes and scenarios that its entries name (spec/matrix §5.2). */
export function appendScopeProblems(
  base: Written,
  head: Written,
  scope: AppendScope,
): readonly Problem[] {
  const selected = [...scope].flatMap(([key, scenarios]) => {
    const [before, after] = [base.get(key), head.get(key)];
    if (after === undefined) return [];
    if (before === undefined) return [problemAt(after, [key], "append_only_new_recipe", { key })];
    return recipeProblems(key, before, after, scenarios);
  });
  return [...unselectedProblems(base, head, scope), ...selected];
}
