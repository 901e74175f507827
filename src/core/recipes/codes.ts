/** Sentences of the checks 6 to 12, each list beside its check. */
export type RecipeCode = never;
