import { COMMENT_CHARACTERS } from "../model/limits.ts";

/** Room left for the hidden lines of our own, a closing code fence and closing tags. */
const RESERVE = 1_500;
/** Longest body of a comment without our hidden lines, in characters. */
export const COMMENT_ROOM = COMMENT_CHARACTERS - RESERVE;
/** Folded parts of ours begin and end a line; the same words inside a person's code span do not. */
const OPENING = /^<details>/gmu;
const CLOSING = /^<\/details>/gmu;

/** Cuts a comment that GitHub would refuse, at a line end, with a visible note (case LIM-13). */
export function fitComment(body: string, note: string, most = COMMENT_ROOM): string {
  if (body.length <= most) return body;
  const closings = "\n```".length + "\n</details>".length * count(body, OPENING);
  const room = body.slice(0, Math.max(0, most - note.length - closings - 2));
  const kept = room.slice(0, Math.max(room.lastIndexOf("\n"), 0));
  const openFence = count(kept, /^```/gmu) % 2 === 1;
  const openDetails = count(kept, OPENING) - count(kept, CLOSING);
  return `${kept}${openFence ? "\n```" : ""}${"\n</details>".repeat(Math.max(0, openDetails))}\n\n${note}`;
}

/** Shortens one-line text such as a commit status description to at most `most` characters (case LIM-09). */
export function fitLine(text: string, most: number): string {
  const line = text.replace(/\s+/gu, " ").trim();
  return line.length <= most ? line : `${line.slice(0, most - 1).trimEnd()}…`;
}

function count(text: string, pattern: RegExp): number {
  return (text.match(pattern) ?? []).length;
}
