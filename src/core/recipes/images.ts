import type { Recipe } from "../contract/recipe.ts";
import { skuOf } from "../matrix/scripts-of.ts";
import { codeSpan } from "../markdown/escape.ts";
import type { Outcome } from "../model/outcome.ts";
import { textAt } from "../model/sources.ts";
import { MODELS_PATH } from "./deprecated.ts";
import { engineOf, firstEngine } from "./engines.ts";
import type { RecipeFinding } from "./finding.ts";
import { isPublishedBy, parseImageName } from "./image-name.ts";
import type { ImageCode } from "./image-codes.ts";
import { imageFinding, isDocumented } from "./image-words.ts";
import { imagesOf, type NamedImage } from "./images-of.ts";
import type { RecipeInput } from "./input.ts";
import { parseModelsTable } from "./models-table.ts";
import type { ImagesPolicy } from "./policy-images.ts";

/**
 * Check 6: upstream images on hardware that upstream runs on, and the upstream engine before any
 * other (spec/signoff §3.6). An exception that the sign-off explains is for a person to accept.
 */
export function checkImages(input: RecipeInput): readonly RecipeFinding[] {
  const keys = [...new Set([...input.keys.added, ...input.keys.changed])].sort();
  const submitted = keys.filter((key) => !input.keys.removed.includes(key));
  if (submitted.length === 0) return [imageFinding("na", "images_nothing_changed")];
  const documented = isDocumented(input.details ?? [], input.policies.images.exceptions);
  const models = textAt(input.sources.policy, MODELS_PATH);
  const text = models.kind === "known" ? (models.value?.text ?? null) : null;
  const engines = text === null ? {} : (parseModelsTable(text)?.engines ?? {});
  return submitted.flatMap((key) => {
    const recipe = input.parsed.head.masters.recipes.get(key);
    if (recipe === undefined) return [imageFinding("human", "images_recipe_invalid", { key })];
    const upstream = imagesOf(recipe, input).map((image) =>
      judgeImage(image, recipe, { policy: input.policies.images, documented }),
    );
    return [...upstream, ...firstEngine(recipe, input, { documented, engines })];
  });
}

interface Ground {
  readonly policy: ImagesPolicy;
  readonly documented: boolean;
}

/** One image by the engine that the framework serves with. */
function judgeImage(
  image: NamedImage,
  recipe: Recipe,
  { policy, documented }: Ground,
): RecipeFinding {
  const { framework } = recipe.entry;
  const engine = engineOf(framework, policy);
  const at = (
    outcome: Outcome,
    code: ImageCode,
    more: RecipeFinding["values"] = {},
  ): RecipeFinding =>
    imageFinding(outcome, code, {
      key: recipe.key,
      path: image.path,
      line: image.line,
      values: {
        image: codeSpan(image.text, { most: 150 }),
        framework: codeSpan(framework, { most: 40 }),
        role: codeSpan(image.role, { most: 40 }),
        ...more,
      },
    });
  if (engine === null) return at("na", "images_other_engine");
  if (!policy.established.includes(skuOf(recipe.entry))) {
    return at("na", "images_sku_not_established", {
      sku: codeSpan(skuOf(recipe.entry), { most: 40 }),
    });
  }
  const name = image.kind === "literal" ? parseImageName(image.text) : null;
  if (name === null) return at("human", "images_unreadable");
  if (engine.kind !== "unlisted" && isPublishedBy(name, engine.organisations)) {
    return at("pass", "images_upstream");
  }
  const wanted = {
    organisations: engine.organisations.map((each) => codeSpan(each, { most: 40 })).join(", "),
  };
  if (documented) return at("human", "images_documented", wanted);
  if (image.role === "CLIENT_IMAGE") return at("human", "images_client_not_upstream", wanted);
  if (engine.kind !== "exact") return at("human", "images_not_upstream_derived", wanted);
  return at("fail", "images_not_upstream", wanted);
}
