import { z } from "zod";
import { readRows, type Statements } from "./sql.ts";

/** A webhook delivery as it came in; `body` is the JSON text, `receivedAt` milliseconds since the epoch. */
export interface Delivery {
  readonly deliveryId: string;
  readonly event: string;
  readonly body: string;
  readonly receivedAt: number;
}

const takenShape = z.object({
  id: z.number(),
  deliveryId: z.string(),
  event: z.string(),
  body: z.string(),
  receivedAt: z.number(),
  attempts: z.number(),
});
export type TakenDelivery = Readonly<z.infer<typeof takenShape>>;

const failedShape = takenShape.omit({ id: true, body: true }).extend({ error: z.string() });
export type FailedDelivery = Readonly<z.infer<typeof failedShape>>;

const backlogShape = z.object({
  waiting: z.number(),
  failed: z.number(),
  oldestAgeSeconds: z.number(),
});
/** What is not done: how many wait, for how long the oldest has, how many were given up. */
export type Backlog = Readonly<z.infer<typeof backlogShape>>;

const batchBytes = 32 * 1024 * 1024;
const deleteAtOnce = 1_000;
const errorCharacters = 2_000;
const FIELDS = `delivery_id as "deliveryId", event,
  floor(extract(epoch from received_at) * 1000)::float8 as "receivedAt", attempts`;

/** Stores deliveries in one statement; for each, in order, whether its id was new. */
export async function insertDeliveries(
  db: Statements,
  deliveries: readonly Delivery[],
): Promise<readonly boolean[]> {
  // Rows of parameters: arrays would have to be quoted and parsed again, bodies and all.
  const tuples = deliveries.map((_, index) => {
    const [id, event, body, at] = [1, 2, 3, 4].map((place) => `$${index * 4 + place}`);
    return `(${id}, ${event}, ${body}, octet_length(${body}), to_timestamp(${at}::float8 / 1000))`;
  });
  const rows = await readRows(
    db,
    z.object({ deliveryId: z.string() }),
    `insert into sweepbot.delivery (delivery_id, event, body, size_bytes, received_at)
     values ${tuples.join(", ")}
     on conflict (delivery_id) do nothing returning delivery_id as "deliveryId"`,
    deliveries.flatMap(({ deliveryId, event, body, receivedAt }) => [
      deliveryId,
      event,
      body,
      receivedAt,
    ]),
  );
  const fresh = new Set(rows.map(({ deliveryId }) => deliveryId));
  // Deleting makes a second copy within this very group a duplicate.
  return deliveries.map(({ deliveryId }) => fresh.delete(deliveryId));
}

/** Takes waiting deliveries for a while, oldest first and at least one whatever its size; nobody else gets them meanwhile. */
export async function leaseDeliveries(
  db: Statements,
  most: number,
  leaseMs: number,
): Promise<readonly TakenDelivery[]> {
  const rows = await readRows(
    db,
    takenShape,
    `with free as (
       select id, size_bytes from sweepbot.delivery
       where state = 'waiting' and due_at <= now()
         and (leased_until is null or leased_until < now())
       order by id limit $1 for update skip locked
     ), fitting as (
       select id from (
         select id, sum(size_bytes) over (order by id) - size_bytes as bytes_before from free
       ) summed where bytes_before < $3
     )
     update sweepbot.delivery set leased_until = now() + $2 * interval '1 millisecond'
     where id in (select id from fitting)
     returning id::float8 as id, body, ${FIELDS}`,
    [most, leaseMs, batchBytes],
  );
  return rows.sort((left, right) => left.id - right.id);
}

/** Marks routed deliveries as done. */
export async function finishDeliveries(db: Statements, ids: readonly number[]): Promise<void> {
  await db.executeSql(
    `update sweepbot.delivery
     set state = 'done', done_at = now(), leased_until = null, error = null
     where id = any($1::bigint[])`,
    [ids],
  );
}

/** Lets a delivery wait for its next attempt, or marks it failed when that was the last one. */
export async function failRouting(
  db: Statements,
  id: number,
  failure: { readonly error: string; readonly isLast: boolean; readonly backoffMs: number },
): Promise<void> {
  await db.executeSql(
    `update sweepbot.delivery
     set state = $2, attempts = attempts + 1, error = $3, leased_until = null,
       due_at = now() + $4 * interval '1 millisecond'
     where id = $1`,
    [
      id,
      failure.isLast ? "failed" : "waiting",
      failure.error.slice(0, errorCharacters),
      failure.backoffMs,
    ],
  );
}

/** Ends all leases, so that what a killed process had taken is free again. */
export async function releaseLeases(db: Statements): Promise<void> {
  await db.executeSql(
    "update sweepbot.delivery set leased_until = null where state = 'waiting' and leased_until is not null",
  );
}

/** Puts a failed delivery back among the waiting, with all its attempts; false when it is not a failed one. */
export async function retryDelivery(db: Statements, deliveryId: string): Promise<boolean> {
  const { rows } = await db.executeSql(
    `update sweepbot.delivery set state = 'waiting', attempts = 0, due_at = now()
     where delivery_id = $1 and state = 'failed' returning id`,
    [deliveryId],
  );
  return rows.length > 0;
}

/** Deliveries that were given up, newest first. */
export async function listFailedDeliveries(
  db: Statements,
  most: number,
): Promise<readonly FailedDelivery[]> {
  return await readRows(
    db,
    failedShape,
    `select ${FIELDS}, error from sweepbot.delivery where state = 'failed' order by id desc limit $1`,
    [most],
  );
}

/** Counts what is not done yet. */
export async function readBacklog(db: Statements): Promise<Backlog> {
  const [row] = await readRows(
    db,
    backlogShape,
    `select count(*) filter (where state = 'waiting')::float8 as waiting,
       count(*) filter (where state = 'failed')::float8 as failed,
       greatest(0, coalesce(extract(epoch from
         now() - min(received_at) filter (where state = 'waiting')), 0))::float8
         as "oldestAgeSeconds"
     from sweepbot.delivery where state <> 'done'`,
  );
  return row ?? { waiting: 0, failed: 0, oldestAgeSeconds: 0 };
}

/** Deletes deliveries done before this time, a thousand at a time so that nobody waits; gives how many. */
export async function deleteDone(db: Statements, doneBefore: number): Promise<number> {
  let deleted = 0;
  for (;;) {
    const { rows } = await db.executeSql(
      `delete from sweepbot.delivery where id in (
         select id from sweepbot.delivery
         where state = 'done' and done_at < to_timestamp($1::float8 / 1000) limit $2)
       returning id`,
      [doneBefore, deleteAtOnce],
    );
    deleted += rows.length;
    if (rows.length < deleteAtOnce) {
      return deleted;
    }
  }
}
