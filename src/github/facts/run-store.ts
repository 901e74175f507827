import type { Job, WorkflowRun } from "../../core/model/github.ts";
import type { JobDuration, KeptJobs, KeptRun, PoolFacts } from "../../core/model/run-states.ts";

/** Runs of one pull request as earlier looks and deliveries left them. An empty one costs one reading. */
export interface RunStore {
  /** Null for a run that is not watched. */
  readonly readRun: (runId: number) => Promise<KeptRun | null>;
  /** From now on deliveries about the run and its jobs are kept. */
  readonly watch: (run: WorkflowRun) => Promise<void>;
  /** Keeps what GitHub answered at that time and gives the later of it and what deliveries told. */
  readonly keepRun: (run: WorkflowRun, at: number) => Promise<WorkflowRun>;
  /** Jobs of an attempt of a watched run; null while GitHub's list was not read for it. */
  readonly readJobs: (runId: number, attempt: number) => Promise<KeptJobs | null>;
  /** Keeps GitHub's whole list for the run's attempt, and gives each job in its latest known state. */
  readonly keepJobs: (run: WorkflowRun, reading: KeptJobs) => Promise<readonly Job[]>;
  readonly keepDurations: (durations: readonly JobDuration[]) => Promise<void>;
  /** How busy runners are at that time; null where nothing is recorded at all. */
  readonly readPools: (now: number) => Promise<PoolFacts | null>;
}

/** For whoever has no database: GitHub is asked every time. */
export const NO_RUN_STORE: RunStore = {
  readRun: () => Promise.resolve(null),
  watch: () => Promise.resolve(),
  keepRun: (run) => Promise.resolve(run),
  readJobs: () => Promise.resolve(null),
  keepJobs: (_run, { jobs }) => Promise.resolve(jobs),
  keepDurations: () => Promise.resolve(),
  readPools: () => Promise.resolve(null),
};
