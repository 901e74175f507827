/** The commands that start, stop and show sweeps: what each is answered. */
import { lastOf, type ReadCommand } from "../commands/order.ts";
import { type CommandName, COMMANDS } from "../commands/table.ts";
import { commandMark } from "./answered.ts";
import type { PendingCommands } from "./needs.ts";
import { type CancelGround, type CancelVerdict, decideCancel } from "./sweep-cancel.ts";
import { decideRerun, type Rerun, type RerunGround, type RerunVerdict } from "./sweep-rerun.ts";
import { decideRun, type RunVerdict, type SweepGround } from "./sweep-run.ts";
import type { SweepRecord } from "./sweep-record.ts";

export type SweepReply =
  | { readonly kind: "sweepRun"; readonly verdict: RunVerdict }
  | { readonly kind: "sweepCancel"; readonly verdict: CancelVerdict }
  | { readonly kind: "sweepRerun"; readonly verdict: RerunVerdict }
  /** Another sweep command of the same comment counts instead. */
  | { readonly kind: "sweepReplaced"; readonly usage: string; readonly counts: string }
  | { readonly kind: "sweepStatus" }
  | { readonly kind: "explain" };

const ACTIONS = [
  "sweep run",
  "sweep cancel",
  "sweep rerun",
] as const satisfies readonly CommandName[];

/** What a sweep command is answered; null for all other commands. Of several that act the last of a comment counts. */
export function replyToSweep(
  command: ReadCommand,
  pending: PendingCommands,
  ground: SweepGround & RerunGround & CancelGround,
): SweepReply | null {
  if (command.name === "sweep status") return { kind: "sweepStatus" };
  if (command.name === "explain") return { kind: "explain" };
  if (!isAction(command)) return null;
  const winner = lastOf(pending.commands, ACTIONS);
  if (winner !== null && winner !== command) {
    const counts = COMMANDS[winner.name].usage;
    return { kind: "sweepReplaced", usage: COMMANDS[command.name].usage, counts };
  }
  return actOn(command, pending, ground);
}

type Action = Extract<ReadCommand, { readonly name: (typeof ACTIONS)[number] }>;

function isAction(command: ReadCommand): command is Action {
  return ACTIONS.some((action) => action === command.name);
}

function actOn(
  command: Action,
  { comment, commands }: PendingCommands,
  ground: SweepGround & RerunGround & CancelGround,
): SweepReply {
  switch (command.name) {
    case "sweep run": {
      const reuse = lastOf(commands, ["reuse-sweep-run", "reuse-sweep-run cancel"]);
      const ordersReuse = reuse?.name === "reuse-sweep-run";
      const wish = { comment, commit: command.args.commit, ordersReuse };
      return { kind: "sweepRun", verdict: decideRun(wish, ground) };
    }
    case "sweep cancel":
      return {
        kind: "sweepCancel",
        verdict: decideCancel(ground, comment),
      };
    case "sweep rerun": {
      const wish = {
        commentId: comment.id,
        mark: commandMark(command),
        which: command.args.which,
      };
      return { kind: "sweepRerun", verdict: decideRerun(wish, ground) };
    }
  }
}

/** True for an answer that a read which failed keeps from being given yet. */
export function isSweepUndecided(reply: SweepReply): boolean {
  return (
    reply.kind === "sweepRun" &&
    reply.verdict.kind === "blocked" &&
    (reply.verdict.obstacle.code.endsWith("_unknown") ||
      reply.verdict.obstacle.code === "fork_test_merge_pending")
  );
}

/** True when the command got what it asked for. */
export function isSweepDone(reply: SweepReply): boolean {
  switch (reply.kind) {
    case "sweepRun":
    case "sweepCancel":
      return reply.verdict.kind === "accepted";
    case "sweepRerun":
      return reply.verdict.kind === "done";
    case "sweepReplaced":
    case "sweepStatus":
    case "explain":
      return true;
  }
}

/** What our answer has to record of a reply; null when it changes nothing. */
export function sweepRecordOf(reply: SweepReply): SweepRecord | null {
  if (reply.kind === "sweepRun" && reply.verdict.kind === "accepted") {
    return { kind: "ordered", ...reply.verdict.order };
  }
  if (reply.kind === "sweepCancel" && reply.verdict.kind === "accepted") {
    return { kind: "stopped", ...reply.verdict.stop };
  }
  return null;
}

/** The re-run that a reply asks for before it can be given. */
export function rerunOf(
  reply: SweepReply,
): { readonly rerun: Rerun; readonly isNew: boolean } | null {
  return reply.kind === "sweepRerun" && reply.verdict.kind === "asked" ? reply.verdict : null;
}
