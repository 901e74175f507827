import { byteText, linesBetween, sameBytes } from "./bytes.ts";
import type { ByteText } from "./bytes.ts";

/** A run of base lines that one side replaced, `from` included and `to` not; empty where lines were only added. */
interface Change {
  readonly from: number;
  readonly to: number;
}

function sameLine(one: ByteText, two: ByteText, at: number, other: number): boolean {
  return sameBytes(linesBetween(one, at + 1, at + 1), linesBetween(two, other + 1, other + 1));
}

/** One run from the first to the last difference. */
function outerChange(base: ByteText, side: ByteText): readonly Change[] {
  const lines = base.starts.length;
  const others = side.starts.length;
  let from = 0;
  while (from < Math.min(lines, others) && sameLine(base, side, from, from)) from += 1;
  if (from === lines && from === others) return [];
  let kept = 0;
  while (
    kept < Math.min(lines, others) - from &&
    sameLine(base, side, lines - 1 - kept, others - 1 - kept)
  ) {
    kept += 1;
  }
  return [{ from, to: lines - kept }];
}

/** Line by line, with what was added at the end as a change of its own: exact for links put right and entries appended. */
function lineByLine(base: ByteText, side: ByteText): readonly Change[] {
  const lines = base.starts.length;
  const changes = base.starts.flatMap((_, at) =>
    sameLine(base, side, at, at) ? [] : [{ from: at, to: at + 1 }],
  );
  return side.starts.length > lines ? [...changes, { from: lines, to: lines }] : changes;
}

function weight(changes: readonly Change[]): number {
  return changes.reduce((sum, { from, to }) => sum + to - from, 0);
}

function changesOf(base: ByteText, side: ByteText): readonly Change[] {
  const outer = outerChange(base, side);
  if (side.starts.length < base.starts.length) return outer;
  const exact = lineByLine(base, side);
  return weight(exact) <= weight(outer) ? exact : outer;
}

/**
 * True when Git could not merge the two versions of the file by itself: they differ, and both changed the same or
 * neighbouring lines. Decided from the bytes alone; when in doubt (many scattered changes) the answer is true.
 */
export function conflictsInPlainMerge(
  base: Uint8Array,
  ours: Uint8Array,
  theirs: Uint8Array,
): boolean {
  if (sameBytes(ours, theirs)) return false;
  const baseText = byteText(base);
  const one = changesOf(baseText, byteText(ours));
  const two = changesOf(baseText, byteText(theirs));
  return one.some((mine) => two.some((other) => mine.from <= other.to && other.from <= mine.to));
}
