/** The thirteen checks in words, the same wherever one of them is told. */
import { CHECK_CODES, CHECKS, type CheckResult } from "../signoff/checks.ts";
import type { Voice } from "./template.ts";
import { say, type Words } from "./words.ts";

/** How a check is called. */
export function checkName(check: number, words: Words, voice: Voice): string {
  const name = CHECKS.find((each) => each.check === check)?.name ?? "check_owners";
  return say(words, `signoff.${name}`, {}, voice);
}

const SIGNOFF_CODES: ReadonlySet<string> = new Set(CHECK_CODES);

/** What a check came to, in one sentence: of the sign-off's own, or of those about recipes. */
export function rowSentence(
  { code, values }: Pick<CheckResult, "code" | "values">,
  words: Words,
  voice: Voice,
): string {
  const area = SIGNOFF_CODES.has(code) ? "signoff" : "recipes";
  return say(words, `${area}.${code}`, values, voice);
}

/** What is remarked on a row besides, a sentence each. */
export function rowNotes(
  { notes, values }: Pick<CheckResult, "notes" | "values">,
  words: Words,
  voice: Voice,
): readonly string[] {
  return notes.map((note) => say(words, `signoff.${note}`, values, voice));
}
