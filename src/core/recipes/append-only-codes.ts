/** Sentences of check 12; the violations are those of the sweep plan, under the same names. */
export const APPEND_ONLY_CODES = [
  "append_only_none",
  "append_only_unread",
  "append_only_unplanned",
  "append_only_files_unread",
  "append_only_other_files",
  "append_only_holds",
  "append_only_mixed",
  "append_only_with_evals",
  "append_only_with_eval_labels",
  "append_only_base_invalid",
  "append_only_unselected",
  "append_only_scenario_set",
  "append_only_other_scenario",
  "append_only_shared_fields",
  "append_only_new_recipe",
  "append_only_recipe_changed",
  "append_only_points_removed",
  "append_only_no_curve",
  "append_only_nothing_added",
  "append_only_new_curve",
] as const;
export type AppendOnlyCode = (typeof APPEND_ONLY_CODES)[number];
