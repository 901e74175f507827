import { z } from "zod";
import { pullKey, type PullRef } from "../core/model/signal.ts";
import { JOBS_SCHEMA, QUEUE } from "./boss.ts";
import { readRows, type Statements } from "./sql.ts";

const waitShape = z.object({ key: z.string(), sinceMs: z.number().nullable() });

/**
 * How long each look asked for now has to wait, in milliseconds, by pull key. Those for which a look
 * waits already are left out: it begins after this moment and so sees what has happened.
 */
export async function readWaits(
  db: Statements,
  refs: readonly PullRef[],
  pace: { readonly debounceMs: number; readonly spacingMs: number },
): Promise<ReadonlyMap<string, number>> {
  const rows = await readRows(
    db,
    waitShape,
    `select key, (extract(epoch from now() - last_pass_at) * 1000)::float8 as "sinceMs"
     from unnest($1::text[]) as asked (key)
       left join sweepbot.pull on pull_key = key
     where not exists (
       select from ${JOBS_SCHEMA}.job
       where name = $2 and state = 'created' and policy = 'stately'
         and coalesce(singleton_key, '') = key)`,
    [refs.map(pullKey), QUEUE],
  );
  return new Map(
    rows.map(({ key, sinceMs }) => {
      const restMs = sinceMs === null ? 0 : Math.ceil(pace.spacingMs - sinceMs);
      return [key, Math.max(pace.debounceMs, restMs)];
    }),
  );
}

/**
 * Notes that a pass over the pull request begins now, and gives true; false, and nothing noted, when
 * the last one began less than the given time ago.
 */
export async function notePass(db: Statements, ref: PullRef, spacingMs: number): Promise<boolean> {
  const { rows } = await db.executeSql(
    `insert into sweepbot.pull (pull_key, ref, last_pass_at) values ($1, $2::text::jsonb, now())
     on conflict (pull_key) do update
     set ref = excluded.ref, seen_at = now(), last_pass_at = excluded.last_pass_at
     where pull.last_pass_at is null
       or pull.last_pass_at <= now() - $3 * interval '1 millisecond'
     returning pull_key`,
    [pullKey(ref), JSON.stringify(ref), spacingMs],
  );
  return rows.length > 0;
}
