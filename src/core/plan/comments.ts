import type { Effect } from "../model/effect.ts";
import type { Comment } from "../model/github.ts";

/** A comment that should stand on the pull request, found again by its tag. */
export interface WantedComment {
  readonly tag: string;
  /** Without the marker. */
  readonly body: string;
  /** `kept`: edited whenever the body changes. `once`: written once and then left as it is. */
  readonly upkeep: "kept" | "once";
}

const MARKER = /^<!-- sweepbot:([a-z0-9-]{1,200}) -->/u;

/** The hidden first line by which a comment of ours is found again (architecture §5). */
export function marker(tag: string): string {
  return `<!-- sweepbot:${tag} -->`;
}

/** The tag of a comment; null unless our own app wrote it (architecture §4). */
export function tagOf(comment: Comment, appId: number): string | null {
  if (comment.appId !== appId) return null;
  return MARKER.exec(comment.body)?.[1] ?? null;
}

/**
 * Wanted comments minus present ones: creates what is missing, edits what differs, deletes extra
 * copies of any tag (the oldest stays). The only copy of a tag that is not wanted is left alone.
 */
export function planComments(
  wanted: readonly WantedComment[],
  comments: readonly Comment[],
  appId: number,
): readonly Effect[] {
  const present = groupByTag(comments, appId);
  const extras = [...present].flatMap(([tag, [, ...copies]]) =>
    copies.map((copy): Effect => ({ kind: "deleteComment", commentId: copy.id, tag })),
  );
  const changes = wanted.flatMap((want): readonly Effect[] => {
    const [oldest] = present.get(want.tag) ?? [];
    const body = fullBody(want);
    if (oldest === undefined) return [{ kind: "createComment", tag: want.tag, body }];
    if (want.upkeep === "once" || sameBody(oldest.body, body)) return [];
    return [{ kind: "updateComment", commentId: oldest.id, tag: want.tag, body }];
  });
  return [...changes, ...extras];
}

/** The body as it is posted: marker first. Renderers keep it under GitHub's limit (`fitComment`). */
export function fullBody(want: WantedComment): string {
  return `${marker(want.tag)}\n${want.body.trim()}\n`;
}

/** GitHub stores what it was given apart from line ends and outer blanks. */
export function sameBody(a: string, b: string): boolean {
  return normalise(a) === normalise(b);
}

function normalise(body: string): string {
  return body.replace(/\r\n?/gu, "\n").trim();
}

function groupByTag(
  comments: readonly Comment[],
  appId: number,
): ReadonlyMap<string, readonly Comment[]> {
  const groups = new Map<string, Comment[]>();
  for (const comment of [...comments].sort((a, b) => a.createdAt - b.createdAt || a.id - b.id)) {
    const tag = tagOf(comment, appId);
    if (tag !== null) groups.set(tag, [...(groups.get(tag) ?? []), comment]);
  }
  return groups;
}
