import type { ChangelogFile, ScenarioType } from "../contract/changelog-entry.ts";
import { isMapping } from "../contract/master.ts";
import { SCENARIO_TYPES } from "../contract/recipe.ts";
import type { YamlValue } from "../contract/yaml.ts";
import { writtenRecipes } from "./append-scope.ts";
import type { WrittenRecipe } from "./append-scope.ts";
import { scenariosOf } from "./coverage.ts";
import type { SelectingEntry } from "./coverage.ts";
import { expandRecipe, NO_FILTER } from "./expand.ts";
import type { ParsedInputs, SweepInputs } from "./inputs.ts";
import { concurrenciesOf } from "./row.ts";
import { same } from "./same.ts";
import { recipeIdentity } from "./trim.ts";

/** What a change does to one recipe. */
export interface RecipeChange {
  readonly key: string;
  readonly kind: "added" | "removed" | "altered";
  /** Where the recipe stands at head; at base when it was removed. */
  readonly path: string;
  readonly line: number;
  /** The images before and after; null where the recipe is not there. */
  readonly image: { readonly base: string | null; readonly head: string | null };
  readonly scenarios: {
    readonly added: readonly ScenarioType[];
    readonly removed: readonly ScenarioType[];
    readonly altered: readonly ScenarioType[];
  };
  /** Points that only one side measures; null where a side's recipe is not valid, so nobody knows. */
  readonly points: { readonly added: number; readonly removed: number } | null;
  /** Indices (in the changelog at head) of the new entries that select this recipe. */
  readonly selectedBy: readonly number[];
  /** The lines at which those entries begin. */
  readonly selectedAt: readonly number[];
  /** Scenarios added or altered that no new entry selects (decision 19). */
  readonly unselected: readonly ScenarioType[];
}

export interface ChangeSources {
  readonly base: ParsedInputs;
  readonly head: ParsedInputs;
  readonly request: { readonly base: SweepInputs; readonly head: SweepInputs };
  readonly changelog: ChangelogFile;
  readonly entries: readonly SelectingEntry[];
}

function scenarioOf(recipe: YamlValue | undefined, type: ScenarioType): YamlValue | undefined {
  const scenarios = isMapping(recipe) ? recipe["scenarios"] : undefined;
  return isMapping(scenarios) ? scenarios[type] : undefined;
}

function imageOf(recipe: WrittenRecipe | undefined): string | null {
  const image = isMapping(recipe?.value) ? recipe.value["image"] : null;
  return typeof image === "string" ? image : null;
}

function fieldsChanged(before: YamlValue | undefined, after: YamlValue | undefined): boolean {
  if (!isMapping(before) || !isMapping(after)) return true;
  return !same({ ...before, scenarios: null }, { ...after, scenarios: null });
}

function scenarioChanges(
  before: YamlValue | undefined,
  after: YamlValue | undefined,
): RecipeChange["scenarios"] {
  const shared = fieldsChanged(before, after);
  const sides = SCENARIO_TYPES.map((type) => ({
    type,
    old: scenarioOf(before, type),
    now: scenarioOf(after, type),
  }));
  const types = (wanted: (side: (typeof sides)[number]) => boolean): ScenarioType[] =>
    sides.filter(wanted).map(({ type }) => type);
  return {
    added: types(({ old, now }) => old === undefined && now !== undefined),
    removed: types(({ old, now }) => old !== undefined && now === undefined),
    altered: types(
      ({ old, now }) => old !== undefined && now !== undefined && (shared || !same(old, now)),
    ),
  };
}

/** What a recipe measures on one side: nothing where it is not written, null where it is not valid. */
function pointsOf(
  inputs: ParsedInputs,
  key: string,
  written: WrittenRecipe | undefined,
): ReadonlySet<string> | null {
  if (written === undefined) return new Set();
  const recipe = inputs.masters.recipes.get(key);
  if (recipe === undefined) return null;
  const { jobs } = expandRecipe(recipe, inputs.runners, NO_FILTER);
  return new Set(
    jobs.flatMap(({ row }) => {
      const identity = recipeIdentity(row);
      return concurrenciesOf(row).map((conc) => `${conc} ${identity}`);
    }),
  );
}

function pointChanges(
  old: ReadonlySet<string> | null,
  now: ReadonlySet<string> | null,
): RecipeChange["points"] {
  if (old === null || now === null) return null;
  return { added: missingFrom(now, old), removed: missingFrom(old, now) };
}

function missingFrom(points: ReadonlySet<string>, others: ReadonlySet<string>): number {
  return [...points].filter((point) => !others.has(point)).length;
}

function changeKind(
  before: WrittenRecipe | undefined,
  after: WrittenRecipe | undefined,
): RecipeChange["kind"] {
  if (before === undefined) return "added";
  return after === undefined ? "removed" : "altered";
}

function changeOf(
  key: string,
  before: WrittenRecipe | undefined,
  after: WrittenRecipe | undefined,
  { base, head, changelog, entries }: ChangeSources,
): RecipeChange {
  const document = (after ?? before)?.document;
  const scenarios = scenarioChanges(before?.value, after?.value);
  const [old, now] = [pointsOf(base, key, before), pointsOf(head, key, after)];
  const selecting = entries.filter(({ keys }) => keys.includes(key));
  const selected = new Set(selecting.flatMap(({ entry }) => scenariosOf(entry)));
  return {
    key,
    kind: changeKind(before, after),
    path: document?.path ?? "",
    line: document?.lineOf([key]) ?? 1,
    image: { base: imageOf(before), head: imageOf(after) },
    scenarios,
    points: pointChanges(old, now),
    selectedBy: selecting.map(({ index }) => index),
    selectedAt: selecting.map(({ index }) => changelog.document.lineOf([index])),
    unselected: [...scenarios.added, ...scenarios.altered].filter((type) => !selected.has(type)),
  };
}

/** Every recipe that differs between base and head, in head's order, removed ones last. */
export function recipeChanges(sources: ChangeSources): readonly RecipeChange[] {
  const base = writtenRecipes(sources.request.base.masters);
  const head = writtenRecipes(sources.request.head.masters);
  return [...new Set([...head.keys(), ...base.keys()])].flatMap((key) => {
    const [before, after] = [base.get(key), head.get(key)];
    if (same(before?.value, after?.value)) return [];
    return [changeOf(key, before, after, sources)];
  });
}
