import type { Facts } from "../model/facts.ts";
import type { Comment } from "../model/github.ts";
import { isFromFork } from "./fork.ts";
import { selectLabels } from "./labels.ts";
import { decideMatrix } from "./matrix.ts";
import type { Change } from "./merge.ts";
import type { Blocked } from "./sweep-obstacles.ts";
import { asAnswered, type SweepOrder } from "./sweep-record.ts";
import { newestLabelEvent } from "./sweep-request.ts";
import { isStopped } from "./sweep-stop.ts";
import {
  decideSweep,
  modeOf,
  type SweepDecision,
  type SweepPlan,
  type SweepVerdict,
} from "./sweep.ts";

/** Why `/sweep run` starts nothing, besides what keeps any sweep from starting. */
export type RunRefusal =
  | "closed"
  | "observing"
  | "other_head"
  | "fork_unnamed"
  | "contradicts_reuse"
  | "running"
  | "starting"
  | "order_used"
  | "no_primary";

export type RunVerdict =
  | { readonly kind: "accepted"; readonly order: SweepOrder }
  | { readonly kind: "blocked"; readonly obstacle: Blocked }
  | {
      readonly kind: "refused";
      readonly code: RunRefusal;
      readonly values: Readonly<Record<string, string | number>>;
    };

export interface RunWish {
  readonly comment: Comment;
  /** The commit that the person named in full; null when it was left out. */
  readonly commit: string | null;
  /** The same comment orders that an earlier run be reused. */
  readonly ordersReuse: boolean;
}

/** What a sweep command is judged by. */
export interface SweepGround {
  readonly facts: Facts;
  readonly change: Change;
  readonly sweep: SweepVerdict;
  /** Since when results of an earlier run are to be reused; null when they are not. */
  readonly reuseSince: number | null;
}

/**
 * Judges `/sweep run` as if the order stood: it is accepted exactly when the next look starts the sweep,
 * and else refused with the one reason why that would not.
 */
export function decideRun(wish: RunWish, ground: SweepGround): RunVerdict {
  const { facts, change, reuseSince } = ground;
  const refusal = refuseAtOnce(wish, facts);
  if (refusal !== null) return refusal;
  const order = orderOf(wish, facts);
  const supposed = asAnswered(facts, { kind: "ordered", ...order });
  const matrix = decideMatrix(supposed, change.changelog);
  const { decision } = decideSweep({
    facts: supposed,
    changelog: change.changelog,
    matrix,
    reuseSince,
  });
  return concludeRun(order, decision, ground);
}

function concludeRun(order: SweepOrder, decision: SweepDecision, ground: SweepGround): RunVerdict {
  if (decision.kind === "blocked") return { kind: "blocked", obstacle: decision };
  if (!("plan" in decision)) return refused("no_primary", { label: order.primary });
  const underWay = refuseSame(decision.plan, ground);
  if (underWay !== null) return underWay;
  return decision.kind === "start" ? { kind: "accepted", order } : refused("order_used", {});
}

/** What runs already for this head in the same mode is not started twice, unless it was stopped. */
function refuseSame(plan: SweepPlan, { facts, sweep }: SweepGround): RunVerdict | null {
  const { decision } = sweep;
  if (!("plan" in decision) || !isSameMode(decision.plan, plan)) return null;
  if (decision.kind === "start" || decision.kind === "starting") return refused("starting", {});
  if (decision.kind !== "running") return null;
  const run = facts.runs.find((each) => each.run.id === decision.runId);
  if (run === undefined || isStopped(run, facts)) return null;
  return refused("running", { run: run.run.id, url: run.run.url });
}

function isSameMode(one: SweepPlan, other: SweepPlan): boolean {
  return modeOf(one.primary, one.flags) === modeOf(other.primary, other.flags);
}

function refuseAtOnce({ commit, ordersReuse }: RunWish, facts: Facts): RunVerdict | null {
  const { pull, config } = facts;
  const head = pull.headSha;
  if (pull.state === "closed") return refused("closed", {});
  if (config.inForce.sweep.trigger === "observe") {
    return refused("observing", { label: config.inForce.labels.recommended });
  }
  if (commit !== null && commit !== head) return refused("other_head", { commit, head });
  if (pull.headRepository !== null && isFromFork(facts) && commit === null)
    return refused("fork_unnamed", { head });
  return ordersReuse ? refused("contradicts_reuse", {}) : null;
}

function orderOf({ comment, commit }: RunWish, facts: Facts): SweepOrder {
  const { pull, config, labelEvents } = facts;
  const selection = selectLabels(pull.labels, config.inForce);
  const { recommended } = config.inForce.labels;
  return {
    commentId: comment.id,
    headSha: pull.headSha,
    primary: selection.kind === "one" ? selection.primary.name : recommended,
    named: commit !== null,
    after: newestLabelEvent(labelEvents),
    at: comment.updatedAt,
    actor: comment.author ?? { id: 0, login: "", isBot: false },
  };
}

function refused(
  code: RunRefusal,
  values: Readonly<Record<string, string | number>>,
): Extract<RunVerdict, { kind: "refused" }> {
  return { kind: "refused", code, values };
}
