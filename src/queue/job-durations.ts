import { z } from "zod";
import type { JobDuration, PastDuration } from "../core/model/run-states.ts";
import { jsonText, readRows, type Statements } from "./sql.ts";

/** So many of each family and pool are kept: enough for a median, and recipes change. */
const KEPT_OF_A_KIND = 200;

const pastShape: z.ZodType<PastDuration> = z.object({
  family: z.string(),
  pool: z.string(),
  medianMs: z.number(),
  jobs: z.number(),
});

/** Keeps how long jobs took, each job once, and forgets the oldest beyond two hundred of a kind. */
export async function keepDurations(
  db: Statements,
  repositoryId: number,
  durations: readonly JobDuration[],
): Promise<void> {
  if (durations.length === 0) return;
  await db.executeSql(
    `insert into sweepbot.job_duration (repository_id, job_id, family, pool, ms, ended_ms)
     select $1, (row->>'jobId')::bigint, row->>'family', row->>'pool',
       (row->>'ms')::float8, (row->>'endedAt')::float8
     from jsonb_array_elements($2::text::jsonb) row
     on conflict (repository_id, job_id) do nothing`,
    [repositoryId, jsonText(durations)],
  );
  await db.executeSql(
    `delete from sweepbot.job_duration where repository_id = $1 and job_id in (
       select job_id from (
         select job_id, row_number() over (
           partition by family, pool order by ended_ms desc, job_id desc) as place
         from sweepbot.job_duration where repository_id = $1
       ) placed where place > $2)`,
    [repositoryId, KEPT_OF_A_KIND],
  );
}

/** The median duration of each family on each pool of a repository. */
export async function listPastDurations(
  db: Statements,
  repositoryId: number,
): Promise<readonly PastDuration[]> {
  return readRows(
    db,
    pastShape,
    `select family, pool, count(*)::float8 as jobs,
       percentile_cont(0.5) within group (order by ms) as "medianMs"
     from sweepbot.job_duration where repository_id = $1
     group by family, pool order by family, pool`,
    [repositoryId],
  );
}
