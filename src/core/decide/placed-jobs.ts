import type { Job } from "../model/github.ts";
import { poolOf } from "./pools.ts";
import { familyOf } from "./progress.ts";

/** A job of a family, with the runners that it asks for. */
export interface PlacedJob {
  readonly job: Job;
  readonly family: string;
  /** Null where the job asks for no runner that is known. */
  readonly pool: string | null;
  readonly own: boolean;
}

/** The job with its family and pool; none for the workflow's own steps. */
export function placed(
  job: Job,
  pools: ReadonlyMap<string, number>,
  own: boolean,
): readonly PlacedJob[] {
  const family = familyOf(job.name);
  return family === null ? [] : [{ job, family, pool: poolOf(job, pools), own }];
}

/** Whether a job has no runner yet. */
export function waits({ job }: PlacedJob): boolean {
  return job.status !== "in_progress" && job.status !== "completed";
}

/** For a job that waits GitHub gives as its start when it was queued. */
function queuedAt({ job }: PlacedJob): number {
  return job.startedAt ?? 0;
}

/** The order in which runners take jobs. */
export function inTurn(a: PlacedJob, b: PlacedJob): number {
  return queuedAt(a) - queuedAt(b) || a.job.id - b.job.id;
}
