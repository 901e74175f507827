import { z } from "zod";
import { readRows, type Statements } from "./sql.ts";

/** The configuration text of a repository that last passed validation; null when there never was one. */
export async function readLastGood(db: Statements, repositoryId: number): Promise<string | null> {
  const [row] = await readRows(
    db,
    z.object({ text: z.string() }),
    "select text from sweepbot.last_good where repository_id = $1",
    [repositoryId],
  );
  return row?.text ?? null;
}

/** Keeps the text as the last good configuration of the repository. */
export async function saveLastGood(
  db: Statements,
  repositoryId: number,
  text: string,
): Promise<void> {
  await db.executeSql(
    `insert into sweepbot.last_good (repository_id, text) values ($1, $2)
     on conflict (repository_id) do update set text = excluded.text, saved_at = now()
     where last_good.text <> excluded.text`,
    [repositoryId, text],
  );
}
