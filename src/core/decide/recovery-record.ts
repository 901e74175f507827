import { z } from "zod";
import type { Facts } from "../model/facts.ts";
import type { Comment } from "../model/github.ts";
import type { RecoveryRecord } from "../model/recovery.ts";
import { withoutBrackets } from "./sweep-record.ts";
import { parseRecordJson } from "./record-json.ts";

const SHA = z.string().regex(/^[0-9a-f]{40}$/u);

const Stored = z.strictObject({
  comment: z.int(),
  mark: z.string().regex(/^[0-9a-f]{8}$/u),
  pull: z.int(),
  run: z.int(),
  attempt: z.int(),
  source: SHA,
  landed: SHA,
  label: z.string(),
  pinned: z.boolean(),
  login: z.string(),
});

/** The first line of the comment on a recovery pull request that authorises its run. */
export const RECOVERY_TAG = "recovery";

const LINE = String.raw`<!-- sweepbot:recover (\{[^{}<>]{1,800}\}) -->(?:\n|$)`;
/** In an answer: the tag, the records of other commands of the same comment, then ours. */
const ANSWER = new RegExp(
  String.raw`^<!-- sweepbot:answer-(\d{1,16})-(?:done|refused)(?:-[0-9a-f]{8}){1,12} -->\n` +
    String.raw`(?:<!-- sweepbot:(?:reuse|sweep|resolve) \{[^{}<>]{1,1200}\} -->\n){0,14}${LINE}`,
  "u",
);
const OWN = new RegExp(String.raw`^<!-- sweepbot:${RECOVERY_TAG} -->\n${LINE}`, "u");

/** The hidden line for our answer and for the recovery pull request; reading either gives the record back. */
export function renderRecoveryRecord(record: RecoveryRecord): string {
  const { commentId, runId, sourceSha, landedSha, ...rest } = record;
  const stored: z.input<typeof Stored> = {
    ...{ comment: commentId, run: runId, source: sourceSha, landed: landedSha },
    ...rest,
  };
  return `<!-- sweepbot:recover {${withoutBrackets(JSON.stringify(stored).slice(1, -1))}} -->`;
}

/** Every recovery of this pull request's results that our own app has accepted, oldest first. */
export function recoveryOrders({
  comments,
  app,
  pull,
}: Pick<Facts, "comments" | "app" | "pull">): readonly RecoveryRecord[] {
  return comments
    .filter((comment) => comment.appId === app.id)
    .toSorted((a, b) => a.createdAt - b.createdAt || a.id - b.id)
    .flatMap(({ body }) => orderIn(body) ?? [])
    .filter((record) => record.pull === pull.number);
}

function orderIn(body: string): RecoveryRecord | null {
  const [, answered = "", text = ""] = ANSWER.exec(body) ?? [];
  const record = parseRecord(text);
  return record !== null && String(record.commentId) === answered ? record : null;
}

/** What a comment of ours on a recovery pull request authorises; null for every other comment. */
export function authorisedIn(comment: Comment, appId: number): RecoveryRecord | null {
  if (comment.appId !== appId) return null;
  return parseRecord(OWN.exec(comment.body)?.[1] ?? "");
}

/** What this pull request publishes again: our own comment says so, and nobody else's can (architecture §4). */
export function recoveredHere({
  comments,
  app,
}: Pick<Facts, "comments" | "app">): RecoveryRecord | null {
  const [oldest] = comments
    .toSorted((a, b) => a.createdAt - b.createdAt || a.id - b.id)
    .flatMap((comment) => authorisedIn(comment, app.id) ?? []);
  return oldest ?? null;
}

function parseRecord(text: string): RecoveryRecord | null {
  const reading = Stored.safeParse(parseRecordJson(text));
  if (!reading.success) return null;
  const { comment, run, source, landed, ...rest } = reading.data;
  return { commentId: comment, runId: run, sourceSha: source, landedSha: landed, ...rest };
}

/** The branch on which the results of a run of a pull request are published again. */
export function recoveryBranch(pull: number, runId: number): string {
  return `${recoveryPrefix(pull)}${runId}`;
}

/** How the names of all such branches of a pull request begin. */
export function recoveryPrefix(pull: number): string {
  return `sweepbot/recover-${pull}-`;
}

/** The run that a branch name carries; null for other branches. */
export function runOfBranch(branch: string, pull: number): number | null {
  const prefix = recoveryPrefix(pull);
  const id = branch.startsWith(prefix) ? branch.slice(prefix.length) : "";
  return /^\d{1,16}$/u.test(id) ? Number(id) : null;
}

/**
 * True for a pull request that sweepbot itself opened to publish results again: on such a one nothing
 * is ever measured. Anybody may give a branch that name, so the author counts, too.
 */
export function isRecoveryPull({
  pull,
  app,
  repository,
}: Pick<Facts, "pull" | "app" | "repository">): boolean {
  return (
    pull.author?.login === app.login &&
    (pull.headRepository === null || pull.headRepository.id === repository.id) &&
    /^sweepbot\/recover-\d{1,10}-\d{1,16}$/u.test(pull.headRef)
  );
}
