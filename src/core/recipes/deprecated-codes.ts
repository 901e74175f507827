/** Sentences of check 7. */
export const DEPRECATED_CODES = [
  "deprecated_no_recipe",
  "deprecated_table_unread",
  "deprecated_recipe_invalid",
  "deprecated_brought_back",
  "deprecated_prefix_unknown",
  "deprecated_scenario_unlisted",
  "deprecated_arm_unclear",
  "deprecated_model_retired",
  "deprecated_everywhere",
  "deprecated_scenario",
  "deprecated_precision",
  "deprecated_soon",
  "deprecated_not",
] as const;
export type DeprecatedCode = (typeof DEPRECATED_CODES)[number];
