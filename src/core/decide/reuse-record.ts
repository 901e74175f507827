import { z } from "zod";
import type { Comment } from "../model/github.ts";
import type { ReuseBinding } from "./reuse.ts";

/** What stands, hidden, in our answer to a reuse command: the record lives on GitHub, not only in our database. */
export type ReuseRecord =
  | { readonly kind: "bound"; readonly commentId: number; readonly binding: ReuseBinding }
  | { readonly kind: "cancelled"; readonly commentId: number };

export interface ReuseInForce {
  readonly binding: ReuseBinding;
  /** When it was authorised: a sweep label put on later still starts a sweep (case LBL-05). */
  readonly at: number;
}

const Stored = z.union([
  z.strictObject({
    comment: z.int(),
    run: z.int(),
    attempt: z.int(),
    source: z.string().regex(/^[0-9a-f]{40}$/u),
    head: z.string().regex(/^[0-9a-f]{40}$/u),
    pinned: z.boolean(),
  }),
  z.strictObject({ comment: z.int(), cancel: z.literal(true) }),
]);

const MARKER = /<!-- sweepbot:reuse (\{[^{}<>]{1,400}\}) -->/u;

/** The hidden line for our answer. `parse` of it gives the record back. */
export function renderReuseRecord(record: ReuseRecord): string {
  const stored: z.input<typeof Stored> =
    record.kind === "cancelled"
      ? { comment: record.commentId, cancel: true }
      : {
          comment: record.commentId,
          run: record.binding.runId,
          attempt: record.binding.attempt,
          source: record.binding.sourceSha,
          head: record.binding.headSha,
          pinned: record.binding.pinned,
        };
  return `<!-- sweepbot:reuse ${JSON.stringify(stored)} -->`;
}

/**
 * The reuse authorisation in force: the newest of our answers whose command still stands. A deleted
 * or rewritten command withdraws it (decision 4), a cancellation stays; comments by anybody else never
 * count (architecture §4).
 */
export function reuseInForce(
  comments: readonly Comment[],
  appId: number,
  stillCommands: (comment: Comment, binding: ReuseBinding) => boolean,
): ReuseInForce | null {
  const answers = comments
    .filter((comment) => comment.appId === appId)
    .sort((a, b) => b.createdAt - a.createdAt || b.id - a.id);
  for (const answer of answers) {
    const record = parseReuseRecord(answer.body);
    if (record?.kind === "cancelled") return null;
    const command = comments.find((comment) => comment.id === record?.commentId);
    if (record !== null && command !== undefined && stillCommands(command, record.binding)) {
      return { binding: record.binding, at: answer.createdAt };
    }
  }
  return null;
}

/** The record in a comment body, if there is a well-formed one. */
export function parseReuseRecord(body: string): ReuseRecord | null {
  const text = MARKER.exec(body)?.[1];
  if (text === undefined) return null;
  const reading = Stored.safeParse(parseJson(text));
  if (!reading.success) return null;
  const stored = reading.data;
  if ("cancel" in stored) return { kind: "cancelled", commentId: stored.comment };
  return {
    kind: "bound",
    commentId: stored.comment,
    binding: {
      runId: stored.run,
      attempt: stored.attempt,
      sourceSha: stored.source,
      headSha: stored.head,
      pinned: stored.pinned,
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
