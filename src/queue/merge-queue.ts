import { z } from "zod";
import type { QueuedMerge } from "../core/model/merge-queue.ts";
import type { PullRef } from "../core/model/signal.ts";
import { pullRefShape } from "./pull-ref.ts";
import { jsonText, readRows, type Database, type Statements } from "./sql.ts";

/** Whoever waits is looked at every minute: one that nobody has looked at for so long holds nobody up. */
const FRESH_MINUTES = 15;

const queuedShape: z.ZodType<QueuedMerge> = z.object({
  pull: z.number(),
  at: z.number(),
  holdsTurn: z.boolean(),
});

/** Those of a pull request's repository that are to be merged by command, in the order of their turns. */
export async function listQueue(db: Statements, ref: PullRef): Promise<readonly QueuedMerge[]> {
  return readRows(
    db,
    queuedShape,
    `select number as pull, ordered_ms as at, holds_turn as "holdsTurn"
     from sweepbot.merge_queue
     where repository_id = $1 and kept_at > now() - $2 * interval '1 minute'
     order by holds_turn desc, ordered_ms, number`,
    [ref.repositoryId, FRESH_MINUTES],
  );
}

/** Keeps a pull request's place; what stands in our answer is the record, so a lost table fills again by itself. */
export async function joinQueue(db: Statements, ref: PullRef, at: number): Promise<readonly []> {
  await db.executeSql(
    `insert into sweepbot.merge_queue (repository_id, number, ref, ordered_ms)
     values ($1, $2, $3::text::jsonb, $4)
     on conflict (repository_id, number) do update
     set ref = excluded.ref, ordered_ms = excluded.ordered_ms, kept_at = now()`,
    [ref.repositoryId, ref.pull, jsonText(ref), at],
  );
  return [];
}

/** Takes a pull request out; gives those that wait behind it, or none where it was not in the queue. */
export async function leaveQueue(db: Statements, ref: PullRef): Promise<readonly PullRef[]> {
  const { rows } = await db.executeSql(
    "delete from sweepbot.merge_queue where repository_id = $1 and number = $2 returning number",
    [ref.repositoryId, ref.pull],
  );
  if (rows.length === 0) return [];
  const waiting = await readRows(
    db,
    z.object({ ref: pullRefShape }),
    `select ref from sweepbot.merge_queue where repository_id = $1
     order by ordered_ms, number`,
    [ref.repositoryId],
  );
  return waiting.map((row) => row.ref);
}

/** Takes the turn of a pull request that is in the queue; false while another one of its repository has it. */
export async function takeTurn(database: Database, ref: PullRef): Promise<boolean> {
  return database.transaction(async (db) => {
    // Two of one repository that try at the same time try one after the other.
    await db.executeSql("select pg_advisory_xact_lock(hashtext($1))", [
      `sweepbot.merge_queue ${ref.repositoryId}`,
    ]);
    await db.executeSql(
      `update sweepbot.merge_queue set holds_turn = false
       where repository_id = $1 and kept_at <= now() - $2 * interval '1 minute'`,
      [ref.repositoryId, FRESH_MINUTES],
    );
    const { rows } = await db.executeSql(
      `update sweepbot.merge_queue set holds_turn = true
       where repository_id = $1 and number = $2 and not exists (
         select 1 from sweepbot.merge_queue other
         where other.repository_id = $1 and other.number <> $2 and other.holds_turn)
       returning number`,
      [ref.repositoryId, ref.pull],
    );
    return rows.length > 0;
  });
}
