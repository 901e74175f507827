import type { Masters } from "../contract/master.ts";
import type { Recipe, SearchSpaceEntry } from "../contract/recipe.ts";
import { SCENARIO_TYPES } from "../contract/recipe.ts";
import type { Runners } from "../contract/runners.ts";
import type { ScenarioType } from "../contract/changelog-entry.ts";
import { concurrenciesIn } from "../matrix/concurrency.ts";
import { launchersOf, measuredWith, skuOf } from "../matrix/scripts-of.ts";
import type { RecipePoint } from "./point.ts";

type Tree = ReadonlySet<string>;

/** Every search-space entry of the valid recipes with what it is measured with, in file order (spec/signoff §0.4). */
export function pointsOf(masters: Masters, tree: Tree, runners: Runners): readonly RecipePoint[] {
  return [...masters.recipes.values()].flatMap((recipe) => {
    const launchers = launchersOf(recipe.entry, runners);
    const parts = { recipe, tree, launchers };
    return SCENARIO_TYPES.flatMap((scenario) =>
      (recipe.entry.scenarios[scenario] ?? []).flatMap((block, blockIndex) =>
        block["search-space"].map((space, index) =>
          pointOf(space, parts, {
            scenario,
            lengths: "isl" in block ? { isl: block.isl, osl: block.osl } : null,
            place: ["scenarios", scenario, blockIndex, "search-space", index],
          }),
        ),
      ),
    );
  });
}

interface RecipeParts {
  readonly recipe: Recipe;
  readonly tree: Tree;
  readonly launchers: readonly string[];
}

interface PointPlace {
  readonly scenario: ScenarioType;
  readonly lengths: RecipePoint["lengths"];
  readonly place: readonly (string | number)[];
}

function pointOf(
  space: SearchSpaceEntry,
  { recipe, tree, launchers }: RecipeParts,
  { scenario, lengths, place }: PointPlace,
): RecipePoint {
  const { key, entry, document } = recipe;
  const { script, configured } = measuredWith(entry, space, scenario, tree);
  const file = configured.find(({ role }) => role === "measured");
  return {
    key,
    path: document.path,
    line: document.lineOf([key, ...place]),
    entry,
    space,
    scenario,
    lengths,
    sku: skuOf(entry),
    concurrencies: concurrenciesIn(space, null),
    script,
    recipeFile: file === undefined ? null : { path: file.path, selector: file.selector },
    launchers,
    settings: [...settingsOf(space, "prefill"), ...settingsOf(space, "decode")],
  };
}

function settingsOf(
  space: SearchSpaceEntry,
  role: "prefill" | "decode",
): readonly RecipePoint["settings"][number][] {
  return (space[role]?.["additional-settings"] ?? []).map((setting) => {
    const [, name = setting, value = ""] = /^([^=]*)=([^]*)$/u.exec(setting) ?? [];
    return { role, name, value };
  });
}
