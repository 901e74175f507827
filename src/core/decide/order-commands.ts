/** What `/merge-with-reuse` and its cancel are answered. */
import { lastOf, type ReadCommand } from "../commands/order.ts";
import type { PendingCommands } from "./needs.ts";
import type { MergeOrder } from "./order-record.ts";
import { judgeOrder, type OrderGround, type OrderRuleResult } from "./order-rules.ts";
import { liveOrder } from "./orders.ts";
import { mergesAhead } from "./merge-queue.ts";
import { judgeReuse, type ReuseBinding, type ReuseVerdict } from "./reuse.ts";
import type { ReuseContext, RuleResult } from "./reuse-rules.ts";

export type OrderReply =
  | {
      readonly kind: "mergeOrder";
      readonly judgement: {
        readonly kind: "eligible" | "refused" | "undecided";
        readonly rules: readonly OrderRuleResult[];
        readonly reuse: readonly RuleResult[];
      };
      /** Null unless every rule is met. */
      readonly order: MergeOrder | null;
      /** Pull requests before it in the queue. */
      readonly ahead: number;
    }
  | { readonly kind: "mergeCancel"; readonly found: boolean }
  /** A later one of the same comment counts instead. */
  | { readonly kind: "mergeReplaced" };

/** What the two commands are judged by. */
export interface OrderCommandGround extends OrderGround {
  readonly context: ReuseContext;
  readonly reuse: ReuseVerdict;
}

const KINDS: ReadonlySet<string> = new Set(["mergeOrder", "mergeCancel", "mergeReplaced"]);

/** True for the answers to commands about merging. */
export function isOrderReply<R extends { readonly kind: string }>(
  reply: R,
): reply is Extract<R, OrderReply> {
  return KINDS.has(reply.kind);
}

/** What is answered; null for all other commands. */
export function replyToOrder(
  command: ReadCommand,
  pending: PendingCommands,
  ground: OrderCommandGround,
): OrderReply | null {
  const { name } = command;
  if (name !== "merge-with-reuse" && name !== "merge-with-reuse cancel") return null;
  const winner = lastOf(pending.commands, ["merge-with-reuse", "merge-with-reuse cancel"]);
  if (winner !== command) return { kind: "mergeReplaced" };
  if (name === "merge-with-reuse") return replyToMerge(pending, ground);
  return { kind: "mergeCancel", found: liveOrder(ground.facts) !== null };
}

function replyToMerge(
  { comment, commands }: PendingCommands,
  ground: OrderCommandGround,
): OrderReply {
  const { facts } = ground;
  const reused = reusedBy(commands, ground);
  const rules = judgeOrder(ground, reused);
  const isOff = !facts.config.inForce.merge.withReuse;
  const reuse = isOff ? [] : reused.rules;
  const outcomes = [...rules, ...reuse].map(({ outcome }) => outcome);
  const kind = kindOf(outcomes);
  const { binding, kept } = reused;
  const login = comment.author?.login ?? "";
  const order =
    kind === "eligible" && binding !== null
      ? { commentId: comment.id, binding: { ...binding, headSha: facts.pull.headSha }, kept, login }
      : null;
  const ahead = mergesAhead(facts, null);
  return { kind: "mergeOrder", judgement: { kind, rules, reuse }, order, ahead };
}

function kindOf(
  outcomes: readonly OrderRuleResult["outcome"][],
): "eligible" | "refused" | "undecided" {
  if (outcomes.includes("fail")) return "refused";
  return outcomes.includes("unknown") ? "undecided" : "eligible";
}

interface Reused {
  readonly binding: ReuseBinding | null;
  readonly kept: boolean;
  readonly rules: readonly RuleResult[];
}

/**
 * The run that is published with the merge: what stands in the same comment, else the authorisation in
 * force, which is kept as it is; only without one the newest eligible run (spec/control-plane §8.4.3).
 */
function reusedBy(
  commands: PendingCommands["commands"],
  { facts, context, reuse }: OrderCommandGround,
): Reused {
  const beside = lastOf(commands, ["reuse-sweep-run", "reuse-sweep-run cancel"]);
  if (beside === null && reuse.kind !== "none") {
    const binding = reuse.kind === "authorised" ? reuse.binding : null;
    return { binding, kept: true, rules: reuse.rules };
  }
  const runId = beside?.name === "reuse-sweep-run" ? beside.args.run : null;
  const judgement = judgeReuse({ runId, pinned: runId !== null }, facts.runs, context);
  const binding = judgement.kind === "eligible" ? judgement.binding : null;
  return { binding, kept: beside?.name === "reuse-sweep-run", rules: judgement.rules };
}
