import type { Place } from "./comparison.ts";

function sharedStart(one: readonly string[], two: readonly string[]): number {
  const first = one.findIndex((line, index) => two[index] !== line);
  return first === -1 ? one.length : first;
}

function sharedEnd(one: readonly string[], two: readonly string[], start: number): number {
  const most = Math.min(one.length, two.length) - start;
  let count = 0;
  while (count < most && one.at(-1 - count) === two.at(-1 - count)) count += 1;
  return count;
}

/**
 * The smallest run of lines of `found` (whose first line is `firstLine`) to replace so that `wanted` stands there; null when equal.
 * Lines only missing or only too many take a neighbour along, since a replacement always stands for at least one line.
 */
export function lineDifference(
  wanted: readonly string[],
  found: readonly string[],
  firstLine: number,
): Place | null {
  let start = sharedStart(wanted, found);
  if (start === wanted.length && start === found.length) return null;
  let end = sharedEnd(wanted, found, start);
  if (start + end >= Math.min(wanted.length, found.length)) {
    if (start > 0) start -= 1;
    else if (end > 0) end -= 1;
  }
  const line = firstLine + start;
  const endLine = Math.max(line, firstLine + found.length - end - 1);
  return { line, endLine, replacement: wanted.slice(start, wanted.length - end).join("\n") };
}
