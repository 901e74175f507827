import type { Outcome } from "../model/outcome.ts";
import type { RecipeCode } from "./codes.ts";

/** The checks that look at recipes, scripts and images: by the sign-off and by the lint alike (spec/signoff §3.6 to §3.12). */
export type RecipeCheck = 6 | 7 | 8 | 9 | 10 | 11 | 12;

/** What one of these checks says about one recipe, script or line. A check says at least one thing. */
export interface RecipeFinding {
  readonly check: RecipeCheck;
  readonly outcome: Outcome;
  /** Code of the sentence in `templates/<language>/recipes.yml`. */
  readonly code: RecipeCode;
  /** Slot values, safe to put into a comment as they are. */
  readonly values: Readonly<Record<string, string | number>>;
  /** Where it stands at the head; null where it is about the pull request as a whole. */
  readonly path: string | null;
  readonly line: number | null;
  /** Recipe key in the master file; null where it is about none. */
  readonly key: string | null;
}
