import { longestAscending } from "./align.ts";
import { byteText } from "./bytes.ts";

export interface LineRange {
  /** Both ends counted from 1 and included. */
  readonly from: number;
  readonly to: number;
}

/** How many unchanged lines GitHub shows, and takes comments on, around a change. */
const CONTEXT_LINES = 3;

/**
 * The lines of head that GitHub's diff shows: changed ones with three around them, one range for each
 * hunk. Git may place repeated lines differently; GitHub then refuses a comment there.
 */
export function shownLines(base: Uint8Array, head: Uint8Array): readonly LineRange[] {
  const [before, after] = [linesOf(base), linesOf(head)];
  const shown: { from: number; to: number }[] = [];
  for (const { from, to } of changedLines(before, after)) {
    const first = Math.max(1, from - CONTEXT_LINES);
    const final = Math.min(after.length, to + CONTEXT_LINES);
    const last = shown.at(-1);
    if (last !== undefined && first <= last.to + 1) last.to = Math.max(last.to, final);
    else shown.push({ from: first, to: final });
  }
  return shown;
}

/** Lines as text of one character a byte, line ends included: equal texts are equal bytes. */
export function linesOf(bytes: Uint8Array): readonly string[] {
  const decoder = new TextDecoder("latin1");
  const { starts } = byteText(bytes);
  return starts.map((start, index) => decoder.decode(bytes.subarray(start, starts[index + 1])));
}

/** A run of lines that was replaced, counted from 0 in the earlier text: `from` included, `to` not. */
export interface LineChange {
  readonly from: number;
  readonly to: number;
  readonly lines: readonly string[];
}

/**
 * What turns one text into another, cut at lines that occur once in both: exact for edits, coarse
 * among repeated lines, and linear whatever the texts are.
 */
export function lineChanges(
  before: readonly string[],
  after: readonly string[],
): readonly LineChange[] {
  const whole = trimmed({ before, after, offset: 0, offsetBefore: 0 });
  return (whole === null ? [] : piecesOf(whole)).flatMap((each) => {
    const piece = trimmed(each);
    if (piece === null) return [];
    const from = piece.offsetBefore;
    return [{ from, to: from + piece.before.length, lines: piece.after }];
  });
}

interface Piece {
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** Lines of head before this piece. */
  readonly offset: number;
  /** Lines of base before this piece. */
  readonly offsetBefore: number;
}

/** Changed lines of head; a place where lines are only gone is a range that ends before it begins. */
function changedLines(before: readonly string[], after: readonly string[]): readonly LineRange[] {
  const whole = trimmed({ before, after, offset: 0, offsetBefore: 0 });
  return whole === null ? [] : piecesOf(whole).flatMap((piece) => rangeOf(trimmed(piece)));
}

function rangeOf(piece: Piece | null): readonly LineRange[] {
  if (piece === null) return [];
  return [{ from: piece.offset + 1, to: piece.offset + piece.after.length }];
}

/** Without the lines that both begin and end with; null when nothing differs. */
function trimmed({ before, after, offset, offsetBefore }: Piece): Piece | null {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  if (start === before.length && start === after.length) return null;
  return {
    before: before.slice(start, before.length - end),
    after: after.slice(start, after.length - end),
    offset: offset + start,
    offsetBefore: offsetBefore + start,
  };
}

/** Cut at lines that occur once on both sides and keep their order. */
function piecesOf({ before, after, offset, offsetBefore }: Piece): readonly Piece[] {
  const there = uniqueLines(before);
  const pairs = [...uniqueLines(after)].flatMap(([line, at]) => {
    const from = there.get(line);
    return from === undefined ? [] : [{ from, at }];
  });
  const kept = longestAscending(pairs.map(({ from }) => from)).flatMap((each) => pairs[each] ?? []);
  let last = { from: -1, at: -1 };
  return [...kept, { from: before.length, at: after.length }].map((next) => {
    const piece = {
      before: before.slice(last.from + 1, next.from),
      after: after.slice(last.at + 1, next.at),
      offset: offset + last.at + 1,
      offsetBefore: offsetBefore + last.from + 1,
    };
    last = next;
    return piece;
  });
}

function uniqueLines(lines: readonly string[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  lines.forEach((line, at) => places.set(line, places.has(line) ? -1 : at));
  for (const [line, at] of places) if (at === -1) places.delete(line);
  return places;
}
