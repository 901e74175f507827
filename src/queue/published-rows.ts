import { z } from "zod";
import { Baseline, type PublishedRows } from "../core/model/results.ts";
import { jsonText, readRows, type Statements } from "./sql.ts";

/** Measurements of one point that are kept; older ones are compared with nothing any more. */
const KEPT_OF_A_POINT = 5;

/** Keeps the rows of published runs, each run's once; what a run published first stands. */
export async function keepPublishedRows(
  db: Statements,
  repositoryId: number,
  published: readonly PublishedRows[],
): Promise<void> {
  for (const { runId, at, rows } of published) {
    const known = rows.flatMap(({ identity, metrics }) =>
      identity === null ? [] : [{ identity, metrics }],
    );
    if (known.length === 0) continue;
    const { rows: added } = await db.executeSql(
      `insert into sweepbot.published_row (repository_id, identity, run_id, published_at, metrics)
       select $1::bigint, identity, $2::bigint, $3::bigint, metrics
       from jsonb_to_recordset($4::text::jsonb) as row (identity text, metrics jsonb)
       on conflict (repository_id, identity, run_id) do nothing returning identity`,
      [repositoryId, runId, Math.floor(at), jsonText(known)],
    );
    if (added.length > 0) await forgetOldest(db, repositoryId);
  }
}

async function forgetOldest(db: Statements, repositoryId: number): Promise<void> {
  await db.executeSql(
    `delete from sweepbot.published_row using (
       select identity, run_id, row_number() over (
         partition by identity order by published_at desc, run_id desc
       ) as place
       from sweepbot.published_row where repository_id = $1
     ) as ranked
     where published_row.repository_id = $1 and published_row.identity = ranked.identity
       and published_row.run_id = ranked.run_id and ranked.place > $2`,
    [repositoryId, KEPT_OF_A_POINT],
  );
}

/** The newest published measurement of each of these points, from before that time (null: ever), by identity. */
export async function readBaselines(
  db: Statements,
  place: { readonly repositoryId: number; readonly before: number | null },
  identities: readonly string[],
): Promise<Readonly<Record<string, Baseline>>> {
  const rows = await readRows(
    db,
    z.object({ identity: z.string(), run: z.coerce.number(), metrics: Baseline.shape.metrics }),
    `select distinct on (identity) identity, run_id::float8 as run, metrics
     from sweepbot.published_row
     where repository_id = $1 and ($2::bigint is null or published_at < $2::bigint)
       and identity in (select value from jsonb_array_elements_text($3::text::jsonb))
     order by identity, published_at desc, run_id desc`,
    [place.repositoryId, place.before, jsonText(identities)],
  );
  return Object.fromEntries(
    rows.map(({ identity, run, metrics }) => [identity, { runId: run, metrics }]),
  );
}
