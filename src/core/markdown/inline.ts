import { TAG } from "./html.ts";

/** What the start of a paragraph's line lies inside of. */
export type Cover = "none" | "inline_code" | "comment";

interface Span {
  readonly start: number;
  readonly end: number;
  readonly cover: Cover;
}

const AUTOLINK = /<[a-z][a-z0-9+.-]{1,31}:[^\s<>]{0,1000}>/iuy;
const HIDDEN: readonly (readonly [string, string])[] = [
  ["<!--", "-->"],
  ["<?", "?>"],
  ["<![CDATA[", "]]>"],
];

/**
 * For each line of one paragraph, whether it begins inside a code span or hidden HTML that an
 * earlier line opened. Linear: closing backtick runs are indexed by length.
 */
export function lineStartsInside(lines: readonly string[]): readonly Cover[] {
  const text = lines.join("\n");
  if (!/[`<]/u.test(text)) return lines.map(() => "none");
  const spans = readSpans(text);
  let offset = 0;
  let next = 0;
  return lines.map((line) => {
    while ((spans[next]?.end ?? Infinity) <= offset) next += 1;
    const span = spans[next];
    const cover = span !== undefined && span.start < offset ? span.cover : "none";
    offset += line.length + 1;
    return cover;
  });
}

function readSpans(text: string): readonly Span[] {
  const spans: Span[] = [];
  const runs = indexRuns(text);
  const missing = new Set<string>();
  const special = /[\\`<]/gu;
  for (let found = special.exec(text); found !== null; found = special.exec(text)) {
    const at = found.index;
    if (found[0] === "\\") {
      special.lastIndex = at + (/[!-/:-@[-`{-~]/u.test(text.charAt(at + 1)) ? 2 : 1);
      continue;
    }
    const span = found[0] === "`" ? codeAt(text, at, runs) : htmlAt(text, at, missing);
    if (span.cover !== "none") spans.push(span);
    special.lastIndex = span.end;
  }
  return spans;
}

/** Starts of the backtick runs of each length, last one first. */
function indexRuns(text: string): Map<number, number[]> {
  const runs = new Map<number, number[]>();
  for (const match of [...text.matchAll(/`+/gu)].reverse()) {
    const starts = runs.get(match[0].length) ?? [];
    starts.push(match.index);
    runs.set(match[0].length, starts);
  }
  return runs;
}

function codeAt(text: string, start: number, runs: Map<number, number[]>): Span {
  let opened = start;
  while (text[opened] === "`") opened += 1;
  const starts = runs.get(opened - start) ?? [];
  while ((starts.at(-1) ?? Infinity) < opened) starts.pop();
  const closing = starts.at(-1);
  if (closing === undefined) return { start, end: opened, cover: "none" };
  return { start, end: closing + (opened - start), cover: "inline_code" };
}

function htmlAt(text: string, start: number, missing: Set<string>): Span {
  for (const [opens, closes] of HIDDEN) {
    if (!text.startsWith(opens, start) || missing.has(closes)) continue;
    const end = text.indexOf(closes, start + 2);
    if (end >= 0) return { start, end: end + closes.length, cover: "comment" };
    missing.add(closes);
  }
  for (const pattern of [TAG, AUTOLINK]) {
    pattern.lastIndex = start;
    if (pattern.test(text)) return { start, end: pattern.lastIndex, cover: "comment" };
  }
  return { start, end: start + 1, cover: "none" };
}
