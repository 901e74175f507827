/** What is kept of runs and jobs between looks, so that GitHub is not asked for what its webhooks tell. */
import type { Job, RunStatus, WorkflowRun } from "./github.ts";

/** What one delivery tells of a job or a run. */
export type Sighting =
  | {
      readonly kind: "job";
      readonly repositoryId: number;
      readonly runId: number;
      readonly attempt: number;
      readonly job: Job;
    }
  | { readonly kind: "run"; readonly repositoryId: number; readonly run: WorkflowRun };

/** A run as it was last known. */
export interface KeptRun {
  readonly run: WorkflowRun;
  /** When GitHub was asked for the run; milliseconds since the epoch, as all times here. */
  readonly readAt: number;
  /** Whether its jobs have moved since the last look, by what deliveries told. */
  readonly stirred: boolean;
  /** Whether a job of its latest listed attempt is known not to have ended: then it has not, either. */
  readonly hasOpenJobs: boolean;
}

/** The jobs of one attempt of a run. */
export interface KeptJobs {
  readonly jobs: readonly Job[];
  /** When GitHub's whole list was read. */
  readonly readAt: number;
  /** Whether that was after the run and all its jobs had ended: then nothing changes any more. */
  readonly isFinal: boolean;
}

/** How long a job took, successfully; `endedAt` in milliseconds since the epoch. */
export interface JobDuration {
  readonly jobId: number;
  readonly family: string;
  /** The runner label that it asked for. */
  readonly pool: string;
  readonly ms: number;
  readonly endedAt: number;
}

/** The middle one of the durations of past jobs of a family on a pool. */
export interface PastDuration {
  readonly family: string;
  readonly pool: string;
  readonly medianMs: number;
  /** Of how many jobs. */
  readonly jobs: number;
}

/** How busy the repository's runners are and how long their jobs took, from our own records. */
export interface PoolFacts {
  /** Jobs of other pull requests' running sweeps that wait or run. */
  readonly others: readonly Job[];
  readonly durations: readonly PastDuration[];
}

const WAITING = 0;
const IN_PROGRESS = 1;
const COMPLETED = 2;
const STEPS = COMPLETED + 1;

/** How far a job is. Deliveries come late and in any order: a state only gives way to a later one. */
export function rankOf(status: RunStatus): number {
  if (status === "completed") return COMPLETED;
  return status === "in_progress" ? IN_PROGRESS : WAITING;
}

/** The same for a run, over its attempts: a new attempt begins anew and is later than all before. */
export function runRankOf(run: Pick<WorkflowRun, "attempt" | "status">): number {
  return run.attempt * STEPS + rankOf(run.status);
}
