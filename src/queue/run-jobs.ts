import { z } from "zod";
import type { Job } from "../core/model/github.ts";
import { type KeptJobs, rankOf, type Sighting } from "../core/model/run-states.ts";
import { pullKey, type PullRef } from "../core/model/signal.ts";
import { jobShape } from "./run-shapes.ts";
import { jsonText, readRows, type Statements } from "./sql.ts";

type JobSighting = Extract<Sighting, { kind: "job" }>;

/** An attempt of a run in a repository. */
export interface AttemptKey {
  readonly repositoryId: number;
  readonly runId: number;
  readonly attempt: number;
}

/** A run whose list was not read for so long is not looked after any more, and its jobs tell nothing. */
const FORGOTTEN_MS = 3_600_000;
const jobRow = z.object({ job: z.unknown() });

/** Keeps in one statement what deliveries tell of watched runs' jobs; late and repeated ones change nothing. */
export async function keepJobSightings(
  db: Statements,
  sightings: readonly JobSighting[],
): Promise<void> {
  await db.executeSql(
    `with told as (
       select (row->>'repositoryId')::bigint as repository_id, (row->>'runId')::bigint as run_id,
         (row->>'attempt')::integer as attempt, (row->'job'->>'id')::bigint as job_id,
         row->'job' as job, (row->>'rank')::integer as rank
       from jsonb_array_elements($1::text::jsonb) row
     ), moved as (
       insert into sweepbot.run_job (repository_id, run_id, attempt, job_id, job, rank)
       select distinct on (repository_id, run_id, attempt, job_id)
         repository_id, run_id, attempt, job_id, told.job, told.rank
       from told join sweepbot.watched_run using (repository_id, run_id)
       order by repository_id, run_id, attempt, job_id, told.rank desc
       on conflict (repository_id, run_id, attempt, job_id)
         do update set job = excluded.job, rank = excluded.rank
         where run_job.rank < excluded.rank
       returning repository_id, run_id
     )
     update sweepbot.watched_run set stirs = stirs + 1
     where (repository_id, run_id) in (select repository_id, run_id from moved)`,
    [jsonText(sightings.map((sighting) => ({ ...sighting, rank: rankOf(sighting.job.status) })))],
  );
}

/**
 * Keeps GitHub's whole list of an attempt's jobs. A job of which a delivery told more stays as it is;
 * one that an earlier list named and this one does not was of an earlier attempt, and goes.
 */
export async function keepJobReading(
  db: Statements,
  { repositoryId, runId, attempt }: AttemptKey,
  { jobs, readAt, isFinal }: KeptJobs,
): Promise<void> {
  // While it is read page by page a list moves, and may name a job twice.
  const rows = [...new Map(jobs.map((job) => [job.id, job])).values()].map((job) => ({
    id: job.id,
    rank: rankOf(job.status),
    job,
  }));
  await db.executeSql(
    `delete from sweepbot.run_job
     where repository_id = $1 and run_id = $2 and attempt = $3 and listed
       and job_id <> all ($4::bigint[])`,
    [repositoryId, runId, attempt, rows.map(({ id }) => id)],
  );
  await db.executeSql(
    `insert into sweepbot.run_job (repository_id, run_id, attempt, job_id, job, rank, listed)
     select watched.repository_id, watched.run_id, $3,
       (row->>'id')::bigint, row->'job', (row->>'rank')::integer, true
     from sweepbot.watched_run watched, jsonb_array_elements($4::text::jsonb) row
     where watched.repository_id = $1 and watched.run_id = $2
     on conflict (repository_id, run_id, attempt, job_id) do update set
       job = case when run_job.rank <= excluded.rank then excluded.job else run_job.job end,
       rank = greatest(run_job.rank, excluded.rank),
       listed = true`,
    [repositoryId, runId, attempt, jsonText(rows)],
  );
  await db.executeSql(
    `update sweepbot.watched_run
     set jobs_attempt = $3, jobs_read_ms = $4, jobs_final = $5
     where repository_id = $1 and run_id = $2`,
    [repositoryId, runId, attempt, readAt, isFinal],
  );
}

/** The jobs of an attempt, oldest first, with when GitHub's list was read; null while it was not, or not by this version. */
export async function readJobs(db: Statements, key: AttemptKey): Promise<KeptJobs | null> {
  const values = [key.repositoryId, key.runId, key.attempt];
  const [reading] = await readRows(
    db,
    z.object({ readAt: z.number(), isFinal: z.boolean() }),
    `select jobs_read_ms as "readAt", jobs_final as "isFinal" from sweepbot.watched_run
     where repository_id = $1 and run_id = $2 and jobs_attempt = $3`,
    values,
  );
  if (reading === undefined) return null;
  const rows = await readRows(
    db,
    jobRow,
    `select job from sweepbot.run_job
     where repository_id = $1 and run_id = $2 and attempt = $3 order by job_id`,
    values,
  );
  const jobs = z.array(jobShape).safeParse(rows.map(({ job }) => job));
  return jobs.success ? { jobs: jobs.data, ...reading } : null;
}

/** Jobs that wait or run, of other pull requests' sweeps that are being looked after. */
export async function listOpenJobsOfOthers(
  db: Statements,
  pull: PullRef,
  now: number,
): Promise<readonly Job[]> {
  const rows = await readRows(
    db,
    jobRow,
    `select job from sweepbot.run_job
       join sweepbot.watched_run using (repository_id, run_id)
     where repository_id = $1 and pull_key <> $2
       and run->>'status' <> 'completed' and jobs_read_ms > $3
       and attempt = jobs_attempt and run_job.rank < $4
     order by job_id`,
    [pull.repositoryId, pullKey(pull), now - FORGOTTEN_MS, rankOf("completed")],
  );
  return rows.flatMap(({ job }) => jobShape.safeParse(job).data ?? []);
}
