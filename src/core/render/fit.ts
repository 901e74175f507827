import { COMMENT_CHARACTERS } from "../model/limits.ts";

/** Room left for the hidden marker line and a closing code fence. */
const RESERVE = 200;

/** Cuts a comment that GitHub would refuse, at a line end, with a visible note (case LIM-13). */
export function fitComment(
  body: string,
  note: string,
  most = COMMENT_CHARACTERS - RESERVE,
): string {
  if (body.length <= most) return body;
  const closings = "\n```".length + "\n</details>".length * count(body, "<details>");
  const room = body.slice(0, Math.max(0, most - note.length - closings - 2));
  const kept = room.slice(0, Math.max(room.lastIndexOf("\n"), 0));
  const openFence = (kept.match(/^```/gmu) ?? []).length % 2 === 1;
  const openDetails = count(kept, "<details>") - count(kept, "</details>");
  return `${kept}${openFence ? "\n```" : ""}${"\n</details>".repeat(Math.max(0, openDetails))}\n\n${note}`;
}

/** Shortens one-line text such as a commit status description to at most `most` characters (case LIM-09). */
export function fitLine(text: string, most: number): string {
  const line = text.replace(/\s+/gu, " ").trim();
  return line.length <= most ? line : `${line.slice(0, most - 1).trimEnd()}…`;
}

function count(text: string, part: string): number {
  return text.split(part).length - 1;
}
