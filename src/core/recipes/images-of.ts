import type { Recipe } from "../contract/recipe.ts";
import { isMapping } from "../contract/master.ts";
import { parseYaml } from "../contract/yaml.ts";
import { textAt } from "../model/sources.ts";
import type { RecipeInput } from "./input.ts";
import type { RecipePoint } from "./point.ts";
import { valueIn } from "./recipe-file.ts";

/** An image that a recipe is measured with, and where it is named. */
export interface NamedImage {
  readonly text: string;
  /** `image` of the recipe, the setting's name, or `model.container` of a recipe file. */
  readonly role: string;
  readonly path: string;
  readonly line: number;
  /** `unclear`: a variable, a file or nothing that could be read. */
  readonly kind: "literal" | "unclear";
}

const SETTINGS = ["PREFILL_IMAGE", "DECODE_IMAGE", "CLIENT_IMAGE"];

/** Every image that a recipe names: its own, those of its workers' settings, and literal ones in its recipe files (spec/signoff §3.6). */
export function imagesOf(recipe: Recipe, input: RecipeInput): readonly NamedImage[] {
  const { key, entry, document } = recipe;
  const own = { text: entry.image, role: "image", path: document.path };
  const line = document.lineOf([key, "image"]);
  const points = input.points.all.filter((point) => point.key === key);
  const all: readonly NamedImage[] = [
    { ...own, line, kind: "literal" },
    ...points.flatMap(settingImages),
    ...points.flatMap((point) => containerImages(point, input)),
  ];
  const seen = new Set<string>();
  return all.filter(({ text, role, path }) => {
    const mark = JSON.stringify([text, role, path]);
    const isNew = !seen.has(mark);
    seen.add(mark);
    return isNew;
  });
}

function settingImages({ settings, path, line }: RecipePoint): readonly NamedImage[] {
  return settings
    .filter(({ name }) => SETTINGS.includes(name))
    .map(({ name, value }) => {
      const text = value.replaceAll(/^["']|["']$/gu, "");
      return { text, role: name, path, line, kind: text.includes("$") ? "unclear" : "literal" };
    });
}

/** A bare word is an alias that the launcher resolves to the recipe's own image. */
function containerImages({ recipeFile }: RecipePoint, input: RecipeInput): readonly NamedImage[] {
  if (recipeFile === null) return [];
  const file = textAt(input.sources.head, recipeFile.path);
  // What stands in another repository, or was not read, is told by the checks that need its text.
  if (file.kind === "unknown" || file.value === null) return [];
  const document = parseYaml(file.value.text, { path: recipeFile.path });
  const { value } = document;
  if (!isMapping(value)) return [];
  const [selected = null] = /^[\w.-]+/u.exec(recipeFile.selector ?? "") ?? [];
  const places = [
    ["model"],
    ["base", "model"],
    ...(selected === null ? [] : [[selected, "model"]]),
  ];
  return places.flatMap((place): readonly NamedImage[] => {
    const model = valueIn(value, place);
    const container = isMapping(model) ? model["container"] : undefined;
    if (typeof container !== "string" || /^[\w.-]*$/u.test(container)) return [];
    const line = document.lineOf([...place, "container"]);
    const kind = /^[/.~]|\$|\{/u.test(container) ? "unclear" : "literal";
    return [{ text: container, role: "model.container", path: recipeFile.path, line, kind }];
  });
}
