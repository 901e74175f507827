import type { Facts } from "../model/facts.ts";
import { claimRefusal } from "./claim-refusal.ts";
import { holdsTurn, mergesAhead } from "./merge-queue.ts";
import { headChecks } from "./order-checks.ts";
import { end, type End, type EndGround, endOf } from "./order-ends.ts";
import { isSpent, preparationKey, preparationRefusal } from "./order-heads.ts";
import type { StandingOrder } from "./order-record.ts";
import { pathsText } from "./order-rules.ts";
import { isOver, newestOrder } from "./orders.ts";
import { decidePreparation, type Preparation, type PreparedCommit } from "./preparation.ts";
import type { ReadinessVerdict } from "./readiness.ts";
import { judgeBinding, type ReuseVerdict } from "./reuse.ts";
import type { ReuseContext } from "./reuse-rules.ts";

/** What is waited for before a prepared head is merged. */
export interface Checking {
  readonly head: string;
  readonly since: number;
  /** When it is given up, milliseconds since the epoch. */
  readonly until: number;
  readonly pending: readonly string[];
  /** GitHub has not said yet that nothing stands against the merge. */
  readonly isBlocked: boolean;
}

/** How far an order to merge is, and what is done about it now (spec/control-plane §8.1, §8.4). */
export type OrderStep =
  /** It stands as it ended. */
  | { readonly kind: "over" }
  | { readonly kind: "merged" }
  | { readonly kind: "abandoned"; readonly end: End }
  /** `takesTurn`: nobody is before it any more. */
  | { readonly kind: "queued"; readonly ahead: number; readonly takesTurn: boolean }
  /** Its turn; `commit`: what is pushed now, null while something of it is not known. */
  | {
      readonly kind: "preparing";
      readonly since: number;
      readonly commit: { readonly key: string; readonly content: PreparedCommit } | null;
    }
  | { readonly kind: "checking"; readonly checking: Checking }
  | { readonly kind: "merging"; readonly checking: Checking; readonly key: string };

export interface OrderVerdict {
  readonly standing: StandingOrder;
  readonly step: OrderStep;
}

export interface OrderInput extends Omit<EndGround, "reuse"> {
  readonly context: ReuseContext;
  /** The authorisation in force. */
  readonly reuse: ReuseVerdict;
  readonly readiness: ReadinessVerdict | null;
  /** A cancel is being answered: the order does not go on beside it. */
  readonly isTakenBack: boolean;
}

/** The next step of the newest order; null where nobody ordered a merge. The same facts always give the same step. */
export function decideOrder(input: OrderInput): OrderVerdict | null {
  const standing = newestOrder(input.facts);
  if (standing === null) return null;
  return { standing, step: stepOf(standing, input) };
}

function stepOf(standing: StandingOrder, input: OrderInput): OrderStep {
  const { facts } = input;
  if (isOver(standing)) return { kind: "over" };
  if (facts.pull.merged) return { kind: "merged" };
  if (input.isTakenBack) return abandoned("cancelled");
  const ended = endOf(standing, { ...input, reuse: ordered(standing, input) });
  if (ended !== null) return { kind: "abandoned", end: ended };
  if (!holdsTurn(facts)) {
    const ahead = mergesAhead(facts, standing.answer.createdAt);
    return { kind: "queued", ahead, takesTurn: ahead === 0 };
  }
  return preparedStep(standing, input, decidePreparation(facts));
}

/** The run that the order is about: judged as it will be once its authorisation is recorded. */
function ordered({ order }: StandingOrder, { facts, context, reuse }: OrderInput): ReuseVerdict {
  return reuse.kind === "none" && !order.kept
    ? judgeBinding(order.binding, facts.runs, context)
    : reuse;
}

function preparedStep(
  standing: StandingOrder,
  input: OrderInput,
  preparation: Preparation,
): OrderStep {
  const { facts } = input;
  switch (preparation.kind) {
    case "refused":
      return abandoned("changelog_refused", { problems: preparation.problems.length });
    case "conflict":
      return abandoned("conflict", { paths: pathsText(preparation.paths) });
    case "unread":
      return unreadStep(standing, input);
    case "nothing":
      return checkingStep(standing, input);
    case "commit": {
      const key = preparationKey(facts, standing, facts.pull.headSha);
      const reason = preparationRefusal(facts, key);
      if (reason !== null) return abandoned("push_refused", { reason });
      if (isSpent(facts, standing)) return abandoned("base_busy");
      if (!isPermitted(standing, facts)) return unpermittedStep(standing, facts);
      const since = turnSince(standing, facts);
      return { kind: "preparing", since, commit: { key, content: preparation.commit } };
    }
  }
}

function abandoned(...given: Parameters<typeof end>): OrderStep {
  return { kind: "abandoned", end: end(...given) };
}

function turnSince({ stage }: StandingOrder, { now }: Facts): number {
  return stage.step === "preparing" ? stage.since : now;
}

/** GitHub works out late whether there are conflicts; nobody waits for it for ever. */
function unreadStep(standing: StandingOrder, input: OrderInput): OrderStep {
  const { facts } = input;
  if (standing.stage.step === "checking") return checkingStep(standing, input);
  const since = turnSince(standing, facts);
  const isLate = facts.now >= since + timeoutOf(facts);
  return isLate ? abandoned("unread") : { kind: "preparing", since, commit: null };
}

/** What was not read is not granted (decision 3); a refusal has ended the order before. */
function isPermitted({ order }: StandingOrder, { permissions }: Facts): boolean {
  return permissions[order.login]?.kind === "known";
}

/** Nothing is pushed for whoever may not be allowed to any more; the others in the queue do not wait for ever. */
function unpermittedStep(standing: StandingOrder, facts: Facts): OrderStep {
  const { stage } = standing;
  const since = stage.step === "checking" ? stage.since : turnSince(standing, facts);
  const isLate = facts.now >= since + timeoutOf(facts);
  return isLate ? abandoned("permission_unread") : { kind: "preparing", since, commit: null };
}

function timeoutOf({ config }: Facts): number {
  return config.inForce.merge.timeoutSeconds * 1000;
}

/** What GitHub says when nothing stands against a merge; `unstable` is about checks, which we look at ourselves. */
const MERGEABLE: ReadonlySet<string> = new Set(["clean", "has_hooks", "unstable"]);

function checkingStep(standing: StandingOrder, { facts, readiness }: OrderInput): OrderStep {
  const { stage, order } = standing;
  const { headSha, mergeable, mergeState } = facts.pull;
  if (readiness?.kind === "nothingToPublish") return abandoned("nothing_to_publish");
  const isRecorded = stage.step === "checking" && stage.head === headSha;
  const since = isRecorded ? stage.since : facts.now;
  const { failed, pending } = headChecks(facts, readiness, order.binding.runId);
  const isBlocked = mergeable !== true || !MERGEABLE.has(mergeState);
  const checking = { head: headSha, since, until: since + timeoutOf(facts), pending, isBlocked };
  // Authorised first: what is published must be on record before anything is merged.
  if (!isRecorded) return { kind: "checking", checking };
  if (failed.length > 0) return abandoned("check_failed", { names: pathsText(failed) });
  const isReady = pending.length === 0 && !isBlocked;
  return isReady ? readyStep(standing, facts, checking) : waitingStep(facts, checking);
}

function readyStep(standing: StandingOrder, facts: Facts, checking: Checking): OrderStep {
  if (isPermitted(standing, facts)) return mergingStep(standing, facts, checking);
  return facts.now < checking.until
    ? { kind: "checking", checking }
    : abandoned("permission_unread");
}

function waitingStep({ now, pull }: Facts, checking: Checking): OrderStep {
  if (now < checking.until) return { kind: "checking", checking };
  return checking.pending.length > 0
    ? abandoned("checks_late", { names: pathsText(checking.pending) })
    : abandoned("github_late", { state: pull.mergeState });
}

function mergingStep({ order }: StandingOrder, facts: Facts, checking: Checking): OrderStep {
  const { repository, pull, claims } = facts;
  const key = `merge-${repository.id}-${pull.number}-${order.commentId}-${checking.head.slice(0, 12)}`;
  const claim = claims.find((each) => each.key === key);
  const reason = claim === undefined ? null : claimRefusal(claim);
  if (reason !== null) return abandoned("merge_refused", { reason });
  return { kind: "merging", checking, key };
}
