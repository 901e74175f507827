import type { RecipeInput } from "./input.ts";
import type { PatchPolicy } from "./policy-patches.ts";

/** What check 10 decides on. */
export type PatchInput = Pick<RecipeInput, "pull" | "files" | "sources" | "details"> & {
  readonly points: Pick<RecipeInput["points"], "touched">;
  readonly places: Pick<RecipeInput["places"], "measured">;
  readonly policies: { readonly patches: PatchPolicy };
};
