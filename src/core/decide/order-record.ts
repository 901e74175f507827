import { z } from "zod";
import type { Facts } from "../model/facts.ts";
import type { Comment } from "../model/github.ts";
import type { ReuseBinding } from "./reuse.ts";
import { parseRecordJson } from "./record-json.ts";

/** A `/merge-with-reuse` that was accepted: it stands, hidden, in our answer (spec/control-plane §8.4). */
export interface MergeOrder {
  readonly commentId: number;
  /** Whose results are to be published; bound to the head that was accepted. */
  readonly binding: ReuseBinding;
  /** A reuse authorisation of its own was in force: it is kept, and the order records none. */
  readonly kept: boolean;
  readonly login: string;
}

/** Why an order was abandoned; each has a sentence on the card that says what to do next. */
export const END_CODES = [
  "switched_off",
  "closed",
  "draft",
  "fork",
  "other_base",
  "cancelled",
  "withdrawn",
  "head_moved",
  "no_permission",
  "sweep_started",
  "reuse_withdrawn",
  "reuse_changed",
  "reuse_suspended",
  "signoff_lost",
  "nothing_to_publish",
  "changelog_refused",
  "conflict",
  "base_busy",
  "unread",
  "permission_unread",
  "push_refused",
  "check_failed",
  "checks_late",
  "github_late",
  "merge_refused",
] as const;
export type EndCode = (typeof END_CODES)[number];

export type StageValues = Readonly<Record<string, string | number>>;

/** How far an order is. What stands in our answer is the record; `abandoned` and `merged` are for good. */
export type MergeStage =
  | { readonly step: "queued" | "merged" }
  /** It is its turn since then, milliseconds since the epoch. */
  | { readonly step: "preparing"; readonly since: number }
  /** Prepared and authorised: this head since then. */
  | { readonly step: "checking"; readonly head: string; readonly since: number }
  | { readonly step: "abandoned"; readonly code: EndCode; readonly values: StageValues };

/** An order with our answer to it, as it stands. */
export interface StandingOrder {
  readonly answer: Comment;
  readonly order: MergeOrder;
  readonly stage: MergeStage;
}

const sha = z.string().regex(/^[0-9a-f]{40}$/u);
const Stored = z.strictObject({
  comment: z.int(),
  run: z.int(),
  attempt: z.int(),
  source: sha,
  head: sha,
  pinned: z.boolean(),
  kept: z.boolean(),
  login: z.string(),
});
const Cancelled = z.strictObject({ comment: z.int(), cancel: z.literal(true) });
const Stage = z.discriminatedUnion("step", [
  z.strictObject({ step: z.enum(["queued", "merged"]) }),
  z.strictObject({ step: z.literal("preparing"), since: z.int() }),
  z.strictObject({ step: z.literal("checking"), head: sha, since: z.int() }),
  z.strictObject({
    step: z.literal("abandoned"),
    code: z.enum(END_CODES),
    values: z.record(z.string(), z.union([z.string(), z.number()])),
  }),
]);

/** The tag, the records of other commands in the same comment, then ours. */
const HEAD =
  /^<!-- sweepbot:answer-(\d{1,16})-(?:done|refused)(?:-[0-9a-f]{8}){1,12} -->\n(?:<!-- sweepbot:(?:reuse|sweep|resolve|recover|stage) \{[^{}<>]{1,1200}\} -->\n){0,15}(?:<!-- sweepbot:staging [a-z]{4,9} -->\n[\s\S]*?\n<!-- sweepbot:staging end -->\n)?<!-- sweepbot:merge (\{[^{}<>]{1,600}\}) -->(?:\n|$)/u;
/** Right after it: the part that is brought up to date. */
const SECTION =
  /^<!-- sweepbot:merging (\{[^<>]{1,3000}\}) -->\n[\s\S]*?\n<!-- sweepbot:merging end -->/u;

/** The hidden line for our answer; reading the answer gives the order back. */
export function renderOrder({ commentId, binding, kept, login }: MergeOrder): string {
  const stored: z.input<typeof Stored> = {
    ...{ comment: commentId, run: binding.runId, attempt: binding.attempt },
    ...{ source: binding.sourceSha, head: binding.headSha, pinned: binding.pinned, kept, login },
  };
  return `<!-- sweepbot:merge ${JSON.stringify(stored)} -->`;
}

/** The hidden line of an answer that takes orders back. */
export function renderOrderCancel(commentId: number): string {
  const stored: z.input<typeof Cancelled> = { comment: commentId, cancel: true };
  return `<!-- sweepbot:merge ${JSON.stringify(stored)} -->`;
}

/** The part of our answer that says how far the order is, between marks by which it is found again. */
export function orderSection(stage: MergeStage, text: string): string {
  const hidden = JSON.stringify(stage).replace(/[<>]/gu, (bracket) =>
    bracket === "<" ? String.raw`\u003c` : String.raw`\u003e`,
  );
  const mark = (word: string): string => `<!-- sweepbot:merging ${word} -->`;
  return [mark(hidden), text.trim(), mark("end")].join("\n");
}

/** The answer with that part replaced; all else that it says stays. */
export function withOrderSection(body: string, section: string): string {
  const head = HEAD.exec(body)?.[0] ?? "";
  return head + body.slice(head.length).replace(SECTION, () => section);
}

type Conversation = Pick<Facts, "comments" | "app">;

/** Every order that our own app has accepted on the pull request, oldest first; of copies the oldest. */
export function mergeOrders(facts: Conversation): readonly StandingOrder[] {
  const found = ownAnswers(facts).flatMap((answer) => orderIn(answer) ?? []);
  const commands = found.map(({ order }) => order.commentId);
  return found.filter(({ order }, index) => commands.indexOf(order.commentId) === index);
}

/** Ids of our answers that take back what was ordered before them. */
export function orderCancels(facts: Conversation): readonly number[] {
  return ownAnswers(facts)
    .filter((answer) => stored(answer, Cancelled) !== null)
    .map(({ id }) => id);
}

function ownAnswers({ comments, app }: Conversation): readonly Comment[] {
  return comments
    .filter((comment) => comment.appId === app.id)
    .toSorted((a, b) => a.createdAt - b.createdAt || a.id - b.id);
}

function orderIn(answer: Comment): StandingOrder | null {
  const record = stored(answer, Stored);
  if (record === null) return null;
  const rest = answer.body.slice(HEAD.exec(answer.body)?.[0].length ?? 0);
  const stage = Stage.safeParse(parseRecordJson(SECTION.exec(rest)?.[1] ?? ""));
  if (!stage.success) return null;
  const { run, attempt, source, head, pinned, kept, login } = record;
  const binding = { runId: run, attempt, sourceSha: source, headSha: head, pinned };
  return {
    answer,
    order: { commentId: record.comment, binding, kept, login },
    stage: stage.data,
  };
}

/** The record in an answer of ours: only in its head, and only for the comment that its tag answers. */
function stored<T extends { readonly comment: number }>(
  { body }: Comment,
  shape: z.ZodType<T>,
): T | null {
  const [, answered = "", text = ""] = HEAD.exec(body) ?? [];
  const reading = shape.safeParse(parseRecordJson(text));
  return reading.success && String(reading.data.comment) === answered ? reading.data : null;
}
