import { readLines, type MarkdownLine } from "../markdown/lines.ts";
import { COMMENT_CHARACTERS } from "../model/limits.ts";
import { isEmptyDetail, readChecklist, type ChecklistItem, type Signature } from "./checklist.ts";
import { longestCommonSubsequence } from "./match.ts";

/** The machine-read phrase, exact and case-sensitive (spec/signoff §1.1). */
export const PHRASE = "As a PR reviewer and CODEOWNER";

/** Fewer task-list items than this make no sign-off. */
const LEAST_ITEMS = 3;
const MOST_LINKS = 100;

export interface Signoff {
  readonly items: readonly ChecklistItem[];
  readonly detail: {
    readonly text: string;
    readonly isEmpty: boolean;
    /** Destinations of links in the section, `https` only, as they were written. */
    readonly links: readonly string[];
  };
  readonly signature: Signature;
}

/** Why a text that looks like a sign-off is none; each has a sentence in `signoff.yml`. */
export const NEAR_MISSES = [
  "in_code_block",
  "too_few_items",
  "not_at_line_start",
  "altered_phrase",
  "too_long",
] as const;
export type NearMiss = (typeof NEAR_MISSES)[number];

const PHRASE_LINE = new RegExp(String.raw`^ {0,3}(?:\*\*)?${PHRASE}`, "u");
const TASK = /^ *(?:[-*+]|\d{1,9}[.)]) {1,20}\[([ xX✓✔]?)\]/u;
const BOX = /\[[ xX✓✔]?\]/gu;
/** Zero-width and bidi characters, and the variation selector behind ✔. */
const UNSEEN = /\p{Cf}|\uFE0F/gu;
const LINK = /https:\/\/[^\s<>"'`)\]]{1,2000}/gu;

/** Whether a body is worth reading as a sign-off or as something meant as one: cheap, and never a verdict. */
export function mayBeSignoff(body: string): boolean {
  if (body.includes(PHRASE)) return true;
  if (!/[[\uFF3B]/u.test(body)) return false;
  const text = normalise(body);
  return text.includes(PHRASE) || (hasBoxes(text) && /owner|reviewer/iu.test(text));
}

/**
 * The sign-off in a comment or review body, or null (spec/signoff §1.1 and §2): the phrase begins a
 * line outside code, quotes and HTML comments, and at least three task-list items follow.
 */
export function parseSignoff(body: string): Signoff | null {
  if (isTooLong(body) || !body.normalize("NFKC").includes("CODEOWNER")) return null;
  const lines = visible(readLines(normalise(body)));
  const start = lines.findIndex((line) => isPhraseLine(line));
  if (start < 0) return null;
  const { items, detail, signature } = readChecklist(lines.slice(start + 1));
  if (items.length < LEAST_ITEMS) return null;
  const text = detail.join("\n").trim();
  return {
    items,
    detail: { text, isEmpty: isEmptyDetail(detail), links: linksIn(text) },
    signature,
  };
}

/**
 * Why a body that was probably meant as a sign-off is none, or null when it is one or was never
 * meant as one. Quotes, and templates pasted with no box ticked, are not answered. Where it was parsed
 * already, that is not done again.
 */
export function nearMiss(body: string, signoff = parseSignoff(body)): NearMiss | null {
  if (signoff !== null || !mayBeSignoff(body)) return null;
  if (isTooLong(body)) return body.includes(PHRASE) ? "too_long" : null;
  const lines = readLines(normalise(body));
  const shown = visible(lines);
  const code = lines.filter((line) => line.kind === "code");
  const phraseInCode = code.some((line) => line.text.includes(PHRASE));
  const phraseShown = shown.some(isPhraseLine);
  if ((phraseInCode || phraseShown) && meantAsForm(code)) return "in_code_block";
  return phraseShown ? "too_few_items" : missedPhrase(shown);
}

function missedPhrase(shown: readonly MarkdownLine[]): NearMiss | null {
  if (!meantAsForm(shown)) return null;
  if (shown.some((line) => line.text.includes(PHRASE))) return "not_at_line_start";
  return shown.some((line) => resemblesPhrase(line.text)) ? "altered_phrase" : null;
}

/** Text as it is compared: NFKC, LF, without characters that cannot be seen (spec/signoff §2.2). */
export function normalise(body: string): string {
  return body.replaceAll("\r\n", "\n").normalize("NFKC").replaceAll(UNSEEN, "");
}

/** The lines a reader sees as text, blank ones included. */
export function visible(lines: readonly MarkdownLine[]): readonly MarkdownLine[] {
  const shown = new Set(["text", "inline_code", "blank"]);
  return lines.filter((line) => shown.has(line.kind));
}

function isTooLong(body: string): boolean {
  return body.length > COMMENT_CHARACTERS && Array.from(body).length > COMMENT_CHARACTERS;
}

/** True for a line of text that begins with the phrase. */
export function isPhraseLine(line: MarkdownLine): boolean {
  return line.kind === "text" && PHRASE_LINE.test(line.text);
}

function hasBoxes(text: string): boolean {
  return (text.match(BOX) ?? []).length >= LEAST_ITEMS;
}

function meantAsForm(lines: readonly MarkdownLine[]): boolean {
  const boxes = lines.flatMap((line) => TASK.exec(line.text)?.[1] ?? []);
  return boxes.length >= LEAST_ITEMS && boxes.some((box) => box.trim() !== "");
}

function resemblesPhrase(text: string): boolean {
  const words = (text: string): readonly string[] =>
    text
      .slice(0, 200)
      .toLowerCase()
      .replaceAll(/code[ -]owner/gu, "codeowner")
      .match(/[a-z]+/gu) ?? [];
  const wanted = words(PHRASE);
  const given = words(text).slice(0, 2 * wanted.length);
  const named = given.includes("codeowner") || given.includes("reviewer");
  return named && longestCommonSubsequence(wanted, given) >= wanted.length - 2;
}

/** Destinations of `https` links in a text, as they were written, each once. */
export function linksIn(text: string): readonly string[] {
  const links = [...text.matchAll(LINK)].map(([link]) => link.replace(/[)\].,;:'"]+$/u, ""));
  return [...new Set(links)].slice(0, MOST_LINKS);
}
