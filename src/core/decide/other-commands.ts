/** The commands that have files of their own: each is asked whether the command is its to answer. */
import type { ReadCommand } from "../commands/order.ts";
import type { Facts } from "../model/facts.ts";
import type { Change } from "./merge.ts";
import type { PendingCommands } from "./needs.ts";
import { type OrderCommandGround, type OrderReply, replyToOrder } from "./order-commands.ts";
import { type RecoveryJudging, type RecoveryReply, replyToRecovery } from "./recovery.ts";
import { decideRepair, type RepairVerdict } from "./repair.ts";
import { replyToSignoff, type SignoffGround, type SignoffReply } from "./signoff-commands.ts";
import { replyToStaging, type StagingReply } from "./staging-commands.ts";
import type { CancelGround } from "./sweep-cancel.ts";
import { replyToSweep, type SweepReply } from "./sweep-commands.ts";
import type { RerunGround } from "./sweep-rerun.ts";
import type { SweepGround } from "./sweep-run.ts";

/** What commands are judged by. */
export interface CommandGround
  extends
    SweepGround,
    RerunGround,
    CancelGround,
    SignoffGround,
    OrderCommandGround,
    Pick<RecoveryJudging, "loss" | "recovery"> {
  readonly facts: Facts;
  readonly change: Change;
}

interface RepairReply {
  readonly kind: "repair";
  readonly verdict: RepairVerdict;
}

/** What the commands of this file are answered. */
export type OtherReply =
  RepairReply | RecoveryReply | SweepReply | StagingReply | SignoffReply | OrderReply;

/** What a command is answered; null for the commands of reuse. */
export function replyToOthers(
  command: ReadCommand,
  pending: PendingCommands,
  ground: CommandGround,
): OtherReply | null {
  const { facts, sweep, change } = ground;
  if (command.name === "changelog fix") {
    return { kind: "repair", verdict: decideRepair(facts, sweep, pending.comment.id) };
  }
  return (
    replyToRecovery(command, pending, { ...ground, matrix: change.matrix }) ??
    replyToSweep(command, pending, ground) ??
    replyToStaging(command, pending, facts) ??
    replyToSignoff(command, pending, ground) ??
    replyToOrder(command, pending, ground)
  );
}
