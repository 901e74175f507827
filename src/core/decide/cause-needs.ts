/** Which jobs of a run it is worth asking why they failed. Pure: reading itself decides nothing. */
import type { RunFacts } from "../model/facts.ts";
import type { Job } from "../model/github.ts";
import { familyOf, isRed } from "./progress.ts";

/** The card lists this many failures; the others are counted. */
const SHOWN_FAILURES = 5;
/** A re-run depends on every failed job, but beyond this many nobody re-runs blindly. */
const RETRY_FAILURES = 20;

export interface CauseNeeds {
  /** Failed jobs, in the order in which they ended. */
  readonly failed: readonly Job[];
  /**
   * Jobs that ended as cancelled while running and without an earlier failure in their family: GitHub
   * ends jobs so that ran out of time, and says so in an annotation only.
   */
  readonly stopped: readonly Job[];
}

/** The jobs to ask about of the run whose jobs were read; `autoRetry` as configured. */
export function causeNeeds(runs: readonly RunFacts[], autoRetry: number): CauseNeeds {
  const jobs = runs.find((run) => run.jobs !== null)?.jobs ?? [];
  const failed = inOrder(jobs.filter(isRed));
  const most = autoRetry > 0 ? RETRY_FAILURES : SHOWN_FAILURES;
  return {
    failed: failed.slice(0, most),
    stopped: inOrder(jobs.filter((job) => wasStopped(job, failed))).slice(0, SHOWN_FAILURES),
  };
}

/** Jobs in the order in which they ended. */
export function inOrder(jobs: readonly Job[]): readonly Job[] {
  return jobs.toSorted((a, b) => (a.completedAt ?? 0) - (b.completedAt ?? 0));
}

function wasStopped(job: Job, failed: readonly Job[]): boolean {
  const ran = job.conclusion === "cancelled" && job.runnerName !== null;
  return ran && !failed.some((other) => mayHaveCancelled(other, job));
}

/** True for a failure that cancels this job where a family fails fast: the same family, and not later. */
export function mayHaveCancelled(failed: Job, job: Job): boolean {
  const family = familyOf(job.name);
  if (family === null || familyOf(failed.name) !== family) return false;
  return (failed.completedAt ?? 0) <= (job.completedAt ?? 0);
}
