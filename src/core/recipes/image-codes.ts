/** Sentences of check 6: the image (6a), then the engine (6b). */
export const IMAGE_CODES = [
  "images_nothing_changed",
  "images_recipe_invalid",
  "images_unreadable",
  "images_upstream",
  "images_sku_not_established",
  "images_other_engine",
  "images_not_upstream",
  "images_not_upstream_derived",
  "images_client_not_upstream",
  "images_documented",
  "engine_sibling",
  "engine_family_sibling",
  "engine_mapped_elsewhere",
  "engine_missing",
  "engine_missing_documented",
] as const;
export type ImageCode = (typeof IMAGE_CODES)[number];
