import { diff3MergeRegions, diffIndices } from "node-diff3";

/** The lines of a text, each with its line feed, so that a missing last one is a difference. */
export function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** How many lines the texts share at the start, and then at the end; each line counted once. */
function sharedEnds(texts: readonly (readonly string[])[]): { start: number; end: number } {
  const first = texts[0] ?? [];
  const shortest = Math.min(...texts.map((text) => text.length));
  let start = 0;
  while (start < shortest && texts.every((text) => text[start] === first[start])) start += 1;
  let end = 0;
  while (
    end < shortest - start &&
    texts.every((text) => text[text.length - 1 - end] === first[first.length - 1 - end])
  ) {
    end += 1;
  }
  return { start, end };
}

export interface Hunk {
  readonly oldStart: number;
  readonly oldLines: readonly string[];
  readonly newStart: number;
  readonly newLines: readonly string[];
}

/** The changed stretches between two texts; starts count from 0. */
export function hunksOf(before: readonly string[], after: readonly string[]): readonly Hunk[] {
  const { start, end } = sharedEnds([before, after]);
  const inner = (text: readonly string[]): string[] => text.slice(start, text.length - end);
  return diffIndices(inner(before), inner(after)).map((part) => ({
    oldStart: part.buffer1[0] + start,
    oldLines: part.buffer1Content,
    newStart: part.buffer2[0] + start,
    newLines: part.buffer2Content,
  }));
}

/** Merges two texts that grew from one; null when they changed the same or adjoining lines. */
export function mergeTexts(base: string, ours: string, theirs: string): string | null {
  const [o, a, b] = [linesOf(base), linesOf(ours), linesOf(theirs)];
  // Trimming common ends keeps the quadratic comparison small on the long append-only changelog.
  const { start, end } = sharedEnds([o, a, b]);
  const inner = (text: readonly string[]): string[] => text.slice(start, text.length - end);
  const middle: string[] = [];
  for (const region of diff3MergeRegions(inner(a), inner(o), inner(b))) {
    if (region.stable) middle.push(...region.bufferContent);
    else if (region.aContent.join("") === region.bContent.join("")) middle.push(...region.aContent);
    else return null;
  }
  return [...o.slice(0, start), ...middle, ...o.slice(o.length - end)].join("");
}
