import type { Problem } from "../model/problem.ts";
import {
  commonPrefixLength,
  endsWithBytes,
  lineAt,
  linesBetween,
  sameBytes,
  startsWithBytes,
  textOfLines,
  utf8,
} from "./bytes.ts";
import { addedSlots, finding, slotLines } from "./comparison.ts";
import type { Comparison, Place } from "./comparison.ts";
import type { LinkCorrection } from "./history.ts";
import { lineDifference } from "./line-difference.ts";
import { LINK_LINE_START } from "./links.ts";
import { separatorPlace } from "./separator.ts";
import type { Slot } from "./slots.ts";

interface Terms {
  readonly comparison: Comparison;
  readonly corrections: readonly LinkCorrection[];
}

/** Which rule a changed historical line breaks depends on what else the pull request does (spec/control-plane §2.4). */
function ruleOf({ comparison, corrections }: Terms, place: Place): string {
  if (addedSlots(comparison).length > 0) return "R1";
  if (corrections.length === 0) return "R8";
  const { base, head } = comparison;
  if (base.text.starts.length !== head.text.starts.length) return "R5";
  const isLink = (line: string): boolean => line.startsWith(LINK_LINE_START);
  const found = textOfLines(head.text, place.line, place.endLine).split("\n");
  const onlyLinks = [...found, ...(place.replacement ?? "").split("\n")].every(isLink);
  return onlyLinks ? "R7" : "R6";
}

function bytesProblem(terms: Terms, place: Place): Problem {
  return finding(terms.comparison, ruleOf(terms, place), "history_bytes_changed", { place });
}

/** The slot's lines at base, with a corrected link as it stands at head: that one line may differ. */
function expectedLines(
  { comparison, corrections }: Terms,
  index: number,
  slot: Slot,
): readonly string[] {
  const { base, head } = comparison;
  const lines = slotLines(base, slot);
  const correction = corrections.find(({ entry }) => entry === index);
  if (correction === undefined) return lines;
  const corrected = textOfLines(head.text, correction.line, correction.line);
  return lines.map((line, at) => (at === slot.linkLine - slot.line ? corrected : line));
}

function withoutTrailingBlanks(lines: readonly string[]): readonly string[] {
  const last = lines.findLastIndex((line) => line.trim() !== "");
  return lines.slice(0, last + 1);
}

interface KeptSlot {
  readonly index: number;
  readonly base: Slot;
  readonly head: Slot;
  /** The slot after this one at base is also the one after it at head, or there is none in both. */
  readonly nextIsSame: boolean;
  /** The first appended entry, when this is the last of history and it follows directly. */
  readonly added: Slot | undefined;
}

function keptSlots({ base, head, alignment, faulty }: Comparison): readonly KeptSlot[] {
  const places = new Map(
    [...alignment.kept, ...alignment.changed].map((pair) => [pair.base, pair.head]),
  );
  places.set(base.slots.length, head.slots.length);
  const firstAdded = alignment.appended[0];
  return alignment.kept.flatMap((pair) => {
    const from = base.slots[pair.base];
    const to = head.slots[pair.head];
    if (from === undefined || to === undefined || faulty.has(pair.base)) return [];
    const isLast = pair.base === base.slots.length - 1;
    const addedNext = isLast && firstAdded === pair.head + 1;
    const added = addedNext ? head.slots[firstAdded] : undefined;
    const nextIsSame = places.get(pair.base + 1) === pair.head + 1;
    return [{ index: pair.base, base: from, head: to, nextIsSame, added }];
  });
}

/** The last entry of history before new ones: its bytes, then exactly the separator (rules R1 and R2). */
function lastSlotProblems(terms: Terms, kept: KeptSlot, added: Slot): readonly Problem[] {
  const { base, head } = terms.comparison;
  const blank = endsWithBytes(base.text.bytes, utf8("\n\n")) ? [] : [""];
  const wanted = expectedLines(terms, kept.index, kept.base);
  const found = slotLines(head, kept.head);
  const extra = found.slice(wanted.length);
  if (!wanted.every((line, at) => found[at] === line)) {
    const place = lineDifference([...wanted, ...blank], found, kept.head.line);
    return place === null ? [] : [bytesProblem(terms, place)];
  }
  if (extra.length === blank.length && extra.every((line) => line === "")) return [];
  const place = separatorPlace(head, added, { extraLines: extra.length, blankLines: blank.length });
  const code = extra.length === 0 ? "separator_missing" : "separator_wrong";
  return [finding(terms.comparison, "R2", code, { place, values: { wanted: blank.length } })];
}

function hasSameBytes({ base, head }: Comparison, kept: KeptSlot): boolean {
  if (kept.base === kept.head) return true;
  const before = base.text.bytes.subarray(kept.base.start, kept.base.end);
  return sameBytes(before, head.text.bytes.subarray(kept.head.start, kept.head.end));
}

function slotProblems(terms: Terms, kept: KeptSlot): readonly Problem[] {
  if (kept.nextIsSame && hasSameBytes(terms.comparison, kept)) return [];
  if (kept.added !== undefined) return lastSlotProblems(terms, kept, kept.added);
  const wanted = expectedLines(terms, kept.index, kept.base);
  const found = slotLines(terms.comparison.head, kept.head);
  const place = kept.nextIsSame
    ? lineDifference(wanted, found, kept.head.line)
    : lineDifference(withoutTrailingBlanks(wanted), withoutTrailingBlanks(found), kept.head.line);
  return place === null ? [] : [bytesProblem(terms, place)];
}

/** What stands before the first entry, and that entry's first line at head, which a replacement may need. */
function preambleProblems(terms: Terms): readonly Problem[] {
  const { base, head, faulty } = terms.comparison;
  if (!base.readable || faulty.has(0)) return [];
  const stays = head.slots[0] === undefined ? [] : slotLines(head, head.slots[0]).slice(0, 1);
  const preamble = ({ text, slots }: Comparison["base"]): readonly string[] => {
    const last = (slots[0]?.line ?? text.starts.length + 1) - 1;
    return last === 0 ? stays : [...textOfLines(text, 1, last).split("\n"), ...stays];
  };
  const place = lineDifference(preamble(base), preamble(head), 1);
  return place === null ? [] : [bytesProblem(terms, place)];
}

/** A correction may touch only a line that is nothing but the link (rule R6). */
function correctionLineProblems({ comparison, corrections }: Terms): readonly Problem[] {
  const { base, head } = comparison;
  return corrections.flatMap(({ entry, line }) => {
    const before = base.slots[entry]?.linkLine ?? line;
    const lines = [textOfLines(base.text, before, before), textOfLines(head.text, line, line)];
    if (lines.every((text) => text.startsWith(LINK_LINE_START))) return [];
    return [
      finding(comparison, "R6", "correction_beyond_link_line", { place: { line, endLine: line } }),
    ];
  });
}

/** The byte rules as plain comparisons: what the findings above explain, and the guard behind them. */
function bytesHold({ comparison, corrections }: Terms): boolean {
  const { base, head } = comparison;
  if (addedSlots(comparison).length > 0) return startsWithBytes(head.text.bytes, base.text.bytes);
  if (corrections.length === 0) return sameBytes(head.text.bytes, base.text.bytes);
  if (base.text.starts.length !== head.text.starts.length) return false;
  const differing = base.text.starts.filter((_, index) => {
    const line = index + 1;
    return !sameBytes(linesBetween(base.text, line, line), linesBetween(head.text, line, line));
  });
  return differing.length === corrections.length;
}

function unexplained(terms: Terms): readonly Problem[] {
  const { base, head, faulty, alignment } = terms.comparison;
  const { changed, deleted, inserted, appended } = alignment;
  const isMixed = appended.length > 0 && terms.corrections.length > 0;
  const isNamed = isMixed || [changed, deleted, inserted].some((list) => list.length > 0);
  if (isNamed || faulty.size > 0 || !base.readable || bytesHold(terms)) return [];
  const line = lineAt(head.text, commonPrefixLength(base.text.bytes, head.text.bytes));
  return [bytesProblem(terms, { line, endLine: line })];
}

/** Rules R1, R2 and R5 to R8 of spec/control-plane §2.4, each place with the bytes that should stand there. */
export function historyBytesProblems(
  comparison: Comparison,
  corrections: readonly LinkCorrection[],
): readonly Problem[] {
  const terms = { comparison, corrections };
  const corrected = addedSlots(comparison).length > 0 ? [] : correctionLineProblems(terms);
  const problems = [
    ...preambleProblems(terms),
    ...keptSlots(comparison).flatMap((kept) => slotProblems(terms, kept)),
    ...corrected,
  ];
  return problems.length > 0 ? problems : unexplained(terms);
}
