import { z } from "zod";
import { Picture } from "../core/model/results.ts";
import { jsonText, readRows, type Statements } from "./sql.ts";

/** Which picture: one a run and pull request. */
export interface PicturePlace {
  readonly repositoryId: number;
  readonly pull: number;
  readonly runId: number;
}

/** Results expire after 90 days; for a year after that their picture can still be looked up. */
const KEPT_DAYS = 455;

/** Keeps what a picture shows, so that it can be drawn long after the look that found it, and drops what is old. */
export async function keepPicture(
  db: Statements,
  { repositoryId, pull, runId }: PicturePlace,
  picture: Picture,
): Promise<void> {
  const { rows } = await db.executeSql(
    `insert into sweepbot.picture (repository_id, pull, run_id, picture)
     values ($1, $2, $3, $4::text::jsonb)
     on conflict (repository_id, pull, run_id)
       do update set picture = excluded.picture, kept_at = now()
     where picture.picture <> excluded.picture
     returning run_id`,
    [repositoryId, pull, runId, jsonText(picture)],
  );
  if (rows.length === 0) return;
  await db.executeSql(
    "delete from sweepbot.picture where kept_at < now() - $1 * interval '1 day'",
    [KEPT_DAYS],
  );
}

/** What the picture shows; null when there is none. */
export async function readPicture(
  db: Statements,
  { repositoryId, pull, runId }: PicturePlace,
): Promise<Picture | null> {
  const [row] = await readRows(
    db,
    z.object({ picture: Picture }),
    `select picture from sweepbot.picture
     where repository_id = $1 and pull = $2 and run_id = $3`,
    [repositoryId, pull, runId],
  );
  return row?.picture ?? null;
}
