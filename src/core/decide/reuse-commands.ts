/** What the reuse commands are answered. */
import { lastOf, type ReadCommand } from "../commands/order.ts";
import type { Facts } from "../model/facts.ts";
import type { PendingCommands } from "./needs.ts";
import { judgeReuse, type ReuseJudgement } from "./reuse.ts";
import type { ReuseContext } from "./reuse-rules.ts";

export type ReuseReply =
  | { readonly kind: "reuse"; readonly judgement: ReuseJudgement }
  | { readonly kind: "reuseCancelled" }
  /** Another command of the same comment counts instead. */
  | { readonly kind: "reuseReplaced" }
  | { readonly kind: "pullClosed" };

/** What `/reuse-sweep-run` and its cancel are answered; of several in one comment the last one counts. */
export function replyToReuse(
  command: ReadCommand,
  pending: PendingCommands,
  { facts, context }: { readonly facts: Facts; readonly context: ReuseContext },
): ReuseReply {
  const winner = lastOf(pending.commands, ["reuse-sweep-run", "reuse-sweep-run cancel"]);
  if (winner !== command) return { kind: "reuseReplaced" };
  if (facts.pull.state === "closed") return { kind: "pullClosed" };
  if (command.name !== "reuse-sweep-run") return { kind: "reuseCancelled" };
  const runId = command.args.run;
  const judgement = judgeReuse({ runId, pinned: runId !== null }, facts.runs, context);
  return { kind: "reuse", judgement };
}
