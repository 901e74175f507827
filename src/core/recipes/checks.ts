import { checkAcceptance } from "./acceptance.ts";
import { checkAppendOnly } from "./append-only.ts";
import { checkChatTemplate } from "./chat-template.ts";
import { checkDeprecated } from "./deprecated.ts";
import { decideArchitecture } from "./architecture.ts";
import type { RecipeCheck, RecipeFinding } from "./finding.ts";
import { checkImages } from "./images.ts";
import type { RecipeInput } from "./input.ts";
import { decidePatches } from "./patches.ts";
import { remembered, type ScriptInput } from "./remember.ts";

/** One of the checks 6 to 12; it says at least one thing about any input. */
export interface RecipeRule {
  readonly check: RecipeCheck;
  readonly find: (input: RecipeInput) => readonly RecipeFinding[];
}

/** The checks that are decided by program, in their order; the others wait for a person. */
export const RECIPE_RULES: readonly RecipeRule[] = [
  { check: 6, find: checkImages },
  { check: 7, find: checkDeprecated },
  followed(8, (input) => decideArchitecture(input)),
  followed(9, checkChatTemplate),
  followed(10, decidePatches),
  followed(11, checkAcceptance),
  { check: 12, find: checkAppendOnly },
];

/** More text of a side than this is not followed: about what a repository of some hundred scripts has. */
const MOST_CHARACTERS = 2_000_000;

/** A check that follows scripts: once for the same files, and not at all for more than a person would submit. */
function followed(
  check: RecipeCheck,
  find: (input: ScriptInput) => readonly RecipeFinding[],
): RecipeRule {
  const tooMuch: RecipeFinding = {
    ...{ check, outcome: "human", code: "recipes_too_much", values: {} },
    ...{ path: null, line: null, key: null },
  };
  return {
    check,
    find: (input) => (isTooMuch(input) ? [tooMuch] : remembered(input, String(check), find)),
  };
}

/** A whole repository is looked at by somebody who waits for it, and by no server. */
function isTooMuch({ pull, sources }: RecipeInput): boolean {
  const sides = pull === null ? [] : [sources.head, sources.base];
  return sides.some(({ texts }) => {
    const sizes = Object.values(texts).map((reading) =>
      reading.kind === "known" ? (reading.value?.text.length ?? 0) : 0,
    );
    return sizes.reduce((sum, size) => sum + size, 0) > MOST_CHARACTERS;
  });
}

/** Everything that the checks say about these recipes (spec/signoff §3.6 to §3.12). */
export function recipeFindings(
  input: RecipeInput,
  rules: readonly RecipeRule[] = RECIPE_RULES,
): readonly RecipeFinding[] {
  return rules.flatMap((rule) => rule.find(input));
}
