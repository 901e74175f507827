import { z } from "zod";
import type { Facts } from "../model/facts.ts";
import type { Comment, Person } from "../model/github.ts";
import { type AnswerRecord, answerTag } from "./answered.ts";
import { parseRecordJson } from "./record-json.ts";

/** A sweep that `/sweep run` ordered, for exactly one head. */
export interface SweepOrder {
  readonly commentId: number;
  readonly headSha: string;
  /** Name of the primary label whose sweep it is. */
  readonly primary: string;
  /** The person wrote the commit out in full. */
  readonly named: boolean;
  /** Id of the newest label event when it was accepted: a later change of the sweep label counts instead. */
  readonly after: number;
  /** When it was given, milliseconds since the epoch. */
  readonly at: number;
  readonly actor: Person;
}

/** What `/sweep cancel` stopped: attempts of runs, and a sweep whose run could not be seen yet. */
export interface SweepStop {
  readonly commentId: number;
  readonly runs: readonly { readonly id: number; readonly attempt: number }[];
  /** Plan key of the sweep that was starting or about to start. */
  readonly key: string | null;
}

/** What stands, hidden, in our answer to a sweep command; it counts whatever becomes of the command. */
export type SweepRecord =
  ({ readonly kind: "ordered" } & SweepOrder) | ({ readonly kind: "stopped" } & SweepStop);

const Stored = z.union([
  z.strictObject({
    comment: z.int(),
    head: z.string().regex(/^[0-9a-f]{40}$/u),
    primary: z.string(),
    named: z.boolean(),
    after: z.int(),
    at: z.int(),
    user: z.int(),
    login: z.string(),
    bot: z.boolean(),
  }),
  z.strictObject({
    comment: z.int(),
    stop: z.array(z.tuple([z.int(), z.int()])),
    key: z
      .string()
      .regex(/^[0-9a-f]{16}$/u)
      .nullable(),
  }),
]);

const HEAD =
  /^<!-- sweepbot:answer-(\d{1,16})-(?:done|refused)(?:-[0-9a-f]{8}){1,12} -->\n(?:<!-- sweepbot:reuse \{[^{}<>]{1,400}\} -->\n)?<!-- sweepbot:sweep (\{[^{}<>]{1,1200}\}) -->(?:\n|$)/u;

/** The hidden line for our answer; reading the answer gives the record back. */
export function renderSweepRecord(record: SweepRecord): string {
  const stored: z.input<typeof Stored> =
    record.kind === "stopped"
      ? {
          comment: record.commentId,
          stop: record.runs.map(({ id, attempt }) => [id, attempt] as [number, number]),
          key: record.key,
        }
      : {
          comment: record.commentId,
          head: record.headSha,
          primary: record.primary,
          named: record.named,
          after: record.after,
          at: record.at,
          user: record.actor.id,
          login: record.actor.login,
          bot: record.actor.isBot,
        };
  return `<!-- sweepbot:sweep {${withoutBrackets(JSON.stringify(stored).slice(1, -1))}} -->`;
}

/** A label may be called anything; as JSON escapes its brackets can neither end the comment nor the record. */
export function withoutBrackets(json: string): string {
  return json.replace(
    /[<>{}]/gu,
    (bracket) => `\\u00${(bracket.codePointAt(0) ?? 0).toString(16)}`,
  );
}

/** Every order and stop that our own app has accepted on the pull request, oldest first. */
export function sweepRecords({
  comments,
  app,
}: Pick<Facts, "comments" | "app">): readonly SweepRecord[] {
  return comments
    .filter((comment) => comment.appId === app.id)
    .toSorted((a, b) => a.id - b.id)
    .flatMap(({ body }) => parseSweepRecord(body) ?? []);
}

/** The record in an answer of ours: only in its head, and only for the comment that its tag answers. */
function parseSweepRecord(body: string): SweepRecord | null {
  const [, answered = "", text = ""] = HEAD.exec(body) ?? [];
  const reading = Stored.safeParse(parseRecordJson(text));
  if (!reading.success || String(reading.data.comment) !== answered) return null;
  const stored = reading.data;
  if ("stop" in stored) {
    const runs = stored.stop.map(([id, attempt]) => ({ id, attempt }));
    return { kind: "stopped", commentId: stored.comment, runs, key: stored.key };
  }
  return {
    kind: "ordered",
    commentId: stored.comment,
    headSha: stored.head,
    primary: stored.primary,
    named: stored.named,
    after: stored.after,
    at: stored.at,
    actor: { id: stored.user, login: stored.login, isBot: stored.bot },
  };
}

/** The facts as they will be once our answer with this record stands. */
export function asAnswered(facts: Facts, record: SweepRecord): Facts {
  const answered: AnswerRecord = {
    commentId: record.commentId,
    outcome: "done",
    marks: ["00000000"],
  };
  const answer: Comment = {
    id: 1 + Math.max(0, ...facts.comments.map((comment) => comment.id)),
    nodeId: "",
    author: null,
    appId: facts.app.id,
    body: `<!-- sweepbot:${answerTag(answered)} -->\n${renderSweepRecord(record)}`,
    createdAt: facts.now,
    updatedAt: facts.now,
    url: "",
    reactionCounts: {},
  };
  return { ...facts, comments: [...facts.comments, answer] };
}
