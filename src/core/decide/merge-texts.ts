import { diff3MergeRegions } from "node-diff3";
import { longestAscending } from "../changelog/align.ts";

type Lines = readonly string[];

/** Comparing lines is quadratic: what no line in common cuts into smaller pieces is left to people. */
const MOST_LINES = 5_000;

/**
 * Merges two versions of a file that grew from one, line by line as Git does; null when both changed the
 * same or adjoining lines, or when it is not text.
 */
export function mergeTexts(
  base: Uint8Array,
  ours: Uint8Array,
  theirs: Uint8Array,
): Uint8Array | null {
  const texts = [base, ours, theirs];
  if (texts.some((bytes) => bytes.includes(0))) return null;
  const merged: string[] = [];
  for (const [old = [], own = [], other = []] of piecesOf(texts.map(linesOf))) {
    const piece = mergePiece(old, own, other);
    if (piece === null) return null;
    merged.push(...piece);
  }
  return bytesOf(merged.join(""));
}

/** One character a byte, line ends included: equal texts are equal bytes. */
function linesOf(bytes: Uint8Array): Lines {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return text.match(/[^\n]*\n|[^\n]+$/gu) ?? [];
}

function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

function mergePiece(base: Lines, ours: Lines, theirs: Lines): Lines | null {
  if (same(base, theirs) || same(ours, theirs)) return ours;
  if (same(base, ours)) return theirs;
  if (Math.max(base.length, ours.length, theirs.length) > MOST_LINES) return null;
  const merged: string[] = [];
  for (const region of diff3MergeRegions([...ours], [...base], [...theirs])) {
    if (region.stable) merged.push(...region.bufferContent);
    else if (same(region.aContent, region.bContent)) merged.push(...region.aContent);
    else return null;
  }
  return merged;
}

/** Cut behind lines that occur once in each text and stand in the same order in all. */
function piecesOf(texts: readonly Lines[]): readonly (readonly Lines[])[] {
  const pieces: Lines[][] = [];
  let starts = texts.map(() => 0);
  for (const places of anchors(texts)) {
    const ends = places.map((at) => at + 1);
    pieces.push(texts.map((text, index) => text.slice(starts[index], ends[index])));
    starts = ends;
  }
  pieces.push(texts.map((text, index) => text.slice(starts[index])));
  return pieces;
}

function anchors(texts: readonly Lines[]): readonly (readonly number[])[] {
  const [first = new Map<string, number>(), ...others] = texts.map(uniqueLines);
  const chain = [...first].flatMap(([line, at]) => {
    const places = others.flatMap((lines) => lines.get(line) ?? []);
    return places.length === others.length ? [[at, ...places]] : [];
  });
  return others.reduce<readonly (readonly number[])[]>(
    (kept, _lines, index) =>
      longestAscending(kept.map((places) => places[index + 1] ?? 0)).flatMap((each) =>
        [kept[each]].filter((places) => places !== undefined),
      ),
    chain,
  );
}

function uniqueLines(lines: Lines): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  lines.forEach((line, at) => places.set(line, places.has(line) ? -1 : at));
  for (const [line, at] of places) if (at === -1) places.delete(line);
  return places;
}

function same(one: Lines, other: Lines): boolean {
  return one.length === other.length && one.every((line, index) => line === other[index]);
}
