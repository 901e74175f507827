import type { PullRef } from "./core/model/signal.ts";
import type { RunStore } from "./github/facts/run-store.ts";
import type { Database } from "./queue/database.ts";
import { keepDurations, listPastDurations } from "./queue/job-durations.ts";
import { keepJobReading, listOpenJobsOfOthers, readJobs } from "./queue/run-jobs.ts";
import { keepRunReading, readWatchedRun, watchRun } from "./queue/watched-runs.ts";

/** The runs and jobs of a pull request in a database, as deliveries and earlier looks left them. */
export function runStoreOf(database: Database, pull: PullRef): RunStore {
  const { repositoryId } = pull;
  return {
    readRun: (runId) => readWatchedRun(database, repositoryId, runId),
    watch: (run) => watchRun(database, pull, run),
    keepRun: (run, at) => keepRunReading(database, repositoryId, { run, at }),
    readJobs: (runId, attempt) => readJobs(database, { repositoryId, runId, attempt }),
    keepJobs: async (run, reading) => {
      const attempt = { repositoryId, runId: run.id, attempt: run.attempt };
      await keepJobReading(database, attempt, reading);
      return (await readJobs(database, attempt))?.jobs ?? reading.jobs;
    },
    keepDurations: (durations) => keepDurations(database, repositoryId, durations),
    readPools: async (now) => ({
      others: await listOpenJobsOfOthers(database, pull, now),
      durations: await listPastDurations(database, repositoryId),
    }),
  };
}
