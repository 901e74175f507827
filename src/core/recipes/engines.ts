import type { Recipe, RecipeEntry } from "../contract/recipe.ts";
import { skuOf } from "../matrix/scripts-of.ts";
import { codeSpan } from "../markdown/escape.ts";
import type { RecipeFinding } from "./finding.ts";
import { imageFinding } from "./image-words.ts";
import type { RecipeInput } from "./input.ts";
import type { ModelsTable } from "./models-table.ts";
import type { ImagesPolicy } from "./policy-images.ts";

/** The upstream engine that a framework serves with; `unlisted`: named like one, and in no list. */
export interface Engine {
  readonly kind: "exact" | "derived" | "unlisted";
  readonly name: string;
  readonly organisations: readonly string[];
}

/** The engine behind a framework; null for engines of other makers (trt, atom, tilert …). */
export function engineOf(framework: string, { engines }: ImagesPolicy): Engine | null {
  for (const [name, { organisations, derived }] of Object.entries(engines)) {
    if (framework === name) return { kind: "exact", name, organisations };
    if (derived.includes(framework)) return { kind: "derived", name, organisations };
  }
  const near = Object.entries(engines).find(([name]) => framework.includes(name));
  if (near === undefined) return null;
  const [name, { organisations }] = near;
  return { kind: "unlisted", name, organisations };
}

interface Ground {
  readonly documented: boolean;
  readonly engines: ModelsTable["engines"];
}

/** Second half of check 6: where another engine is added, an upstream one serves the model on that hardware already. */
export function firstEngine(
  recipe: Recipe,
  input: RecipeInput,
  ground: Ground,
): readonly RecipeFinding[] {
  const { key, entry, document } = recipe;
  const policy = input.policies.images;
  if (!input.keys.added.includes(key) || engineOf(entry.framework, policy) !== null) return [];
  const siblings = siblingsOf(recipe, input);
  const exact = siblings.find((each) => engineOf(each.entry.framework, policy)?.kind === "exact");
  const sibling = exact ?? siblings[0] ?? null;
  const place = { key, path: document.path, line: document.lineOf([key]) };
  const values = {
    framework: codeSpan(entry.framework, { most: 40 }),
    model: codeSpan(entry["model-prefix"], { most: 60 }),
    sku: codeSpan(skuOf(entry), { most: 40 }),
  };
  if (sibling === null) {
    return ground.documented
      ? [imageFinding("human", "engine_missing_documented", { ...place, values })]
      : [imageFinding("fail", "engine_missing", { ...place, values })];
  }
  const named = { ...place, values: { ...values, sibling: codeSpan(sibling.key, { most: 120 }) } };
  const code = sibling === exact ? "engine_sibling" : "engine_family_sibling";
  const served = engineOf(sibling.entry.framework, policy)?.name ?? "";
  return [imageFinding("pass", code, named), ...mappedElsewhere(entry, served, { named, ground })];
}

/** A remark where `MODELS.md` gives the model to the other upstream engine. */
function mappedElsewhere(
  entry: RecipeEntry,
  served: string,
  {
    named,
    ground,
  }: { readonly named: Parameters<typeof imageFinding>[2]; readonly ground: Ground },
): readonly RecipeFinding[] {
  const engines = ground.engines[entry["model-prefix"]] ?? [];
  if (engines.length === 0 || engines.includes(served)) return [];
  const mapped = engines.map((each) => codeSpan(each, { most: 40 })).join(", ");
  const values = { ...named?.values, mapped };
  return [imageFinding("pass", "engine_mapped_elsewhere", { ...named, values })];
}

/** Recipes of an upstream engine for the same model and hardware, here or where the pull request began. */
function siblingsOf({ entry }: Recipe, { parsed, policies }: RecipeInput): readonly Recipe[] {
  const recipes = [
    ...parsed.head.masters.recipes.values(),
    ...parsed.base.masters.recipes.values(),
  ];
  return recipes.filter(
    (other) =>
      other.entry["model-prefix"] === entry["model-prefix"] &&
      skuOf(other.entry) === skuOf(entry) &&
      engineOf(other.entry.framework, policies.images) !== null,
  );
}
