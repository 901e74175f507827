import type { Problem } from "../model/problem.ts";
import { textOfLines } from "./bytes.ts";
import { addedSlots, entryValues, finding } from "./comparison.ts";
import type { Comparison, Place } from "./comparison.ts";
import { lineDifference } from "./line-difference.ts";
import { isCanonicalLink } from "./links.ts";
import type { Slot } from "./slots.ts";

/** A historical entry whose link alone was changed. */
export interface LinkCorrection {
  /** Index of the entry, the same in base and head. */
  readonly entry: number;
  /** Line of the link at head. */
  readonly line: number;
  readonly from: string;
  readonly to: string;
}

/** Longer deletions are named, not offered as text to put back. */
const MOST_RESTORED_LINES = 100;

function linkLine({ text }: Comparison["base"], slot: Slot): string {
  return textOfLines(text, slot.linkLine, slot.linkLine);
}

/** The entries that are the same at base and head but for their link (rule D4 judges the new links). */
export function linkCorrections({
  base,
  head,
  alignment,
  faulty,
}: Comparison): readonly LinkCorrection[] {
  return alignment.kept.flatMap((pair) => {
    const from = base.slots[pair.base];
    const to = head.slots[pair.head];
    if (from === undefined || to === undefined || from === to || from.link === to.link) return [];
    if (faulty.has(pair.base) || linkLine(base, from) === linkLine(head, to)) return [];
    return [{ entry: pair.base, line: to.linkLine, from: from.link ?? "", to: to.link ?? "" }];
  });
}

function blockText(comparison: Comparison, side: "base" | "head", slot: Slot): string {
  return textOfLines(comparison[side].text, slot.line, slot.lastLine);
}

function changedProblems(comparison: Comparison): readonly Problem[] {
  const { base, head, alignment, faulty } = comparison;
  return alignment.changed.flatMap((pair) => {
    const from = base.slots[pair.base];
    const to = head.slots[pair.head];
    if (from === undefined || to === undefined || faulty.has(pair.base)) return [];
    const wanted = blockText(comparison, "base", from).split("\n");
    const found = blockText(comparison, "head", to).split("\n");
    const place = lineDifference(wanted, found, to.line) ?? { line: to.line, endLine: to.line };
    return [
      finding(comparison, "D2", "entry_changed", { place, values: entryValues(pair.base, from) }),
    ];
  });
}

/** Neighbouring indexes, gathered. */
function runs(indexes: readonly number[]): readonly (readonly number[])[] {
  const found: number[][] = [];
  for (const index of indexes) {
    const last = found.at(-1);
    if (last?.at(-1) === index - 1) last.push(index);
    else found.push([index]);
  }
  return found;
}

/** A run of deleted entries, and the slots on both sides of the gap that it left at head. */
interface Deletion {
  readonly first: number;
  readonly count: number;
  /** Entry before the run, where it is kept; undefined at the start of the file. */
  readonly before: Slot | undefined;
  readonly behind: Slot | undefined;
  /** False when other entries before the run are gone or changed too: then there is no clear gap. */
  readonly isClear: boolean;
}

function deletionOf({ head, alignment }: Comparison, run: readonly number[]): Deletion {
  const [first = 0] = run;
  const pair = alignment.kept.findLast((kept) => kept.base < first) ?? { base: -1, head: -1 };
  return {
    first,
    count: run.length,
    before: head.slots[pair.head],
    behind: head.slots[pair.head + 1],
    isClear: pair.base === first - 1,
  };
}

/** The base's lines between the entries on both sides of a run, with the separator that a new entry behind needs. */
function missingLines({ base }: Comparison, { first, count, behind }: Deletion): readonly string[] {
  const from = (base.slots[first - 1]?.lastLine ?? 0) + 1;
  const next = base.slots[first + count];
  const to = (next?.line ?? base.text.starts.length + 1) - 1;
  const lines = textOfLines(base.text, from, to).split("\n");
  const isSeparated = next !== undefined || behind === undefined || lines.at(-1) === "";
  return isSeparated ? lines : [...lines, ""];
}

/** Where deleted entries stood, as a place at head with the text that puts them back as they were. */
function placeOfDeleted(comparison: Comparison, run: readonly number[]): Place {
  const { text } = comparison.head;
  const deletion = deletionOf(comparison, run);
  const { before, behind, isClear } = deletion;
  const line = before?.lastLine ?? 1;
  const missing = isClear ? missingLines(comparison, deletion) : [];
  if (!isClear || missing.length > MOST_RESTORED_LINES) return { line, endLine: line };
  const lineOf = (at: number | undefined): readonly string[] =>
    at === undefined ? [] : [textOfLines(text, at, at)];
  const wanted = [...lineOf(before?.lastLine), ...missing, ...lineOf(behind?.line)];
  const endLine = behind?.line ?? Math.max(line, text.starts.length);
  return { line, endLine, replacement: wanted.join("\n") };
}

function deletedProblems(comparison: Comparison): readonly Problem[] {
  const { base, head, alignment, faulty } = comparison;
  const rule = head.slots.length < base.slots.length ? "D1" : "D2";
  return runs(alignment.deleted.filter((index) => !faulty.has(index))).map((run) => {
    const first = run[0] ?? 0;
    const values = { ...entryValues(first, base.slots[first]), count: run.length };
    return finding(comparison, rule, "entry_deleted", {
      place: placeOfDeleted(comparison, run),
      values,
    });
  });
}

function insertedProblems(comparison: Comparison): readonly Problem[] {
  const { head, alignment } = comparison;
  return alignment.inserted.flatMap((index) => {
    const slot = head.slots[index];
    if (slot === undefined) return [];
    const place = { line: slot.line, endLine: slot.lastLine };
    return [
      finding(comparison, "D2", "entry_inserted", { place, values: entryValues(index, slot) }),
    ];
  });
}

/** A well-formed link overwritten by another: allowed, but rarely what was meant. */
function doubtfulCorrection(
  comparison: Comparison,
  { entry, line, from, to }: LinkCorrection,
): readonly Problem[] {
  if (!isCanonicalLink(comparison.links, from)) return [];
  const at = { place: { line, endLine: line }, values: { entry: entry + 1, from, to } };
  return [{ ...finding(comparison, "D4", "correction_of_good_link", at), severity: "warning" }];
}

function correctionProblems(
  comparison: Comparison,
  corrections: readonly LinkCorrection[],
): readonly Problem[] {
  const { base, links } = comparison;
  const isMixed = addedSlots(comparison).length > 0;
  return corrections.flatMap((correction) => {
    const { entry, line, from, to } = correction;
    const slot = base.slots[entry];
    const replacement = slot === undefined ? "" : linkLine(base, slot);
    const place = { line, endLine: line, replacement };
    const at = { place, values: { entry: entry + 1, from, to } };
    const isBad = !isCanonicalLink(links, to);
    const bad = isBad ? [finding(comparison, "D4", "correction_not_canonical", at)] : [];
    const mixed = isMixed ? [finding(comparison, "D5", "correction_beside_addition", at)] : [];
    const problems = [...bad, ...mixed];
    return problems.length > 0 ? problems : doubtfulCorrection(comparison, correction);
  });
}

/** Rules D1, D2, D4 and D5 of spec/control-plane §2.3: what was written stays, links alone may be put right. */
export function historyProblems(
  comparison: Comparison,
  corrections: readonly LinkCorrection[],
): readonly Problem[] {
  return [
    ...deletedProblems(comparison),
    ...changedProblems(comparison),
    ...insertedProblems(comparison),
    ...correctionProblems(comparison, corrections),
  ];
}
