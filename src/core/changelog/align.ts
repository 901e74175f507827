import { textOfLines } from "./bytes.ts";
import type { ChangelogText } from "./file.ts";
import type { Slot } from "./slots.ts";

/** An entry of the base and what became of it at head; both by index. */
interface SlotPair {
  readonly base: number;
  readonly head: number;
}

/** How the entries of two versions of the file belong together. */
export interface Alignment {
  /** Equal apart from the link. */
  readonly kept: readonly SlotPair[];
  /** Clearly the same entry, with other content. */
  readonly changed: readonly SlotPair[];
  /** Base entries that are gone. */
  readonly deleted: readonly number[];
  /** New entries before an old one. */
  readonly inserted: readonly number[];
  /** New entries after all old ones. */
  readonly appended: readonly number[];
}

/** Indexes of the longest ascending run in a list of different numbers. */
export function longestAscending(numbers: readonly number[]): readonly number[] {
  const tails: number[] = [];
  const before: number[] = [];
  numbers.forEach((value, index) => {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((numbers[tails[middle] ?? -1] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    before[index] = tails[low - 1] ?? -1;
    tails[low] = index;
  });
  const run: number[] = [];
  for (let at = tails.at(-1) ?? -1; at !== -1; at = before[at] ?? -1) run.push(at);
  return run.reverse();
}

/** The n-th occurrence of an identity at base meets the n-th at head. */
function candidates(base: readonly string[], head: readonly string[]): readonly SlotPair[] {
  const places = new Map<string, number[]>();
  head.forEach((identity, index) => {
    const known = places.get(identity);
    if (known === undefined) places.set(identity, [index]);
    else known.push(index);
  });
  for (const list of places.values()) list.reverse();
  return base.flatMap((identity, index) => {
    const place = places.get(identity)?.pop();
    return place === undefined ? [] : [{ base: index, head: place }];
  });
}

const BOILERPLATE = new Set(["", "- config-keys:", "config-keys:", "description:"]);

function tellingLines(text: ChangelogText["text"], slot: Slot): readonly string[] {
  return textOfLines(text, slot.line, slot.lastLine)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => !BOILERPLATE.has(line));
}

/** True when at least half of what an entry says still stands in the other. */
function resembles(base: readonly string[], head: readonly string[]): boolean {
  const there = new Set(head);
  return base.filter((line) => there.has(line)).length * 2 >= base.length && base.length > 0;
}

interface Gap {
  readonly base: readonly number[];
  readonly head: readonly number[];
}

/** What lies between the kept pairs, before the first and after the last. */
function gapsBetween(kept: readonly SlotPair[], ends: SlotPair): readonly Gap[] {
  const range = (from: number, to: number): number[] =>
    Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
  let last: SlotPair = { base: -1, head: -1 };
  return [...kept, ends].map((next) => {
    const gap = { base: range(last.base + 1, next.base), head: range(last.head + 1, next.head) };
    last = next;
    return gap;
  });
}

/** How far ahead a changed entry is looked for: enough for people, no work for a hostile file. */
const MOST_CANDIDATES = 20;

function changedIn(gap: Gap, base: ChangelogText, head: ChangelogText): readonly SlotPair[] {
  const linesOfHead = gap.head.map((index) => {
    const slot = head.slots[index];
    return slot === undefined ? [] : tellingLines(head.text, slot);
  });
  let next = 0;
  return gap.base.flatMap((index) => {
    const slot = base.slots[index];
    if (slot === undefined) return [];
    const lines = tellingLines(base.text, slot);
    const ahead = linesOfHead.slice(next, next + MOST_CANDIDATES);
    const found = ahead.findIndex((there) => resembles(lines, there));
    if (found === -1) return [];
    next += found + 1;
    return [{ base: index, head: gap.head[next - 1] ?? 0 }];
  });
}

/** How many leading entries are the same in both. */
function sharedLength(base: readonly string[], head: readonly string[]): number {
  const first = base.findIndex((identity, index) => head[index] !== identity);
  return first === -1 ? base.length : first;
}

function keptPairs(base: readonly string[], head: readonly string[]): readonly SlotPair[] {
  const shared = sharedLength(base, head);
  const rest = candidates(base.slice(shared), head.slice(shared));
  const ascending = longestAscending(rest.map((pair) => pair.head)).flatMap(
    (index) => rest[index] ?? [],
  );
  return [
    ...Array.from({ length: shared }, (_, index) => ({ base: index, head: index })),
    ...ascending.map((pair) => ({ base: pair.base + shared, head: pair.head + shared })),
  ];
}

/** Finds which entries of two versions belong together: by content where both can be read, by their lines otherwise. */
export function alignSlots(base: ChangelogText, head: ChangelogText): Alignment {
  const byContent = base.readable && head.readable;
  const identity = (slot: Slot): string => (byContent ? slot.identity : slot.textIdentity);
  const kept = keptPairs(base.slots.map(identity), head.slots.map(identity));
  const gaps = gapsBetween(kept, { base: base.slots.length, head: head.slots.length });
  const changed = gaps.flatMap((gap) => changedIn(gap, base, head));
  const met = new Set([...kept, ...changed].map((pair) => pair.head));
  const gone = new Set([...kept, ...changed].map((pair) => pair.base));
  const lastMet = [...met].reduce((last, index) => Math.max(last, index), -1);
  const fresh = head.slots.flatMap((_, index) => (met.has(index) ? [] : [index]));
  return {
    kept,
    changed,
    deleted: base.slots.flatMap((_, index) => (gone.has(index) ? [] : [index])),
    inserted: fresh.filter((index) => index < lastMet),
    appended: fresh.filter((index) => index > lastMet),
  };
}
