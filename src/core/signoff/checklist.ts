import { indentAt } from "../markdown/containers.ts";
import type { MarkdownLine } from "../markdown/lines.ts";

/** A task-list item of a sign-off or of the template (spec/signoff §2.2). */
export interface ChecklistItem {
  readonly text: string;
  readonly checked: boolean;
  /** 0 for the outer list, 1 for anything indented deeper; for reports only. */
  readonly level: number;
  /** Line of the body, from 1. */
  readonly line: number;
}

/** What follows `Signed:`. */
export type Signature =
  | { readonly kind: "absent" }
  | { readonly kind: "placeholder" }
  | { readonly kind: "login"; readonly login: string };

export interface Checklist {
  readonly items: readonly ChecklistItem[];
  /** Lines of the "Additional detail" section, without its heading. */
  readonly detail: readonly string[];
  readonly signature: Signature;
}

/** Most items that are considered, and the most characters of each (spec/signoff §2.1). */
const MOST_ITEMS = 200;
const ITEM_CHARACTERS = 4_000;

const ITEM = /^( *)(?:[-*+]|\d{1,9}[.)]) {1,20}\[([ xX✓✔]?)\](?: +|$)(.*)$/su;
const BULLET = /^ *(?:[-*+]|\d{1,9}[.)]) +/u;
const HEADING = /^ {0,3}(?:#{1,6} |\*\*|__)/u;
const DETAIL = /^ {0,3}(?:#{1,6} |\*\*|__)[ *_]*additional detail/iu;
const SIGNED = /^[ *_]{0,9}signed[ *_]{0,9}:[ *_`@]{0,9}([a-z0-9_][a-z0-9_-]{0,99})?/iu;
const PLACEHOLDER = "fill_in_github_username";

interface OpenItem {
  readonly indent: number;
  readonly line: number;
  readonly checked: boolean;
  text: string;
  gap: boolean;
}

interface Reading {
  readonly items: OpenItem[];
  readonly detail: string[];
  signature: Signature;
  section: "list" | "detail" | "after";
  open: OpenItem | null;
}

/** The items, the detail section and the signature in the visible lines after the phrase. */
export function readChecklist(lines: readonly MarkdownLine[]): Checklist {
  const reading: Reading = {
    items: [],
    detail: [],
    signature: { kind: "absent" },
    section: "list",
    open: null,
  };
  for (const line of lines) {
    const text = withoutComments(line.text.replaceAll("\t", "    "));
    const signed = SIGNED.exec(text);
    if (signed !== null) {
      reading.signature = signatureOf(signed[1]);
      break;
    }
    readLine(reading, text, line.line);
  }
  const outer = reading.items.reduce((least, item) => Math.min(least, item.indent), Infinity);
  const items = reading.items.map(({ indent, text, ...item }) => ({
    ...item,
    text: text.trim(),
    level: indent >= outer + 2 ? 1 : 0,
  }));
  return {
    items: items.map(({ text, checked, level, line }) => ({ text, checked, level, line })),
    detail: reading.detail,
    signature: reading.signature,
  };
}

/** True when nothing was written in the detail section beyond the template's invitation. */
export function isEmptyDetail(detail: readonly string[]): boolean {
  const text = detail
    .join(" ")
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .toLowerCase();
  return text === "" || text === "insert any additional info here";
}

function signatureOf(login: string | undefined): Signature {
  if (login === undefined) return { kind: "absent" };
  return login.toLowerCase() === PLACEHOLDER ? { kind: "placeholder" } : { kind: "login", login };
}

function readLine(reading: Reading, text: string, line: number): void {
  if (DETAIL.test(text)) {
    reading.section = "detail";
    reading.open = null;
  } else if (reading.section === "list") readListLine(reading, text, line);
  else if (HEADING.test(text) && /^ {0,3}#/u.test(text)) reading.section = "after";
  else if (reading.section === "detail") reading.detail.push(text);
}

function readListLine(reading: Reading, text: string, line: number): void {
  const item = ITEM.exec(text);
  if (item === null) {
    continueItem(reading, text);
    return;
  }
  reading.open = {
    indent: item[1]?.length ?? 0,
    checked: (item[2] ?? "").trim() !== "",
    line,
    text: (item[3] ?? "").slice(0, ITEM_CHARACTERS),
    gap: false,
  };
  if (reading.items.length < MOST_ITEMS) reading.items.push(reading.open);
}

/** Hard-wrapped text and plain sub-bullets belong to the item above them. */
function continueItem(reading: Reading, text: string): void {
  const { open } = reading;
  if (open === null) return;
  const indent = indentAt(text, 0);
  const deeper = indent >= open.indent + 2;
  if (text.trim() === "") open.gap = true;
  else if ((open.gap || BULLET.test(text) || HEADING.test(text)) && !deeper) reading.open = null;
  else if (open.text.length < ITEM_CHARACTERS) {
    open.text = `${open.text} ${text.replace(BULLET, "").trim()}`.slice(0, ITEM_CHARACTERS);
  }
}

function withoutComments(text: string): string {
  let rest = text;
  let shown = "";
  for (;;) {
    const start = rest.indexOf("<!--");
    if (start < 0) return shown + rest;
    const end = rest.indexOf("-->", start + 2);
    if (end < 0) return shown + rest;
    shown += rest.slice(0, start);
    rest = rest.slice(end + 3);
  }
}
