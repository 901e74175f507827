import type { CauseReading } from "../model/cause.ts";
import type { Facts, RunFacts } from "../model/facts.ts";
import type { Job } from "../model/github.ts";
import { inOrder, mayHaveCancelled } from "./cause-needs.ts";
import { selectLabels } from "./labels.ts";
import { familyOf, isRed } from "./progress.ts";
import type { SweepVerdict } from "./sweep.ts";

export interface Failure {
  readonly jobId: number;
  readonly name: string;
  readonly url: string | null;
  readonly failedStep: string | null;
  readonly runnerName: string | null;
  /** Null for a failure beyond those that are asked about. */
  readonly cause: CauseReading | null;
}

/**
 * Who failed (decision 13): only machines; the benchmark, at least once; the workflow before any
 * benchmark ran; or it cannot be told, because causes could not be read.
 */
export type Blame = "none" | "machines" | "benchmark" | "trigger" | "unknown";

export interface FailuresVerdict {
  /** In the order in which they ended: the first is the one to look at. */
  readonly failures: readonly Failure[];
  /** Jobs that were cancelled because another of their family had failed. */
  readonly cancelledByFailFast: number;
  readonly blame: Blame;
}

/** What failed in the shown run and why; null where no jobs are known. */
export function decideFailures(facts: Facts, sweep: SweepVerdict): FailuresVerdict | null {
  const { shown } = sweep;
  if (shown?.jobs == null) return null;
  const { jobs } = shown;
  const failed = inOrder(jobs.filter((job) => isRed(job) || endedByItself(job, facts.causes)));
  const failures = failed.map(({ id, name, url, failedStep, runnerName }) => ({
    ...{ jobId: id, name, url, failedStep, runnerName },
    cause: facts.causes[String(id)] ?? null,
  }));
  return {
    failures,
    cancelledByFailFast: failsFast(facts, sweep) ? countCancelled(jobs, failed) : 0,
    blame: blameOf(failures, shown),
  };
}

/** A job that GitHub lists as cancelled although nobody cancelled it: it ran out of time, or its machine went away. */
function endedByItself(job: Job, causes: Facts["causes"]): boolean {
  const cause = causes[String(job.id)];
  return job.conclusion === "cancelled" && cause?.kind === "known" && cause.value !== null;
}

/** Whether the shown run cancels a family at its first failure; not known for runs of other labels. */
function failsFast(facts: Facts, { decision, shown }: SweepVerdict): boolean {
  if (shown?.run.conclusion === "cancelled") return false;
  if ("plan" in decision) {
    return shown?.planKey === decision.plan.key && decision.plan.primary.failFast;
  }
  if (decision.kind !== "observing") return false;
  const selection = selectLabels(facts.pull.labels, facts.config.inForce);
  return selection.kind === "one" && selection.primary.failFast;
}

function countCancelled(jobs: readonly Job[], failed: readonly Job[]): number {
  const cancelled = jobs.filter((job) => job.conclusion === "cancelled" && !failed.includes(job));
  return cancelled.filter((job) => failed.some((other) => mayHaveCancelled(other, job))).length;
}

function blameOf(failures: readonly Failure[], shown: RunFacts): Blame {
  if (failures.length === 0) return "none";
  if (failures.every(({ cause }) => isInfrastructure(cause))) return "machines";
  if (ranNoBenchmark(shown)) return "trigger";
  const isBenchmark = failures.some(
    ({ cause }) => cause?.kind === "known" && !isInfrastructure(cause),
  );
  return isBenchmark ? "benchmark" : "unknown";
}

/** True for what is known to be a machine's fault. */
function isInfrastructure(cause: CauseReading | null): boolean {
  return cause?.kind === "known" && cause.value?.infrastructure === true;
}

/** A run of ours that ended before any job of a family began: its own first steps failed. */
function ranNoBenchmark({ planKey, jobs, run }: RunFacts): boolean {
  if (planKey === null || run.status !== "completed") return false;
  const began = (job: Job): boolean =>
    job.conclusion !== "skipped" && (job.conclusion !== "cancelled" || job.runnerName !== null);
  return !(jobs ?? []).some((job) => familyOf(job.name) !== null && began(job));
}
