import type { Facts } from "../model/facts.ts";
import type { PublishedRows } from "../model/results.ts";
import { decideChangelog } from "./changelog.ts";
import { type CommandsVerdict, decideCommands } from "./commands.ts";
import { decideFailures, type FailuresVerdict } from "./failures.ts";
import { decideGate, type GateVerdict } from "./gate.ts";
import { decideLoss, type LossVerdict } from "./loss.ts";
import { decideMatrix } from "./matrix.ts";
import { decideMerge, type MergeVerdict } from "./merge.ts";
import { stillAsksForReuse } from "./needs.ts";
import { decideOrder, type OrderVerdict } from "./order.ts";
import { orderedReuse } from "./orders.ts";
import { type Outlook, outlookOf } from "./outlook.ts";
import { type Progress, progressOf } from "./progress.ts";
import { decidePublished } from "./published.ts";
import { decideReadiness, type ReadinessVerdict } from "./readiness.ts";
import { decideRecipes, type RecipesVerdict } from "./recipes.ts";
import { decideRetry, type RetryVerdict } from "./retry.ts";
import { decideResults, type ResultsVerdict } from "./results.ts";
import { decideRecovery, type RecoveryVerdict } from "./recovery-steps.ts";
import { reuseInForce } from "./reuse-record.ts";
import { reuseContext } from "./reuse-sources.ts";
import { judgeBinding, judgeReuse, type ReuseVerdict } from "./reuse.ts";
import type { ReuseContext } from "./reuse-rules.ts";
import { decideStagings, type StagingVerdict } from "./stagings.ts";
import { decideSignoff, type SignoffVerdict } from "./signoff.ts";
import { blocked } from "./sweep-obstacles.ts";
import { decideSweep, type SweepVerdict } from "./sweep.ts";
import type { ChangelogVerdict, MatrixVerdict } from "./validation.ts";

/** Everything that is concluded about a pull request in one pass. */
export interface Verdicts {
  readonly changelog: ChangelogVerdict;
  readonly matrix: MatrixVerdict;
  readonly gate: GateVerdict;
  readonly recipes: RecipesVerdict;
  readonly reuse: ReuseVerdict;
  readonly sweep: SweepVerdict;
  readonly progress: Progress | null;
  readonly failures: FailuresVerdict | null;
  readonly retry: RetryVerdict;
  /** How the run on the card goes on; only while it is in progress. */
  readonly outlook: Outlook | null;
  readonly commands: CommandsVerdict;
  /** How far each request for the staging site is that was acknowledged. */
  readonly stagings: readonly StagingVerdict[];
  readonly signoff: SignoffVerdict;
  /** Whether a merge would publish results now; null where none does. */
  readonly readiness: ReadinessVerdict | null;
  /** How far the order to merge it is; null where nobody gave one. */
  readonly order: OrderVerdict | null;
  readonly merge: MergeVerdict;
  /** Whether what was merged is published, on its way, or lost. */
  readonly loss: LossVerdict;
  /** How far the recovery is that was ordered last; null where none was. */
  readonly recovery: RecoveryVerdict | null;
  /** What the shown run measured; null while it goes on. */
  readonly results: ResultsVerdict | null;
  /** Measurements that count as published, to be kept for later comparisons. */
  readonly published: readonly PublishedRows[];
}

/** Facts to verdicts, nothing else: the same facts always give the same verdicts. */
export function decide(facts: Facts): Verdicts {
  const changelog = decideChangelog(facts);
  const matrix = decideMatrix(facts, changelog);
  const context = reuseContext(facts, matrix);
  const { verdict: reuse, since } = decideReuse(facts, context);
  const reuseSince = reuse.kind === "authorised" ? since : null;
  const change = { changelog, matrix };
  const judged = decideSweep({ facts, ...change, reuseSince });
  const boundRunId = reuse.kind === "none" ? null : reuse.binding.runId;
  const failures = decideFailures(facts, judged);
  const retry = decideRetry(facts, { sweep: judged, reuse, failures });
  const signoff = decideSignoff(facts, reuse, context);
  const merge = decideMerge(facts, reuse, change);
  const loss = decideLoss({ facts, change, merge, context });
  const recovery = decideRecovery(facts);
  const grounds = { facts, context, change, reuse, signoff, loss, recovery };
  const ground = { ...grounds, sweep: judged, reuseSince, boundRunId, retry };
  const commands = decideCommands(ground);
  const isStopped = stops(commands);
  const sweep = isStopped ? withoutStart(judged) : judged;
  const readiness = decideReadiness({ facts, changelog, matrix, reuse, sweep, signoff });
  return {
    changelog,
    matrix,
    gate: decideGate(facts, { changelog, matrix }),
    recipes: decideRecipes(facts),
    reuse,
    sweep,
    progress: decideProgress(sweep, matrix),
    outlook: outlookOf(sweep.shown, isPresent(sweep, matrix) ? matrix.pools : [], facts),
    failures,
    // What a person asks for comes first, and is no part of the budget.
    retry: isStopped || commands.rerun !== null ? { kind: "none" } : retry,
    commands,
    stagings: decideStagings(facts),
    signoff,
    readiness,
    order: decideOrder({ ...grounds, readiness, isTakenBack: takesBack(commands) }),
    merge,
    loss,
    recovery,
    results: decideResults(facts, sweep),
    published: decidePublished(facts, merge),
  };
}

/** Whether a `/sweep cancel` is answered in this pass: what is about to start or to run again does not. */
function stops({ answers }: CommandsVerdict): boolean {
  return answers
    .flatMap(({ replies }) => replies)
    .some((reply) => reply.kind === "sweepCancel" && reply.verdict.kind === "accepted");
}

/** Whether a `/merge-with-reuse cancel` is answered in this pass: nothing is merged any more. */
function takesBack({ answers }: CommandsVerdict): boolean {
  return answers
    .flatMap(({ replies }) => replies)
    .some((reply) => reply.kind === "mergeCancel" && reply.found);
}

function withoutStart(sweep: SweepVerdict): SweepVerdict {
  return sweep.decision.kind === "start" ? { ...sweep, decision: blocked("stopped", {}) } : sweep;
}

function decideReuse(
  facts: Facts,
  context: ReuseContext,
): { readonly verdict: ReuseVerdict; readonly since: number | null } {
  const commanded = reuseInForce(facts.comments, facts.app.id, (comment, binding) =>
    stillAsksForReuse(comment, binding, facts.repository),
  );
  const inForce = commanded ?? orderedReuse(facts);
  if (inForce !== null) {
    return { verdict: judgeBinding(inForce.binding, facts.runs, context), since: inForce.at };
  }
  const candidate =
    facts.pull.state === "open"
      ? judgeReuse({ runId: null, pinned: false }, facts.runs, context)
      : null;
  const suggestion = candidate?.kind === "eligible" ? candidate.binding : null;
  return { verdict: { kind: "none", suggestion }, since: null };
}

/** Progress of the run on the card; planned job counts only where it is the run of the present plan. */
function decideProgress(sweep: SweepVerdict, matrix: MatrixVerdict): Progress | null {
  const { shown } = sweep;
  if (shown?.jobs == null) return null;
  const progress = progressOf(shown.jobs, isPresent(sweep, matrix) ? matrix.families : {});
  return progress.total === 0 ? null : progress;
}

/** Whether the run on the card is the one of the present plan, so that its job counts hold for it. */
function isPresent(
  { shown, decision }: SweepVerdict,
  matrix: MatrixVerdict,
): matrix is Extract<MatrixVerdict, { kind: "planned" }> {
  const current = "plan" in decision && shown?.planKey === decision.plan.key;
  return current && matrix.kind === "planned";
}
