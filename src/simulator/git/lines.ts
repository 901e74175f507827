import { diff3MergeRegions, diffIndices } from "node-diff3";
import { alignedPieces } from "./anchors.ts";

/** The lines of a text, each with its line feed, so that a missing last one is a difference. */
export function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

export interface Hunk {
  readonly oldStart: number;
  readonly oldLines: readonly string[];
  readonly newStart: number;
  readonly newLines: readonly string[];
}

/** The changed stretches between two texts, in order; starts count from 0. */
export function hunksOf(before: readonly string[], after: readonly string[]): readonly Hunk[] {
  const hunks: Hunk[] = [];
  let [oldStart, newStart] = [0, 0];
  for (const [old = [], now = []] of alignedPieces([before, after])) {
    for (const part of isEqual(old, now) ? [] : diffIndices([...old], [...now])) {
      hunks.push({
        oldStart: oldStart + part.buffer1[0],
        oldLines: part.buffer1Content,
        newStart: newStart + part.buffer2[0],
        newLines: part.buffer2Content,
      });
    }
    oldStart += old.length;
    newStart += now.length;
  }
  return hunks;
}

/** Merges two texts that grew from one; null when they changed the same or adjoining lines. */
export function mergeTexts(base: string, ours: string, theirs: string): string | null {
  const merged: string[] = [];
  for (const [o = [], a = [], b = []] of alignedPieces([base, ours, theirs].map(linesOf))) {
    const piece = mergeLines(o, a, b);
    if (piece === null) return null;
    merged.push(piece);
  }
  return merged.join("");
}

function mergeLines(
  base: readonly string[],
  ours: readonly string[],
  theirs: readonly string[],
): string | null {
  if (isEqual(base, theirs) || isEqual(ours, theirs)) return ours.join("");
  if (isEqual(base, ours)) return theirs.join("");
  const merged: string[] = [];
  for (const region of diff3MergeRegions([...ours], [...base], [...theirs])) {
    if (region.stable) merged.push(...region.bufferContent);
    else if (isEqual(region.aContent, region.bContent)) merged.push(...region.aContent);
    else return null;
  }
  return merged.join("");
}

function isEqual(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((line, index) => line === other[index]);
}
