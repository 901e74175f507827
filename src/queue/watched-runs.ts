import { z } from "zod";
import type { WorkflowRun } from "../core/model/github.ts";
import { pullKey, type PullRef } from "../core/model/signal.ts";
import { type KeptRun, rankOf, runRankOf, type Sighting } from "../core/model/run-states.ts";
import { runShape } from "./run-shapes.ts";
import { jsonText, readRows, type Statements } from "./sql.ts";

type RunSighting = Extract<Sighting, { kind: "run" }>;

const keptShape = z.object({
  run: z.unknown(),
  readAt: z.number(),
  stirs: z.number(),
  seenStirs: z.number(),
  hasOpenJobs: z.boolean(),
});

/** Begins to keep what deliveries tell of the run and its jobs; GitHub counts as not asked yet. */
export async function watchRun(db: Statements, pull: PullRef, run: WorkflowRun): Promise<void> {
  await db.executeSql(
    `insert into sweepbot.watched_run
       (repository_id, run_id, pull_key, run, rank, updated_ms, read_ms)
     values ($1, $2, $3, $4::text::jsonb, $5, $6, 0)
     on conflict (repository_id, run_id) do nothing`,
    [pull.repositoryId, run.id, pullKey(pull), jsonText(run), runRankOf(run), run.updatedAt],
  );
}

/**
 * A watched run in its latest known state, and whether its jobs have moved since it was last read
 * here; null for one that is not watched, or that another version of sweepbot wrote down.
 */
export async function readWatchedRun(
  db: Statements,
  repositoryId: number,
  runId: number,
): Promise<KeptRun | null> {
  const [row] = await readRows(
    db,
    keptShape,
    `select run, read_ms as "readAt", stirs, seen_stirs as "seenStirs",
       exists (
         select 1 from sweepbot.run_job
         where run_job.repository_id = watched.repository_id and run_job.run_id = watched.run_id
           and attempt = jobs_attempt and run_job.rank < $3
       ) as "hasOpenJobs"
     from sweepbot.watched_run watched where repository_id = $1 and run_id = $2`,
    [repositoryId, runId, rankOf("completed")],
  );
  const run = runShape.safeParse(row?.run);
  if (row === undefined || !run.success) return null;
  const stirred = row.stirs !== row.seenStirs;
  if (stirred) {
    await db.executeSql(
      `update sweepbot.watched_run set seen_stirs = $3
       where repository_id = $1 and run_id = $2`,
      [repositoryId, runId, row.stirs],
    );
  }
  return { run: run.data, readAt: row.readAt, stirred, hasOpenJobs: row.hasOpenJobs };
}

/** Keeps what GitHub answered at that time for a watched run, unless a later state is known; gives the latest. */
export async function keepRunReading(
  db: Statements,
  repositoryId: number,
  { run, at }: { readonly run: WorkflowRun; readonly at: number },
): Promise<WorkflowRun> {
  const [row] = await readRows(
    db,
    z.object({ run: z.unknown() }),
    `update sweepbot.watched_run set
       read_ms = $5,
       run = case when rank <= $4 then $3::text::jsonb else run end,
       updated_ms = greatest(updated_ms, $6),
       rank = greatest(rank, $4)
     where repository_id = $1 and run_id = $2
     returning run`,
    [repositoryId, run.id, jsonText(run), runRankOf(run), at, run.updatedAt],
  );
  const kept = runShape.safeParse(row?.run);
  return kept.success ? kept.data : run;
}

/** Keeps what a delivery tells of a watched run; late and repeated ones change nothing. */
export async function keepRunSighting(db: Statements, sighting: RunSighting): Promise<void> {
  const { repositoryId, run } = sighting;
  await db.executeSql(
    `update sweepbot.watched_run
     set run = $3::text::jsonb, rank = $4, updated_ms = greatest(updated_ms, $5)
     where repository_id = $1 and run_id = $2 and rank < $4`,
    [repositoryId, run.id, jsonText(run), runRankOf(run), run.updatedAt],
  );
}

/** Forgets runs, with their jobs, that GitHub last changed before this time (milliseconds since the epoch). */
export async function pruneRuns(db: Statements, before: number): Promise<void> {
  await db.executeSql("delete from sweepbot.watched_run where updated_ms < $1", [before]);
}
