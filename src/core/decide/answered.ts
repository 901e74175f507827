import { createHash } from "node:crypto";
import type { ParsedCommand } from "../commands/parse.ts";
import type { Comment } from "../model/github.ts";

/** How an answer ended; it decides the reaction on the command. */
export type AnswerOutcome = "done" | "refused";

export interface AnswerRecord {
  readonly commentId: number;
  readonly outcome: AnswerOutcome;
  /** Which commands of the comment were answered, as `commandMark` writes them. */
  readonly marks: readonly string[];
}

const TAG = /^<!-- sweepbot:answer-(\d{1,16})-(done|refused)((?:-[0-9a-f]{8}){1,12}) -->/u;

/** Names a command for "answered once": the same for everything that means the same. */
export function commandMark(command: ParsedCommand): string {
  return createHash("sha256").update(command.canonical).digest("hex").slice(0, 8);
}

/** The tag of the comment that answers: the record of what was answered stands on GitHub (decision 4). */
export function answerTag(record: AnswerRecord): string {
  return ["answer", record.commentId, record.outcome, ...record.marks].join("-");
}

/** Every answer that our own app has given on the pull request. */
export function answersGiven(comments: readonly Comment[], appId: number): readonly AnswerRecord[] {
  return comments.flatMap((comment) => {
    const found = comment.appId === appId ? TAG.exec(comment.body) : null;
    if (found === null) return [];
    const [, id = "", outcome = "", marks = ""] = found;
    return [
      {
        commentId: Number(id),
        outcome: outcome === "done" ? ("done" as const) : ("refused" as const),
        marks: marks.split("-").filter((mark) => mark !== ""),
      },
    ];
  });
}
