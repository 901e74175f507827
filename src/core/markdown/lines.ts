import { indentAt, matchContainers, openContainer, type Container } from "./containers.ts";
import { commentLeftOpen, htmlBlockAt, type HtmlBlock } from "./html.ts";
import { lineStartsInside } from "./inline.ts";

/**
 * What a line of a comment is made of. `text` is all that a command or the sign-off phrase may
 * stand on (decision 1); an `inline_code` line begins inside a code span that an earlier one opened.
 */
export type LineKind = "text" | "inline_code" | "fence" | "code" | "quote" | "comment" | "blank";

export interface MarkdownLine {
  /** Counts from 1. */
  readonly line: number;
  readonly kind: LineKind;
  /** The line as written, without its line ending. */
  readonly text: string;
}

type Leaf =
  | { readonly kind: "none" }
  | { readonly kind: "fence"; readonly mark: string }
  | { readonly kind: "html"; readonly block: HtmlBlock }
  | {
      readonly kind: "paragraph";
      readonly quoted: boolean;
      readonly lines: number[];
      readonly text: string[];
    };

/** What is open while the lines go by: a new one for every body. */
interface Scan {
  readonly kinds: LineKind[];
  readonly stack: Container[];
  leaf: Leaf;
  /** An HTML comment that outlived its block hides everything up to the next `-->`. */
  hidden: boolean;
}

/** The line being read; `matched` containers go on, the others close as soon as a block begins. */
interface Cursor {
  readonly index: number;
  readonly line: string;
  at: number;
  matched: number;
}

const NONE: Leaf = { kind: "none" };
const FENCE = /^(?:(`{3,})[^`]*|(~{3,}).*)$/u;
const CLOSING_FENCE = /^ {0,3}(`{3,}|~{3,}) *$/u;
const HEADING = /^#{1,6}(?: |$)/u;
const UNDERLINE = /^(?:=+|-+) *$/u;
const RULE = /^(?:(?:\* *){3,}|(?:- *){3,}|(?:_ *){3,})$/u;

/**
 * Every line of a Markdown body with what it is made of, after CommonMark's block structure, in
 * time linear in the body. Published parsers take seconds for hostile 64 KB bodies (lazy quotes:
 * 15 s), so this reads only what decides where a line belongs; a test holds it against one of them.
 */
export function readLines(body: string): readonly MarkdownLine[] {
  const raw = body.split(/\r\n|\n|\r/u);
  const scan: Scan = { kinds: [], stack: [], leaf: NONE, hidden: false };
  for (const [index, text] of raw.entries()) {
    if (isBlankAgain(scan, raw, index)) {
      scan.kinds[index] = scan.kinds[index - 1] ?? "blank";
      continue;
    }
    const before = scan.hidden || leavesComment(scan, text);
    const kind = readLine(scan, index, expandTabs(text));
    scan.kinds[index] = before ? "comment" : kind;
    if (before) scan.hidden = !text.includes("-->") || commentLeftOpen(text);
  }
  closeLeaf(scan);
  return raw.map((text, index) => ({ line: index + 1, kind: scan.kinds[index] ?? "blank", text }));
}

/** After one blank line outside everything that goes on, a second one changes nothing. */
function isBlankAgain({ leaf, hidden }: Scan, raw: readonly string[], index: number): boolean {
  return raw[index] === "" && raw[index - 1] === "" && leaf.kind === "none" && !hidden;
}

/** The lines that may hold a command or the sign-off phrase (decision 1). */
export function textLines(body: string): readonly MarkdownLine[] {
  return readLines(body).filter((line) => line.kind === "text");
}

/** True when the line ends the containers of an HTML comment that was never closed. */
function leavesComment(scan: Scan, text: string): boolean {
  if (scan.leaf.kind !== "html" || scan.leaf.block.kind !== "comment") return false;
  return matchContainers(scan.stack, expandTabs(text)).matched < scan.stack.length;
}

function readLine(scan: Scan, index: number, line: string): LineKind {
  const { matched, at } = matchContainers(scan.stack, line);
  if (matched === scan.stack.length) {
    if (scan.leaf.kind === "fence") return continueFence(scan, scan.leaf.mark, line.slice(at));
    if (scan.leaf.kind === "html") return continueHtml(scan, scan.leaf.block, line.slice(at));
  }
  return openBlocks(scan, { index, line, at, matched });
}

function continueFence(scan: Scan, mark: string, rest: string): LineKind {
  const closes = CLOSING_FENCE.exec(rest)?.[1]?.startsWith(mark) === true;
  if (closes) scan.leaf = NONE;
  return shown(scan, closes ? "fence" : "code");
}

function continueHtml(scan: Scan, block: HtmlBlock, rest: string): LineKind {
  const ends = block.end === null ? rest.trim() === "" : block.end.test(rest);
  if (ends) scan.leaf = NONE;
  if ((ends || block.end === null) && commentLeftOpen(rest)) scan.hidden = true;
  return shown(scan, block.kind);
}

function openBlocks(scan: Scan, cursor: Cursor): LineKind {
  // Only a paragraph that the line could continue in place restricts what may begin here.
  let interrupts = cursor.matched === scan.stack.length && scan.leaf.kind === "paragraph";
  for (;;) {
    const rest = cursor.line.slice(cursor.at);
    const indent = indentAt(rest, 0);
    const text = rest.slice(indent);
    const rule = RULE.test(text) || (interrupts && UNDERLINE.test(text));
    const opened = rule ? null : openContainer(rest, { interrupts, depth: scan.stack.length });
    if (opened === null) return openLeaf(scan, cursor, { text, indent, rule, interrupts });
    closeUnmatched(scan, cursor);
    scan.stack.push(opened.container);
    cursor.matched += 1;
    cursor.at += opened.width;
    interrupts = false;
  }
}

interface Rest {
  readonly text: string;
  readonly indent: number;
  /** A thematic break or the underline of a heading. */
  readonly rule: boolean;
  readonly interrupts: boolean;
}

function openLeaf(scan: Scan, cursor: Cursor, rest: Rest): LineKind {
  if (rest.text === "") return closing(scan, cursor, "blank");
  if (rest.indent >= 4) {
    if (scan.leaf.kind === "paragraph") return addText(scan, cursor, rest.text);
    return closing(scan, cursor, "code");
  }
  const fence = FENCE.exec(rest.text);
  if (fence !== null) {
    const kind = closing(scan, cursor, "fence");
    scan.leaf = { kind: "fence", mark: fence[1] ?? fence[2] ?? "" };
    return kind;
  }
  const block = htmlBlockAt(rest.text, rest.interrupts);
  if (block !== null) return openHtml(scan, cursor, { block, text: rest.text });
  if (rest.rule || HEADING.test(rest.text)) return closing(scan, cursor, "text");
  return addText(scan, cursor, rest.text);
}

function openHtml(scan: Scan, cursor: Cursor, html: { block: HtmlBlock; text: string }): LineKind {
  const kind = closing(scan, cursor, html.block.kind);
  const ends = html.block.end?.test(html.text) === true;
  if (!ends) scan.leaf = { kind: "html", block: html.block };
  if ((ends || html.block.end === null) && commentLeftOpen(html.text)) scan.hidden = true;
  return kind;
}

function addText(scan: Scan, cursor: Cursor, text: string): LineKind {
  // An open paragraph goes on even where its containers do not: CommonMark's lazy continuation.
  if (scan.leaf.kind !== "paragraph") {
    closeUnmatched(scan, cursor);
    scan.leaf = { kind: "paragraph", quoted: isQuoted(scan), lines: [], text: [] };
  }
  scan.leaf.lines.push(cursor.index);
  scan.leaf.text.push(text);
  return scan.leaf.quoted ? "quote" : "text";
}

function closing(scan: Scan, cursor: Cursor, kind: LineKind): LineKind {
  closeUnmatched(scan, cursor);
  return shown(scan, kind);
}

function closeUnmatched(scan: Scan, cursor: Cursor): void {
  closeLeaf(scan);
  scan.stack.length = cursor.matched;
}

function closeLeaf(scan: Scan): void {
  if (scan.leaf.kind === "paragraph" && !scan.leaf.quoted) {
    const covers = lineStartsInside(scan.leaf.text);
    for (const [nth, index] of scan.leaf.lines.entries()) {
      const cover = covers[nth] ?? "none";
      if (cover !== "none" && scan.kinds[index] === "text") scan.kinds[index] = cover;
    }
  }
  scan.leaf = NONE;
}

function shown(scan: Scan, kind: LineKind): LineKind {
  return isQuoted(scan) ? "quote" : kind;
}

function isQuoted(scan: Scan): boolean {
  return scan.stack.some((container) => container.kind === "quote");
}

function expandTabs(line: string): string {
  if (!line.includes("\t")) return line;
  let expanded = "";
  for (const character of line) {
    expanded += character === "\t" ? " ".repeat(4 - (expanded.length % 4)) : character;
  }
  return expanded;
}
