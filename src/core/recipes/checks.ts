import { checkAcceptance } from "./acceptance.ts";
import { checkChatTemplate } from "./chat-template.ts";
import type { RecipeFinding } from "./finding.ts";
import type { RecipeInput } from "./input.ts";

/** A check in the order of their numbers. */
type RecipeRule = (input: RecipeInput) => readonly RecipeFinding[];

/** The checks that are decided by program; the others wait for a person. */
const RULES: readonly RecipeRule[] = [checkChatTemplate, checkAcceptance];

/** Everything that the checks 6 to 12 say about these recipes (spec/signoff §3.6 to §3.12). */
export function recipeFindings(input: RecipeInput): readonly RecipeFinding[] {
  return RULES.flatMap((rule) => rule(input));
}
