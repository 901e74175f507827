import { z } from "zod";
import type { LabelHead } from "../core/model/fork.ts";
import { readRows, type Statements } from "./sql.ts";

/** After so long a label that started nothing has to be put on again. */
const FORGOTTEN_DAYS = 90;

/** A pull request by the ids that survive renames. */
export interface LabelledPull {
  readonly repositoryId: number;
  readonly pull: number;
}

/** Keeps what a delivery showed, once for each delivery id, and drops what is old. */
export async function keepLabelHead(
  db: Statements,
  deliveryId: string,
  seen: LabelledPull & { readonly head: LabelHead },
): Promise<void> {
  const { label, headSha, sender, at } = seen.head;
  await db.executeSql(
    "delete from sweepbot.label_head where kept_at < now() - $1 * interval '1 day'",
    [FORGOTTEN_DAYS],
  );
  await db.executeSql(
    `insert into sweepbot.label_head
       (delivery_id, repository_id, number, label, head_sha, sender_id, sender_login, at)
     values ($1, $2, $3, $4, $5, $6, $7, to_timestamp($8::float8 / 1000))
     on conflict (delivery_id) do nothing`,
    [deliveryId, seen.repositoryId, seen.pull, label, headSha, sender.id, sender.login, at],
  );
}

const rowShape = z.object({
  label: z.string(),
  headSha: z.string(),
  senderId: z.number(),
  senderLogin: z.string(),
  at: z.number(),
});

/** What deliveries showed of a pull request, oldest first. */
export async function listLabelHeads(
  db: Statements,
  pull: LabelledPull,
): Promise<readonly LabelHead[]> {
  const rows = await readRows(
    db,
    rowShape,
    `select label, head_sha as "headSha", sender_id::float8 as "senderId",
       sender_login as "senderLogin", floor(extract(epoch from at) * 1000)::float8 as at
     from sweepbot.label_head where repository_id = $1 and number = $2
     order by label_head.at, delivery_id`,
    [pull.repositoryId, pull.pull],
  );
  return rows.map(({ label, headSha, senderId, senderLogin, at }) => ({
    label,
    headSha,
    sender: { id: senderId, login: senderLogin },
    at,
  }));
}
