import { lineChanges, linesOf, type LineChange } from "./diff-lines.ts";

interface Sides {
  readonly base: Uint8Array;
  readonly head: Uint8Array;
}

/**
 * True when the present file is the signed change, line for line and at its place, on a base that has
 * changed elsewhere (spec/signoff §1.6). Where both changed neighbouring lines the answer is no.
 */
export function replaysChange(signed: Sides, present: Sides): boolean {
  const start = linesOf(signed.base);
  const own = lineChanges(start, linesOf(signed.head));
  const others = lineChanges(start, linesOf(present.base));
  if (own.some((one) => others.some((other) => one.from <= other.to && other.from <= one.to))) {
    return false;
  }
  return applied(start, [...own, ...others]) === linesOf(present.head).join("");
}

function applied(start: readonly string[], changes: readonly LineChange[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const change of changes.toSorted((one, other) => one.from - other.from)) {
    pieces.push(start.slice(at, change.from).join(""), change.lines.join(""));
    at = change.to;
  }
  return pieces.join("") + start.slice(at).join("");
}
