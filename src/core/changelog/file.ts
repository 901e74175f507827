import { parseChangelog } from "../contract/changelog-entry.ts";
import type { ChangelogFile } from "../contract/changelog-entry.ts";
import type { FileContent } from "../model/github.ts";
import { FILE_BYTES } from "../model/limits.ts";
import type { Problem } from "../model/problem.ts";
import { byteFaults } from "./byte-faults.ts";
import { LF, byteText, commonPrefixLength, joinBytes, lenientText } from "./bytes.ts";
import type { ByteText } from "./bytes.ts";
import { cleanBytes } from "./clean.ts";
import { entryStartProblems } from "./entry-starts.ts";
import { hiddenLineProblems } from "./hidden-breaks.ts";
import { inContractOrder } from "./rule-order.ts";
import {
  ENTRY_START,
  conflictMarkerLines,
  movedSlot,
  slotsOfDocument,
  slotsOfText,
} from "./slots.ts";
import type { Slot } from "./slots.ts";

/** A changelog read for comparing: its entries where they stand, and everything that breaks rules F1 to F10. */
export interface ChangelogText {
  readonly path: string;
  /** The bytes as they are. */
  readonly raw: Uint8Array;
  /** The cleaned file (see `cleanBytes`); over the same bytes as `raw` when there was nothing to clean. */
  readonly text: ByteText;
  readonly slots: readonly Slot[];
  /** False when the file is no list in YAML: then the slots are only what its lines look like. */
  readonly readable: boolean;
  readonly problems: readonly Problem[];
}

function withRule(problem: Problem, rule: string): Problem {
  return { ...problem, rule: problem.code === "not_utf8" ? "F5" : rule };
}

/** What the reader and the schema find: rules F5, F6, F7 and F10. */
function contentProblems(path: string, file: ChangelogFile): readonly Problem[] {
  const { value, problems: unreadable } = file.document;
  const syntax = unreadable.map((problem) => withRule(problem, "F6"));
  if (value !== undefined && !Array.isArray(value)) {
    const common = { code: "changelog_not_a_list", severity: "error", path, values: {} } as const;
    return [...syntax, { ...common, rule: "F7", line: 1 }];
  }
  const known = new Set(unreadable);
  const schema = file.problems.filter((problem) => !known.has(problem));
  return [...syntax, ...schema.map((problem) => withRule(problem, "F10"))];
}

function conflictMarkers(text: ByteText, path: string): readonly Problem[] {
  const common = {
    code: "conflict_marker",
    severity: "error",
    rule: "F6",
    path,
    values: {},
  } as const;
  return conflictMarkerLines(text).map((line) => ({ ...common, line }));
}

/** A reader that meets the end too early names the line after it, which nobody can look at. */
function onLines(problem: Problem, lines: number): Problem {
  return problem.line <= lines ? problem : { ...problem, line: Math.max(1, lines) };
}

function readWhole(content: FileContent): ChangelogText {
  const { path, bytes: raw } = content;
  const cleaned = cleanBytes(raw);
  const text = byteText(cleaned);
  const file = parseChangelog(cleaned === raw ? content : { ...content, bytes: cleaned });
  const readable = Array.isArray(file.document.value);
  const slots = readable ? slotsOfDocument(text, file.document, file.entries) : slotsOfText(text);
  const starts = readable ? entryStartProblems(text, slots, path) : [];
  const faults = byteFaults(cleaned === raw ? text : byteText(raw), path);
  const markers = readable ? [] : conflictMarkers(text, path);
  // Behind a conflict marker the reader only stumbles on: its findings would tell nobody anything.
  const found = contentProblems(path, file);
  const inside =
    markers.length > 0 ? [...markers, ...found.filter(({ rule }) => rule === "F5")] : found;
  const hidden = hiddenLineProblems(lenientText(cleaned), path);
  const problems = [...faults, ...inside, ...hidden, ...starts];
  const within = problems.map((problem) => onLines(problem, text.starts.length));
  return { path, raw, text, slots, readable, problems: inContractOrder(within) };
}

/** An anchor or alias, which ties the text after it to the text before. */
const ANCHOR_OR_ALIAS = /(?:^|[\s[{,:-])[&*][^\s,\]}]/u;

/** Index of the last entry of `near` whose start stands at the same place in the other file; -1 when there is none. */
function lastSharedStart(near: ChangelogText, bytes: Uint8Array): number {
  const shared = commonPrefixLength(near.text.bytes, bytes);
  return near.slots.findLastIndex(({ start }) => start + ENTRY_START.length < shared);
}

/** The items of the list count from the start of the file, not of the part that was parsed. */
function renumbered(problem: Problem, skipped: number): Problem {
  const where = problem.values["where"];
  if (typeof where !== "string") return problem;
  const counted = where.replace(/^\[(\d+)\]/u, (_, index) => `[${Number(index) + skipped}]`);
  return { ...problem, values: { ...problem.values, where: counted } };
}

/**
 * Reads a file that begins like one already read without faults, by parsing only from the last shared entry on: an entry at the start
 * of a line ends whatever stood before. Null when that cannot be relied on.
 */
function readAfter(near: ChangelogText, content: FileContent): ChangelogText | null {
  const { path, bytes } = content;
  if (near.problems.length > 0 || bytes.length > FILE_BYTES) return null;
  const shared = lastSharedStart(near, bytes);
  const first = near.slots[shared];
  if (first === undefined) return null;
  const tail = bytes.subarray(first.start);
  if (cleanBytes(tail) !== tail || ANCHOR_OR_ALIAS.test(lenientText(tail))) return null;
  // Empty lines stand for everything before, so that all lines keep their numbers.
  const padding = first.line - 1;
  const padded = joinBytes([new Uint8Array(padding).fill(LF), tail]);
  const end = readWhole({ ...content, bytes: padded });
  if (!end.readable) return null;
  const fresh = end.slots.map((slot) => movedSlot(slot, first.start - padding));
  const problems = end.problems.map((problem) => renumbered(problem, shared));
  const slots = [...near.slots.slice(0, shared), ...fresh];
  return { path, raw: bytes, text: byteText(bytes), slots, readable: true, problems };
}

const read = new WeakMap<FileContent, ChangelogText>();

/** Reads a changelog, once for each file object; quickly when `near`, already read, begins with the same bytes. */
export function readChangelogText(content: FileContent, near?: ChangelogText): ChangelogText {
  const known = read.get(content);
  if (known !== undefined) return known;
  const quick = near === undefined ? null : readAfter(near, content);
  const fresh = quick ?? readWhole(content);
  read.set(content, fresh);
  return fresh;
}
