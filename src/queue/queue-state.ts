import { z } from "zod";
import { JOBS_SCHEMA, QUEUE } from "./boss.ts";
import { readRows, type Statements } from "./sql.ts";

const stateShape = z.object({
  waiting: z.number(),
  running: z.number(),
  laterDue: z.number(),
  oldestDueSeconds: z.number(),
});

/** Looks that wait, run, or are wished for within a time; and for how long the oldest has been due. */
export type QueueState = Readonly<z.infer<typeof stateShape>>;

/** Reads where the queue stands, counting wishes for later that fall due within the time given. */
export async function readQueueState(db: Statements, laterWithinMs: number): Promise<QueueState> {
  const [state] = await readRows(
    db,
    stateShape,
    `select count(*) filter (where state < 'active')::float8 as waiting,
       count(*) filter (where state = 'active')::float8 as running,
       (select count(*) from sweepbot.later
        where due_at <= now() + $2 * interval '1 millisecond')::float8 as "laterDue",
       greatest(0, coalesce(extract(epoch from
         now() - min(start_after) filter (where state < 'active')), 0))::float8
         as "oldestDueSeconds"
     from ${JOBS_SCHEMA}.job where name = $1 and state <= 'active'`,
    [QUEUE, laterWithinMs],
  );
  return state ?? { waiting: 0, running: 0, laterDue: 0, oldestDueSeconds: 0 };
}
