import { readFileSync } from "node:fs";
import { join } from "node:path";
import Mustache from "mustache";
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

type Token = readonly [kind: string, name: string, start: number, end: number, inner?: unknown];

/** The names of all slots and sections of a sentence, sorted, each once. */
export function slotsOf(sentence: string): readonly string[] {
  const collect = (tokens: readonly Token[]): readonly string[] =>
    tokens.flatMap(([kind, name, , , inner]) => [
      ...(kind === "text" ? [] : [name]),
      ...(Array.isArray(inner) ? collect(inner as Token[]) : []),
    ]);
  return [...new Set(collect(Mustache.parse(sentence) as unknown as Token[]))].sort();
}
