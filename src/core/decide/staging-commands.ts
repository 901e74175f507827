/** What `/stage-results` is answered. */
import { lastOf, type ReadCommand } from "../commands/order.ts";
import type { Facts } from "../model/facts.ts";
import { commandMark } from "./answered.ts";
import type { PendingCommands } from "./needs.ts";
import { judgeStaging, type StagingJudgement } from "./staging.ts";
import type { StagingRecord } from "./staging-record.ts";

export type StagingReply =
  | {
      readonly kind: "staging";
      readonly judgement: StagingJudgement;
      /** What is acknowledged; null unless the run meets every rule. */
      readonly record: StagingRecord | null;
    }
  /** A later one of the same comment counts instead. */
  | { readonly kind: "stagingReplaced" };

/** What `/stage-results` is answered; null for all other commands. Closed pull requests are served, too (spec/control-plane §4.1). */
export function replyToStaging(
  command: ReadCommand,
  { comment, commands }: PendingCommands,
  facts: Facts,
): StagingReply | null {
  if (command.name !== "stage-results") return null;
  if (lastOf(commands, ["stage-results"]) !== command) return { kind: "stagingReplaced" };
  const judgement = judgeStaging(command.args.run, facts.runs, facts);
  if (judgement.kind !== "eligible") return { kind: "staging", judgement, record: null };
  const { id: runId, attempt, createdAt } = judgement.run;
  const record: StagingRecord = {
    commentId: comment.id,
    mark: commandMark(command),
    runId,
    attempt,
    date: new Date(createdAt).toISOString().slice(0, 10),
    login: comment.author?.login ?? "",
  };
  return { kind: "staging", judgement, record };
}
