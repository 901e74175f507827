import { codeSpan } from "../markdown/escape.ts";
import type { Outcome } from "../model/outcome.ts";
import type { RecipeFinding } from "./finding.ts";
import type { ImageCode } from "./image-codes.ts";
import type { SignoffDetail } from "./input.ts";
import type { ImagesPolicy } from "./policy-images.ts";

interface Place {
  readonly key?: string;
  readonly path?: string;
  readonly line?: number;
  readonly values?: RecipeFinding["values"];
}

/** Something that check 6 says; the recipe's key is one of the slots. */
export function imageFinding(outcome: Outcome, code: ImageCode, place: Place = {}): RecipeFinding {
  const { key = null, path = null, line = null, values = {} } = place;
  const named = key === null ? {} : { key: codeSpan(key, { most: 120 }) };
  return { check: 6, outcome, code, values: { ...values, ...named }, path, line, key };
}

/** Said before the image and the engine are looked at. */
const OF_BOTH: ReadonlySet<string> = new Set<ImageCode>([
  "images_nothing_changed",
  "images_recipe_invalid",
]);

/**
 * Which halves of check 6 a sentence belongs to: the checklist asks for each apart (spec/signoff §2.5).
 * What could not be looked at leaves both open.
 */
export function imageParts(code: string): readonly ("6a" | "6b")[] {
  if (code.startsWith("engine_")) return ["6b"];
  return code.startsWith("images_") && !OF_BOTH.has(code) ? ["6a"] : ["6a", "6b"];
}

/** Whether a sign-off asks for an exception in the words that count; a maintainer then has to accept it. */
export function isDocumented(
  details: readonly SignoffDetail[],
  { words, withLink }: ImagesPolicy["exceptions"],
): boolean {
  return details.some(({ text, isEmpty, links }) => {
    if (isEmpty) return false;
    const said = text.toLowerCase().replaceAll(/\s+/gu, " ");
    const names = (word: string): boolean => said.includes(word.toLowerCase());
    return words.some(names) || (links.length > 0 && withLink.some(names));
  });
}
