import type { Language } from "../model/config.ts";
import type { Problem } from "../model/problem.ts";
import { renderTemplate, type View, type Voice } from "./template.ts";

/** All sentences of one language, as loaded from `templates/<language>/`. */
export interface Words {
  readonly language: Language;
  /** `<area>.<code>` → text, from the `.yml` files. */
  readonly sentences: Readonly<Record<string, string>>;
  /** Problem code → what is wrong and what to do, from `problems-*.yml`. */
  readonly problems: Readonly<Record<string, { readonly text: string; readonly hint: string }>>;
  /** Comment bodies, from the `.md` files, by file name without the ending. */
  readonly pages: Readonly<Record<string, string>>;
}

export type Dictionary = Readonly<Record<Language, Words>>;

/** The sentence of a code with its slots filled; an unknown code throws, it is a programming error. */
export function say(words: Words, code: string, view: View, voice: Voice): string {
  const template = words.sentences[code];
  if (template === undefined) throw new Error(`No sentence "${code}" in ${words.language}`);
  return renderTemplate(template, view, voice).trim();
}

/** The sentence if there is one: not every state has a next step. */
export function sayIfAny(words: Words, code: string, view: View, voice: Voice): string | null {
  return words.sentences[code] === undefined ? null : say(words, code, view, voice);
}

/** A comment body from its page. */
export function renderPage(words: Words, page: string, view: View, voice: Voice): string {
  const template = words.pages[page];
  if (template === undefined) throw new Error(`No page "${page}" in ${words.language}`);
  return renderTemplate(template, view, voice);
}

/** What is wrong and what to do about it, in one language. */
export function describeProblem(
  problem: Problem,
  words: Words,
  voice: Voice,
): { readonly text: string; readonly hint: string } {
  const entry = words.problems[problem.code];
  if (entry === undefined) throw new Error(`No problem "${problem.code}" in ${words.language}`);
  return {
    text: renderTemplate(entry.text, problem.values, voice).trim(),
    hint: renderTemplate(entry.hint, problem.values, voice).trim(),
  };
}

/** Sentences in a row, with a blank between them where the language has one. */
export function joined(sentences: readonly string[], { language }: Words): string {
  return sentences.filter((text) => text !== "").join(language === "zh" ? "" : " ");
}
