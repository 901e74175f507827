import type { RecipeInput } from "./input.ts";

/** What the checks decide on that follow scripts. */
export interface ScriptInput extends Pick<
  RecipeInput,
  "details" | "places" | "points" | "sources"
> {
  readonly policies: Pick<RecipeInput["policies"], "curves">;
}
