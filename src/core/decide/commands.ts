import type { ReadCommand } from "../commands/order.ts";
import type { ParsedCommand } from "../commands/parse.ts";
import type { Comment } from "../model/github.ts";
import { type AnswerRecord, commandMark } from "./answered.ts";
import type { Change } from "./merge.ts";
import { isOrderReply } from "./order-commands.ts";
import { pendingCommands, type PendingCommands } from "./needs.ts";
import { type CommandGround, type OtherReply, replyToOthers } from "./other-commands.ts";
import { type PermissionRefusal, refusePermission } from "./permission-refusal.ts";
import type { RepairPush } from "./repair.ts";
import { replyToReuse, type ReuseReply } from "./reuse-commands.ts";
import { isSignoffDone, isSignoffReply, isSignoffUndecided } from "./signoff-commands.ts";
import { isSweepDone, isSweepUndecided, rerunOf, type SweepReply } from "./sweep-commands.ts";
import type { Rerun } from "./sweep-rerun.ts";

/** What is said to one command. */
export type Reply =
  | OtherReply
  | { readonly kind: "help" }
  | { readonly kind: "sweepPlan"; readonly change: Change }
  | ReuseReply
  | {
      readonly kind: "badArguments";
      readonly command: Extract<ParsedCommand, { kind: "badArguments" }>;
    }
  | {
      readonly kind: "unknownCommand";
      readonly command: Extract<ParsedCommand, { kind: "unknown" }>;
    }
  | PermissionRefusal;

/** The answer to all commands of one comment, once (decision 4). */
export interface CommandAnswer {
  readonly commentId: number;
  readonly commentUrl: string;
  readonly login: string;
  readonly replies: readonly Reply[];
  readonly record: AnswerRecord;
}

export interface CommandsVerdict {
  readonly answers: readonly CommandAnswer[];
  /** Comments whose answer needs a read that has not succeeded yet; they get 👀 and are looked at again. */
  readonly waiting: readonly number[];
  /** The repair that is to be pushed now; its command waits for it. */
  readonly push: RepairPush | null;
  /** The re-run that is to be done now, or settled after a crash; its command waits for it. */
  readonly rerun: { readonly rerun: Rerun; readonly isNew: boolean } | null;
}

/** How long a read that keeps failing is tried again before the command is refused for it (decision 3). */
const PATIENCE_MS = 10 * 60_000;

/** What the comments before have come to. */
interface SoFar {
  readonly answers: CommandAnswer[];
  readonly waiting: number[];
  readonly pushes: RepairPush[];
  readonly reruns: NonNullable<CommandsVerdict["rerun"]>[];
}

/** Answers every pending command, or lets it wait while what it needs cannot be read. */
export function decideCommands(ground: CommandGround): CommandsVerdict {
  const soFar: SoFar = { answers: [], waiting: [], pushes: [], reruns: [] };
  for (const pending of pendingCommands(ground.facts)) judgeComment(pending, ground, soFar);
  const { answers, waiting, pushes, reruns } = soFar;
  return { answers, waiting, push: pushes[0] ?? null, rerun: reruns[0] ?? null };
}

function judgeComment(pending: PendingCommands, ground: CommandGround, soFar: SoFar): void {
  const { comment, commands } = pending;
  const replies = commands.map((command) => replyTo(command, pending, ground));
  const push = replies.flatMap(pushOf);
  const isQueued = replies.some(mayPush) && hasMoved(soFar);
  const rerun = isQueued ? [] : replies.flatMap((reply) => rerunIn(reply) ?? []);
  soFar.pushes.push(...push);
  soFar.reruns.push(...rerun);
  const isPending = isQueued || push.length > 0 || rerun.length > 0;
  const isUnread = replies.some(isUndecided) && isPatient(comment, ground.facts.now);
  if (isPending || isUnread) soFar.waiting.push(comment.id);
  else soFar.answers.push(answerOf(pending, replies));
}

/** Seen for the first time, a command gets its time, however long we were away: 👀 marks that. */
function isPatient(comment: Comment, now: number): boolean {
  const seenBefore = (comment.reactionCounts.eyes ?? 0) > 0;
  return !seenBefore || now - comment.updatedAt < PATIENCE_MS;
}

/** After a comment that moves sweeps or the head the next one is judged by the next look, which sees what became of it. */
function hasMoved({ answers, pushes, reruns }: SoFar): boolean {
  return pushes.length > 0 || reruns.length > 0 || answers.some(hasActed);
}

/** What must not be judged by facts that an earlier comment is about to change. */
function mayPush(reply: Reply): boolean {
  return isAct(reply) || isOrderReply(reply) || reply.kind === "recovery";
}

/** A command that starts, stops or reruns a sweep. */
function isAct(reply: Reply): reply is Extract<SweepReply, { verdict: object }> {
  return reply.kind === "sweepRun" || reply.kind === "sweepCancel" || reply.kind === "sweepRerun";
}

/** True for an answer after which sweeps and orders are judged anew. */
function hasActed({ replies }: CommandAnswer): boolean {
  return replies.some(
    (reply) =>
      (isOrderReply(reply) && succeeded(reply)) ||
      (isAct(reply) && reply.verdict.kind === "accepted") ||
      (["reuse", "reuseCancelled", "recovery"].includes(reply.kind) && succeeded(reply)),
  );
}

function rerunIn(reply: Reply): CommandsVerdict["rerun"] {
  return isAct(reply) ? rerunOf(reply) : null;
}

function pushOf(reply: Reply): readonly RepairPush[] {
  return reply.kind === "repair" && reply.verdict.kind === "pushing" ? [reply.verdict.push] : [];
}

function answerOf(pending: PendingCommands, replies: readonly Reply[]): CommandAnswer {
  const { comment, commands } = pending;
  return {
    commentId: comment.id,
    commentUrl: comment.url,
    login: comment.author?.login ?? "",
    replies: replies.filter((reply) => reply.kind !== "reuseReplaced"),
    record: {
      commentId: comment.id,
      outcome: replies.every(succeeded) ? "done" : "refused",
      marks: commands.map(commandMark),
    },
  };
}

function replyTo(command: ParsedCommand, pending: PendingCommands, ground: CommandGround): Reply {
  if (command.kind === "badArguments") return { kind: "badArguments", command };
  if (command.kind === "unknown") return { kind: "unknownCommand", command };
  const refusal = refusePermission(command.name, pending, ground.facts);
  if (refusal !== null) return refusal;
  return replyToGranted(command, pending, ground);
}

function replyToGranted(
  command: ReadCommand,
  pending: PendingCommands,
  ground: CommandGround,
): Reply {
  if (command.name === "help") return { kind: "help" };
  if (command.name === "sweep plan") return { kind: "sweepPlan", change: ground.change };
  return replyToOthers(command, pending, ground) ?? replyToReuse(command, pending, ground);
}

function isUndecided(reply: Reply): boolean {
  if (reply.kind === "permissionUnknown") return true;
  if (reply.kind === "sweepPlan") return isUnread(reply.change);
  if (reply.kind === "repair") return reply.verdict.kind === "unread";
  if (reply.kind === "sweepRun") return isSweepUndecided(reply);
  if (isSignoffReply(reply)) return isSignoffUndecided(reply);
  return "judgement" in reply && reply.judgement.kind === "undecided";
}

/** What would run is not known yet, which is not the same as nothing. */
function isUnread({ changelog, matrix }: Change): boolean {
  return changelog.kind === "unknown" || matrix.kind === "unknown";
}

function succeeded(reply: Reply): boolean {
  if (isSignoffReply(reply)) return isSignoffDone(reply);
  switch (reply.kind) {
    case "sweepPlan":
      return !isUnread(reply.change);
    case "repair":
      return ["pushed", "unchanged", "offered"].includes(reply.verdict.kind);
    case "sweepRun":
    case "sweepCancel":
    case "sweepRerun":
    case "sweepReplaced":
    case "sweepStatus":
    case "explain":
      return isSweepDone(reply);
    case "help":
    case "reuseCancelled":
    case "reuseReplaced":
    case "stagingReplaced":
    case "recoveryReplaced":
      return true;
    case "mergeReplaced":
      return true;
    case "mergeCancel":
      return reply.found;
    case "reuse":
    case "staging":
    case "recovery":
    case "mergeOrder":
      return reply.judgement.kind === "eligible";
    case "pullClosed":
    case "badArguments":
    case "unknownCommand":
    case "noPermission":
    case "permissionUnknown":
      return false;
  }
}
