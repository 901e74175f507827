import { durationsOf } from "../../core/decide/pools.ts";
import type { Job, WorkflowRun } from "../../core/model/github.ts";
import type { KeptJobs, KeptRun } from "../../core/model/run-states.ts";
import { known, type Reading } from "../../core/model/reading.ts";
import type { GitHubReader } from "../port.ts";
import type { RunStore } from "./run-store.ts";

/** While deliveries come in, GitHub itself is asked for a run no more often than this. */
const RUN_TRUSTED_MS = 10 * 60_000;
/** The whole list of a running run's jobs is read again after this long: deliveries may have been lost. */
const JOBS_TRUSTED_MS = 30 * 60_000;

interface StateSources {
  readonly store: RunStore;
  readonly now: number;
  readonly fresh: boolean;
  readonly pools: ReadonlySet<string>;
}

/**
 * A run, from GitHub unless its jobs' deliveries are the reason for this look: those carry what has
 * changed, and so does the one that ends the run. All other looks ask, as a delivery may be lost.
 */
export async function readRunOnce(
  github: GitHubReader,
  runId: number,
  { store, now, fresh }: StateSources,
): Promise<Reading<WorkflowRun>> {
  const kept = await store.readRun(runId);
  if (kept !== null && !fresh && isTold(kept, now)) return known(kept.run);
  const reading = await github.readRun(runId);
  if (reading.kind === "unknown" || kept === null) return reading;
  return known(await store.keepRun(reading.value, now));
}

/** Whether deliveries tell enough: the last of the jobs may have been the end of the run, whatever has come of that. */
function isTold({ run, stirred, hasOpenJobs, readAt }: KeptRun, now: number): boolean {
  if (run.status === "completed" || !stirred || !hasOpenJobs) return false;
  return now - readAt < RUN_TRUSTED_MS;
}

/** The jobs of a run's latest attempt, as deliveries told them; GitHub's list is read at the beginning, now and then, and at the end. */
export async function readJobsOf(
  github: GitHubReader,
  run: WorkflowRun,
  { store, now, pools }: StateSources,
): Promise<readonly Job[]> {
  const kept = await store.readJobs(run.id, run.attempt);
  if (kept !== null && stillHolds(kept, run, now)) return kept.jobs;
  // Before it is read: what deliveries tell meanwhile must not be lost.
  await store.watch(run);
  const listed = await github.listJobs(run.id);
  const isFinal = run.status === "completed" && listed.every(hasEnded);
  const jobs = await store.keepJobs(run, { jobs: listed, readAt: now, isFinal });
  if (isFinal) await store.keepDurations(durationsOf(jobs, pools));
  return jobs;
}

function stillHolds(kept: KeptJobs, run: WorkflowRun, now: number): boolean {
  return run.status === "completed" ? kept.isFinal : now - kept.readAt < JOBS_TRUSTED_MS;
}

function hasEnded(job: Job): boolean {
  return job.status === "completed";
}
