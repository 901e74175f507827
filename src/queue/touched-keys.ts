import { z } from "zod";
import type { OtherPull } from "../core/model/gate.ts";
import { pullKey, type PullRef } from "../core/model/signal.ts";
import { jsonText, readRows, type Statements } from "./sql.ts";

/** A pull request that nobody has looked at for so long was closed while nobody looked. */
const FORGOTTEN_DAYS = 7;

const otherShape: z.ZodType<OtherPull> = z.object({
  number: z.number(),
  keys: z.array(z.string()),
});

/** Keeps the recipe keys that an open pull request is about; none, or a closed one, takes it off the list. */
export async function keepTouchedKeys(
  db: Statements,
  ref: PullRef,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) {
    await db.executeSql("delete from sweepbot.touched_keys where pull_key = $1", [pullKey(ref)]);
    return;
  }
  await db.executeSql(
    `insert into sweepbot.touched_keys (pull_key, repository_id, number, keys)
     values ($1, $2, $3, $4::text::jsonb)
     on conflict (pull_key) do update set keys = excluded.keys, kept_at = now()
     where touched_keys.keys <> excluded.keys
       or touched_keys.kept_at < now() - interval '1 day'`,
    [pullKey(ref), ref.repositoryId, ref.pull, jsonText(keys)],
  );
}

/** The other open pull requests of the repository that are about recipe keys, oldest first. */
export async function listOtherPulls(db: Statements, ref: PullRef): Promise<readonly OtherPull[]> {
  return readRows(
    db,
    otherShape,
    `select number, keys from sweepbot.touched_keys
     where repository_id = $1 and number <> $2
       and kept_at > now() - $3 * interval '1 day'
     order by number`,
    [ref.repositoryId, ref.pull, FORGOTTEN_DAYS],
  );
}
