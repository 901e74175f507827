import { z } from "zod";
import type { Facts } from "../model/facts.ts";
import type { Comment } from "../model/github.ts";
import { parseRecordJson } from "./record-json.ts";

/** What a `/stage-results` was acknowledged with: it stands, hidden, in our answer, and counts whatever becomes of the command. */
export interface StagingRecord {
  /** The comment that commands, and which of its commands. */
  readonly commentId: number;
  readonly mark: string;
  readonly runId: number;
  readonly attempt: number;
  /** The day on which the run was created, UTC, `YYYY-MM-DD`. */
  readonly date: string;
  readonly login: string;
}

/** What our acknowledgement says of the request; `ordered` until it was handed over. */
export const STAGING_STATES = [
  "ordered",
  "sent",
  "silent",
  "refused",
  "started",
  "failed",
  "succeeded",
] as const;
export type StagingState = (typeof STAGING_STATES)[number];

/** Our answer to a request, with what it says now. */
export interface Acknowledgement {
  readonly comment: Comment;
  readonly record: StagingRecord;
  readonly shown: StagingState;
}

const Stored = z.strictObject({
  comment: z.int(),
  mark: z.string().regex(/^[0-9a-f]{8}$/u),
  run: z.int(),
  attempt: z.int(),
  date: z.string().regex(/^\d{4}-\d{2}-\d{2}$/u),
  login: z.string(),
});

/** The tag, the records of other commands in the same comment, then ours and the part that is brought up to date. */
const HEAD =
  /^(<!-- sweepbot:answer-(\d{1,16})-(?:done|refused)(?:-[0-9a-f]{8}){1,12} -->\n(?:<!-- sweepbot:(?:reuse|sweep|resolve|recover) \{[^{}<>]{1,1200}\} -->\n){0,14}<!-- sweepbot:stage (\{[^{}<>]{1,400}\}) -->\n)<!-- sweepbot:staging ([a-z]{4,9}) -->\n[\s\S]*?\n<!-- sweepbot:staging end -->/u;

/** The hidden line for our answer; reading the answer gives the record back. */
export function renderStagingRecord(record: StagingRecord): string {
  const { commentId, runId, mark, attempt, date, login } = record;
  const stored: z.input<typeof Stored> = {
    ...{ comment: commentId, mark, run: runId },
    ...{ attempt, date, login },
  };
  return `<!-- sweepbot:stage ${JSON.stringify(stored)} -->`;
}

/** The part of our answer that says how far the request is, between marks by which it is found again. */
export function stagingSection(state: StagingState, text: string): string {
  const mark = (word: string): string => `<!-- sweepbot:staging ${word} -->`;
  return [mark(state), text.trim(), mark("end")].join("\n");
}

/** The answer with that part replaced; all else that it says stays. */
export function withStagingSection(body: string, section: string): string {
  return body.replace(HEAD, (_all, head: string) => `${head}${section}`);
}

/** Every request that our own app has acknowledged on the pull request, oldest first; of copies the oldest. */
export function acknowledgements({
  comments,
  app,
}: Pick<Facts, "comments" | "app">): readonly Acknowledgement[] {
  const found = comments
    .filter((comment) => comment.appId === app.id)
    .toSorted((a, b) => a.createdAt - b.createdAt || a.id - b.id)
    .flatMap((comment) => acknowledgementIn(comment) ?? []);
  const keys = found.map(({ record }) => `${record.commentId} ${record.mark}`);
  return found.filter((_each, index) => keys.indexOf(keys[index] ?? "") === index);
}

function acknowledgementIn(comment: Comment): Acknowledgement | null {
  const [, , answered = "", text = "", state = ""] = HEAD.exec(comment.body) ?? [];
  const reading = Stored.safeParse(parseRecordJson(text));
  const shown = STAGING_STATES.find((each) => each === state);
  if (!reading.success || shown === undefined) return null;
  const { comment: commentId, run: runId, ...rest } = reading.data;
  if (String(commentId) !== answered) return null;
  return { comment, record: { commentId, runId, ...rest }, shown };
}
