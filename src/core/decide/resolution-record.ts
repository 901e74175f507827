import { z } from "zod";
import { parseCommands } from "../commands/parse.ts";
import type { Facts } from "../model/facts.ts";
import type { Comment } from "../model/github.ts";
import type { Resolution } from "../signoff/resolutions.ts";
import { commandMark } from "./answered.ts";
import { parseRecordJson } from "./record-json.ts";

/** What stands, hidden, in our answer to a `/signoff-resolve` that was accepted. */
export interface ResolutionRecord extends Omit<Resolution, "url"> {
  readonly commentId: number;
  /** Which command of the comment it was: it counts as long as that stands there. */
  readonly mark: string;
}

const Stored = z.strictObject({
  comment: z.int(),
  mark: z.string().regex(/^[0-9a-f]{8}$/u),
  check: z.int().min(0).max(12),
  decision: z.enum(["ok", "reject"]),
  evidence: z.string().regex(/^[0-9a-f]{32}$/u),
  login: z.string().regex(/^[\w-]{1,100}$/u),
  at: z.int(),
});

/** The tag, and below it the hidden records of all commands of the comment. */
const HEAD =
  /^<!-- sweepbot:answer-(\d{1,16})-(?:done|refused)(?:-[0-9a-f]{8}){1,12} -->\n((?:<!-- sweepbot:(?:reuse|sweep|resolve) \{[^{}<>]{1,1200}\} -->\n){1,14})/u;
const LINE = /^<!-- sweepbot:resolve (\{[^{}<>]{1,400}\}) -->$/gmu;

/** The hidden line for our answer; reading the answer gives the record back. */
export function renderResolutionRecord(record: ResolutionRecord): string {
  const { commentId, mark, check, decision, evidence, login, at } = record;
  const stored: z.input<typeof Stored> = {
    ...{ comment: commentId, mark, check, decision },
    ...{ evidence, login, at },
  };
  return `<!-- sweepbot:resolve ${JSON.stringify(stored)} -->`;
}

/**
 * People's decisions that count now, oldest first: those that our own app has accepted, as long as
 * the command stands. Deleting or rewriting it revokes it (spec/signoff §5.4).
 */
export function resolutionsInForce({
  comments,
  app,
  repository,
  editors,
}: Pick<Facts, "comments" | "app" | "repository" | "editors">): readonly Resolution[] {
  return comments
    .filter((comment) => comment.appId === app.id && isOwnWord(comment, app, editors))
    .flatMap(recordsIn)
    .flatMap((record) => {
      const command = comments.find(({ id }) => id === record.commentId);
      if (command === undefined || !stillStands(command, record.mark, repository)) return [];
      const { check, decision, evidence, login, at } = record;
      return [{ check, decision, evidence, login, at, url: command.url }];
    })
    .sort((a, b) => a.at - b.at);
}

/** Whoever may write here can edit our answer as well: then, and where nobody can tell, it records nothing. */
function isOwnWord({ nodeId }: Comment, app: Facts["app"], editors: Facts["editors"]): boolean {
  const editor = editors.kind === "known" ? editors.value[nodeId] : undefined;
  return editor === null || editor?.toLowerCase() === app.login.toLowerCase();
}

/** Node ids of our answers with such records: who edited them last must be asked. */
export function recordNodes({ comments, app }: Pick<Facts, "comments" | "app">): readonly string[] {
  return comments
    .filter((comment) => comment.appId === app.id && recordsIn(comment).length > 0)
    .map(({ nodeId }) => nodeId);
}

function stillStands(command: Comment, mark: string, repository: Facts["repository"]): boolean {
  return parseCommands(command.body, { repository }).some((each) => commandMark(each) === mark);
}

/** The records in an answer of ours: only in its head, and only for the comment that its tag answers. */
function recordsIn({ body }: Comment): readonly ResolutionRecord[] {
  const [, answered = "", head = ""] = HEAD.exec(body) ?? [];
  return [...head.matchAll(LINE)].flatMap(([, text = ""]) => {
    const reading = Stored.safeParse(parseRecordJson(text));
    if (!reading.success || String(reading.data.comment) !== answered) return [];
    const { comment: commentId, ...rest } = reading.data;
    return [{ commentId, ...rest }];
  });
}
