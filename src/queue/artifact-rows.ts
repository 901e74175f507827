import { z } from "zod";
import type { Reading } from "../core/model/reading.ts";
import { ArtifactRows } from "../core/model/results.ts";
import { jsonText, readRows, type Statements } from "./sql.ts";

/** Raised when the same files come to be read in another way: what was kept before is read anew. */
const READER = 2;
/** GitHub keeps artifacts for 90 days at most unless somebody pays for longer. */
const KEPT_DAYS = 120;

const keptShape = z.object({
  reader: z.literal(READER),
  reading: z.union([
    z.object({ kind: z.literal("known"), value: ArtifactRows }),
    z.object({ kind: z.literal("unknown"), cause: z.enum(["unreadable", "too_large"]) }),
  ]),
});

/** What these artifacts said when they were read, by id; one that was never read, or by an older reader, is left out. */
export async function readArtifactRows(
  db: Statements,
  repositoryId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Reading<ArtifactRows>>> {
  const rows = await readRows(
    db,
    z.object({ id: z.coerce.number(), reading: z.unknown() }),
    `select artifact_id::float8 as id, reading from sweepbot.artifact_rows
     where repository_id = $1 and artifact_id in
       (select value::bigint from jsonb_array_elements_text($2::text::jsonb))`,
    [repositoryId, jsonText(ids)],
  );
  const kept = rows.flatMap(({ id, reading }) => {
    const parsed = keptShape.safeParse(reading);
    return parsed.success ? [[id, parsed.data.reading] as const] : [];
  });
  return new Map(kept);
}

/** Keeps what an artifact said, and forgets those that GitHub has forgotten, too. */
export async function keepArtifactRows(
  db: Statements,
  place: { readonly repositoryId: number; readonly id: number },
  reading: Reading<ArtifactRows>,
): Promise<void> {
  await db.executeSql(
    `insert into sweepbot.artifact_rows (repository_id, artifact_id, reading)
     values ($1, $2, $3::text::jsonb)
     on conflict (repository_id, artifact_id)
       do update set reading = excluded.reading, kept_at = now()`,
    [place.repositoryId, place.id, jsonText({ reader: READER, reading })],
  );
  await db.executeSql(
    "delete from sweepbot.artifact_rows where kept_at < now() - $1 * interval '1 day'",
    [KEPT_DAYS],
  );
}
