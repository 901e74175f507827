import { z } from "zod";
import { pullKey, type PullRef } from "../core/model/signal.ts";
import { readRows, type Statements } from "./sql.ts";

const waitShape = z.object({ key: z.string(), sinceMs: z.number() });

/** How long each of the looks asked for now has to wait, in milliseconds, by pull key. */
export async function readWaits(
  db: Statements,
  refs: readonly PullRef[],
  pace: { readonly debounceMs: number; readonly spacingMs: number },
): Promise<ReadonlyMap<string, number>> {
  const keys = refs.map(pullKey);
  const waits = new Map(keys.map((key) => [key, pace.debounceMs]));
  if (pace.spacingMs === 0) {
    return waits;
  }
  const recent = await readRows(
    db,
    waitShape,
    `select pull_key as key, (extract(epoch from now() - last_pass_at) * 1000)::float8 as "sinceMs"
     from sweepbot.pull
     where pull_key = any($1::text[]) and last_pass_at > now() - $2 * interval '1 millisecond'`,
    [keys, pace.spacingMs],
  );
  for (const { key, sinceMs } of recent) {
    waits.set(key, Math.max(pace.debounceMs, Math.ceil(pace.spacingMs - sinceMs)));
  }
  return waits;
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
