import { checkAcceptance } from "./acceptance.ts";
import { checkAppendOnly } from "./append-only.ts";
import { checkChatTemplate } from "./chat-template.ts";
import { checkDeprecated } from "./deprecated.ts";
import { decideArchitecture } from "./architecture.ts";
import type { RecipeCheck, RecipeFinding } from "./finding.ts";
import { checkImages } from "./images.ts";
import type { RecipeInput } from "./input.ts";
import { decidePatches } from "./patches.ts";

/** One of the checks 6 to 12; it says at least one thing about any input. */
export interface RecipeRule {
  readonly check: RecipeCheck;
  readonly find: (input: RecipeInput) => readonly RecipeFinding[];
}

/** The checks that are decided by program, in their order; the others wait for a person. */
export const RECIPE_RULES: readonly RecipeRule[] = [
  { check: 6, find: checkImages },
  { check: 7, find: checkDeprecated },
  { check: 8, find: (input) => decideArchitecture(input) },
  { check: 9, find: checkChatTemplate },
  { check: 10, find: decidePatches },
  { check: 11, find: checkAcceptance },
  { check: 12, find: checkAppendOnly },
];

/** Everything that the checks say about these recipes (spec/signoff §3.6 to §3.12). */
export function recipeFindings(
  input: RecipeInput,
  rules: readonly RecipeRule[] = RECIPE_RULES,
): readonly RecipeFinding[] {
  return rules.flatMap((rule) => rule.find(input));
}
