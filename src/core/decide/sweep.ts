import type { PrimaryLabel } from "../model/config.ts";
import type { ClaimFact, Facts, RunFacts } from "../model/facts.ts";
import { claimRefusal } from "./claim-refusal.ts";
import { approvalObstacle, movedObstacle, takenOffObstacle, testMergeObstacle } from "./fork.ts";
import type { SweepFlags, SweepRequest } from "./labels.ts";
import { planKey } from "./plan-key.ts";
import { isRecoveryPull } from "./recovery-record.ts";
import {
  blocked,
  changelogObstacle,
  commitsObstacle,
  matrixObstacle,
  pullObstacle,
  requesterObstacle,
  type Blocked,
} from "./sweep-obstacles.ts";
import { sweepWish, type SweepWish } from "./sweep-request.ts";
import { isOrdered, isStopped, stoppedKeys } from "./sweep-stop.ts";
import type { ChangelogVerdict, MatrixVerdict } from "./validation.ts";

export type SweepDecision =
  | { readonly kind: "idle"; readonly code: "no_label" | "closed" | "merged" }
  | Blocked
  | { readonly kind: "observing" }
  | { readonly kind: "start"; readonly plan: SweepPlan }
  /** Claimed or recorded; the run itself is not visible yet. */
  | { readonly kind: "starting"; readonly plan: SweepPlan; readonly since: number }
  | { readonly kind: "running"; readonly plan: SweepPlan; readonly runId: number }
  | { readonly kind: "ended"; readonly plan: SweepPlan; readonly runId: number }
  /** GitHub refused the dispatch: the trigger failed, not the benchmark (decision 13). */
  | { readonly kind: "triggerFailed"; readonly plan: SweepPlan; readonly reason: string };

/** One sweep, judged: exactly this head, this matrix, these modifiers. */
export interface SweepPlan {
  readonly key: string;
  readonly headSha: string;
  readonly baseSha: string;
  readonly primary: PrimaryLabel;
  readonly flags: SweepFlags;
  readonly matrixDigest: string;
}

export interface SweepVerdict {
  readonly decision: SweepDecision;
  /** The run to show: the current plan's, else the newest that sweepbot or the workflow started. */
  readonly shown: RunFacts | null;
  /** Active runs that no longer serve the labels (decision 7). */
  readonly cancel: readonly number[];
}

export interface SweepInput {
  readonly facts: Facts;
  readonly changelog: ChangelogVerdict;
  readonly matrix: MatrixVerdict;
  /** Since when results of an earlier run are to be reused; null when they are not. */
  readonly reuseSince: number | null;
}

/** Whether a sweep starts, runs, has ended or is blocked, and which active runs to cancel (decisions 6 to 13). */
export function decideSweep(input: SweepInput): SweepVerdict {
  const { facts } = input;
  const decision = decideIntent(input);
  const shown = shownRun(decision, facts.runs);
  return { decision, shown, cancel: runsToCancel(decision, facts) };
}

function decideIntent(input: SweepInput): SweepDecision {
  const { facts } = input;
  if (facts.pull.merged) return { kind: "idle", code: "merged" };
  if (facts.pull.state === "closed") return { kind: "idle", code: "closed" };
  const wish = sweepWish(facts);
  if (wish.kind !== "none" && isRecoveryPull(facts)) return blocked("recovery", {});
  if (wish.kind === "none") return takenOffObstacle(facts) ?? { kind: "idle", code: "no_label" };
  if (wish.kind === "conflict") {
    return blocked("conflicting_labels", { labels: wish.labels.join(", ") });
  }
  const obstacle = changeObstacle(wish.primary, input);
  if (obstacle !== null) return obstacle;
  if (facts.config.inForce.sweep.trigger === "observe") return { kind: "observing" };
  return decideAsked(wish, input);
}

/** What about the change keeps a sweep from starting, whoever asks for it. */
function changeObstacle(primary: PrimaryLabel, input: SweepInput): Blocked | null {
  const { facts } = input;
  return (
    pullObstacle(facts) ??
    movedObstacle(facts, primary.name) ??
    commitsObstacle(facts) ??
    changelogObstacle(input.changelog) ??
    matrixObstacle(input.matrix)
  );
}

/** A sweep that may run: who asked for it, and whether it has started already. */
function decideAsked(
  { primary, flags, request }: Extract<SweepWish, { kind: "one" }>,
  input: SweepInput,
): SweepDecision {
  const { facts } = input;
  if (input.matrix.kind !== "planned" || facts.revisions.kind === "unknown") {
    return blocked("revisions_unknown", { cause: "unreadable" });
  }
  if (request === null) return blocked("requester_unknown", {});
  const sweep = {
    headSha: facts.pull.headSha,
    baseSha: facts.revisions.value.tipSha,
    ...{ primary, flags },
    matrixDigest: input.matrix.digest,
  };
  const keyOf = (generation: number): string =>
    planKey({
      repositoryId: facts.repository.id,
      pull: facts.pull.number,
      headSha: sweep.headSha,
      mode: modeOf(primary, flags),
      matrixDigest: sweep.matrixDigest,
      generation,
    });
  const key = afterDrafts(request.generation, keyOf, facts);
  return decidePlan({ ...sweep, key }, request, input);
}

/**
 * A sweep that was cancelled because the pull request became a draft starts again once it is ready, as
 * often as that happens: the label was on all the time (decision 7). Gives the key of the last such
 * start, which is the first one's where nothing was cancelled.
 */
function afterDrafts(
  generation: number,
  keyOf: (generation: number) => string,
  facts: Facts,
): string {
  let key = keyOf(generation);
  for (const { id, createdAt } of facts.readyEvents) {
    const run = facts.runs.find((each) => each.planKey === key);
    const isCancelled = run?.run.conclusion === "cancelled" && !isStopped(run, facts);
    if (isCancelled && createdAt > run.run.createdAt) key = keyOf(id);
  }
  return key;
}

function decidePlan(plan: SweepPlan, request: SweepRequest, input: SweepInput): SweepDecision {
  const { facts } = input;
  const run = facts.runs.find((candidate) => candidate.planKey === plan.key)?.run;
  if (run !== undefined) {
    return { kind: run.status === "completed" ? "ended" : "running", plan, runId: run.id };
  }
  if (stoppedKeys(facts).includes(plan.key)) return blocked("stopped", {});
  const claim = facts.claims.find((candidate) => candidate.key === plan.key);
  if (claim?.state === "recorded") return recorded(plan, claim, facts.now);
  return startObstacle(plan.primary, request, input) ?? { kind: "start", plan };
}

/** What keeps a sweep from starting that has not started yet: who asks, what was approved, what is wanted instead. */
function startObstacle(
  primary: PrimaryLabel,
  request: SweepRequest,
  { facts, reuseSince }: SweepInput,
): Blocked | null {
  const isReused = reuseSince !== null && request.at <= reuseSince;
  return (
    approvalObstacle(facts, primary.name) ??
    requesterObstacle(request, facts.permissions) ??
    (isReused ? blocked("reuse_authorised", {}) : null) ??
    testMergeObstacle(facts, primary.name)
  );
}

/** A run that does not show up for so long was deleted: `/sweep run` and a new label start another one. */
const STARTING_LIMIT_MS = 5 * 60_000;

function recorded(plan: SweepPlan, claim: ClaimFact, now: number): SweepDecision {
  const failure = claimRefusal(claim);
  if (failure !== null) return { kind: "triggerFailed", plan, reason: failure };
  const { at, result } = claim;
  if (now - at < STARTING_LIMIT_MS) return { kind: "starting", plan, since: at };
  return blocked("run_gone", { gone: /^\d+$/u.test(result ?? "") ? (result ?? "") : "" });
}

/** What a mode is called in plan keys and dispatch inputs. */
export function modeOf(primary: PrimaryLabel, flags: SweepFlags): string {
  const modifiers = [
    flags.allEvals ? "all-evals" : "",
    flags.evalsOnly ? "evals-only" : "",
    flags.agentxFast ? "agentx-fast" : "",
  ];
  return [primary.name, ...modifiers.filter((text) => text !== "")].join("+");
}

function shownRun(decision: SweepDecision, runs: readonly RunFacts[]): RunFacts | null {
  const current = "plan" in decision ? decision.plan.key : null;
  return (
    runs.find((run) => current !== null && run.planKey === current) ??
    runs.find((run) => run.belongs) ??
    null
  );
}

/**
 * Runs that `/sweep cancel` stopped and those that the decision lets go; of the latter only what
 * sweepbot started is its to cancel, and never because a push started nothing (decision 7).
 */
function runsToCancel(decision: SweepDecision, facts: Facts): readonly number[] {
  return facts.runs
    .filter((run) => run.run.status !== "completed")
    .filter((run) => isStopped(run, facts) || !isKept(run, decision, facts))
    .map((run) => run.run.id);
}

/** Whether a run goes on under a decision, apart from `/sweep cancel`. */
export function isKept(run: RunFacts, decision: SweepDecision, facts: Facts): boolean {
  const keep = keptKey(decision);
  if (run.planKey === null || keep === "all" || run.planKey === keep) return true;
  return decision.kind === "idle" && decision.code === "no_label" && isOrdered(run, facts);
}

function keptKey(decision: SweepDecision): string | null {
  switch (decision.kind) {
    case "idle":
      return null;
    case "blocked":
      return decision.code === "draft" ? null : "all";
    case "observing":
    case "triggerFailed":
      return "all";
    case "start":
    case "starting":
    case "running":
    case "ended":
      return decision.plan.key;
  }
}
