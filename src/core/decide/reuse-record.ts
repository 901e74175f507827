import { z } from "zod";
import type { Comment } from "../model/github.ts";
import type { RecoveryRecord } from "../model/recovery.ts";
import { authorisedIn } from "./recovery-record.ts";
import type { ReuseBinding } from "./reuse.ts";
import { parseRecordJson } from "./record-json.ts";

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

const HEAD =
  /^<!-- sweepbot:answer-(\d{1,16})-(?:done|refused)(?:-[0-9a-f]{8}){1,12} -->\n<!-- sweepbot:reuse (\{[^{}<>]{1,400}\}) -->(?:\n|$)/u;

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
    .flatMap((answer) => orderOf(answer, comments) ?? [])
    .sort((a, b) => b.givenAt - a.givenAt || b.record.commentId - a.record.commentId);
  for (const { answer, command, record } of answers) {
    if (record.kind === "cancelled") return null;
    const stands = command === "elsewhere" || (command && stillCommands(command, record.binding));
    if (stands === true) {
      return { binding: record.binding, at: answer.createdAt };
    }
  }
  return null;
}

/** When reuse was taken back last, milliseconds since the epoch; null where it never was. */
export function reuseCancelledAt(comments: readonly Comment[], appId: number): number | null {
  const times = comments
    .filter(({ appId: author, body }) => {
      return author === appId && parseReuseRecord(body)?.kind === "cancelled";
    })
    .map(({ createdAt }) => createdAt);
  return times.length === 0 ? null : Math.max(...times);
}

interface Order {
  readonly answer: Comment;
  /** `elsewhere`: a recovery was ordered on the pull request whose results were lost. */
  readonly command: Comment | "elsewhere" | undefined;
  readonly record: ReuseRecord;
  readonly givenAt: number;
}

/** An order counts from when it was given or last edited, however late it was answered (case CMD-16). */
function orderOf(answer: Comment, comments: readonly Comment[]): Order | null {
  const recovered = answer.appId === null ? null : authorisedIn(answer, answer.appId);
  if (recovered !== null) return recoveryOrder(answer, recovered);
  const record = parseReuseRecord(answer.body);
  if (record === null) return null;
  const command = comments.find((comment) => comment.id === record.commentId);
  return { answer, command, record, givenAt: command?.updatedAt ?? answer.createdAt };
}

/** Our own comment on a recovery pull request authorises its run, whoever comments there. */
function recoveryOrder(answer: Comment, recovered: RecoveryRecord): Order {
  const { commentId, runId, attempt, sourceSha, landedSha, pinned } = recovered;
  const binding = { runId, attempt, sourceSha, headSha: landedSha, pinned };
  const record = { kind: "bound", commentId, binding } as const;
  return { answer, command: "elsewhere", record, givenAt: answer.createdAt };
}

/**
 * The record in an answer of ours: only in its head, right below the tag, and only for the comment
 * that the tag answers. Nothing that a body quotes further down can pass for one.
 */
export function parseReuseRecord(body: string): ReuseRecord | null {
  const [, answered = "", text = ""] = HEAD.exec(body) ?? [];
  const reading = Stored.safeParse(parseRecordJson(text));
  if (!reading.success || String(reading.data.comment) !== answered) return null;
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
