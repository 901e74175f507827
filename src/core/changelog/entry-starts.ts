import type { Problem } from "../model/problem.ts";
import { lineStarts, positionAt } from "../contract/yaml-text.ts";
import { lenientText, lineStartsWith, textOfLines } from "./bytes.ts";
import type { ByteText } from "./bytes.ts";
import { ENTRY_START } from "./slots.ts";
import type { Slot } from "./slots.ts";

/** Where the original's line splitter sees a line begin: not only after LF (spec/control-plane §2.2, F8). */
// eslint-disable-next-line no-control-regex -- these line ends are what the rule is about
const SEEN_START = /(?<=^|[\n\v\f\r\x1c-\x1e\x85\u2028\u2029])- config-keys:/gu;

const DASH_AND_KEY = /^-( +)(["']?)config-keys\2 *:/u;

/** The block with one space after the dash, the key bare, and the lines below moved with it. */
function straightened(lines: readonly string[]): readonly string[] | null {
  const first = lines[0] ?? "";
  const found = DASH_AND_KEY.exec(first);
  if (found === null) return null;
  const extra = " ".repeat((found[1] ?? " ").length - 1);
  const rest = lines.slice(1);
  if (rest.some((line) => line !== "" && !line.startsWith(extra))) return null;
  return [
    ENTRY_START + first.slice(found[0].length),
    ...rest.map((line) => line.slice(extra.length)),
  ];
}

/** The block with its `config-keys` before its other keys. */
function reordered(lines: readonly string[]): readonly string[] | null {
  const [first = "", ...rest] = lines;
  const from = rest.findIndex((line) => line.startsWith("  config-keys:"));
  if (from === -1 || !/^- \S/u.test(first)) return null;
  const length = rest.slice(from + 1).findIndex((line) => /^ {2}\S/u.test(line));
  const to = length === -1 ? rest.length : from + 1 + length;
  const [keys = "", ...items] = rest.slice(from, to);
  return [
    `-${keys.slice(1)}`,
    ...items,
    ` ${first.slice(1)}`,
    ...rest.slice(0, from),
    ...rest.slice(to),
  ];
}

/** The lines of an entry that begins in another way, written so that it begins as the contract asks; null when unclear. */
export function mendedStart(text: ByteText, slot: Slot): string | null {
  const lines = textOfLines(text, slot.line, slot.lastLine).split("\n");
  return (straightened(lines) ?? reordered(lines))?.join("\n") ?? null;
}

function badStart(text: ByteText, slot: Slot, path: string): Problem {
  const mended = mendedStart(text, slot);
  return {
    code: "entry_start_malformed",
    severity: "error",
    rule: "F8",
    path,
    line: slot.line,
    ...(mended === null ? {} : { endLine: slot.lastLine, replacement: mended }),
    values: { start: ENTRY_START },
  };
}

function strayStarts(text: ByteText, slots: readonly Slot[]): readonly number[] {
  const decoded = lenientText(text.bytes);
  const starts = lineStarts(decoded);
  const expected = new Set(slots.map((slot) => slot.line));
  return [...decoded.matchAll(SEEN_START)]
    .map((match) => positionAt(starts, match.index))
    .filter(({ line, column }) => column !== 1 || !expected.has(line))
    .map(({ line }) => line);
}

/** Rule F8: every entry begins with its `config-keys`, and nothing else looks as if an entry began there. */
export function entryStartProblems(
  text: ByteText,
  slots: readonly Slot[],
  path: string,
): readonly Problem[] {
  const bad = slots.filter((slot) => !lineStartsWith(text, slot.line, ENTRY_START));
  const stray = strayStarts(text, slots).map((line): Problem => ({
    code: "stray_entry_start",
    severity: "error",
    rule: "F8",
    path,
    line,
    values: { start: ENTRY_START },
  }));
  return [...bad.map((slot) => badStart(text, slot, path)), ...stray];
}
