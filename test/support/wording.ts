import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

/** The sentences of one area in one language, by code; problem texts and hints under `code.text`, `code.hint`. */
export function readWords(language: "en" | "zh", area: string): ReadonlyMap<string, string> {
  const path = join(import.meta.dirname, "..", "..", "templates", language, `${area}.yml`);
  const words = new Map<string, string>();
  const entries = Object.entries(parse(readFileSync(path, "utf8")) as Record<string, unknown>);
  for (const [code, value] of entries) {
    if (typeof value === "string") words.set(code, value);
    else if (typeof value === "object" && value !== null) {
      for (const [part, text] of Object.entries(value)) words.set(`${code}.${part}`, String(text));
    }
  }
  return words;
}

/** The names of the slots of a sentence, sorted. */
export function slotsOf(sentence: string): readonly string[] {
  return [...sentence.matchAll(/\{\{\{?\s*(\w+)\s*\}?\}\}/gu)].map((slot) => slot[1] ?? "").sort();
}
