import { z } from "zod";
import { Finding, type CauseReading } from "../core/model/cause.ts";
import { known, unknown } from "../core/model/reading.ts";
import { jsonText, readRows, type Statements } from "./sql.ts";

const Kept = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("known"), value: Finding.nullable() }),
  z.strictObject({ kind: z.literal("unknown"), cause: z.enum(["too_large", "not_found"]) }),
]);
const rowShape = z.object({ id: z.string(), cause: z.unknown() });

/** A cause is asked for while its run is shown; this long after it was found hardly any is. */
const KEPT_DAYS = 90;

export interface CausePlace {
  readonly repositoryId: number;
  /** Digest of the signatures: with others, jobs are looked at anew. */
  readonly signatures: string;
}

/** Causes that were found for these jobs with these signatures, by job id. */
export async function readCausesOf(
  db: Statements,
  place: CausePlace,
  jobIds: readonly number[],
): Promise<Readonly<Record<string, CauseReading>>> {
  const rows = await readRows(
    db,
    rowShape,
    `select job_id::text as id, cause from sweepbot.job_cause
     where repository_id = $1 and signatures = $2 and job_id in
       (select id::bigint from jsonb_array_elements_text($3::text::jsonb) as asked (id))`,
    [place.repositoryId, place.signatures, jsonText(jobIds)],
  );
  // A row of an earlier version that reads otherwise is as good as none.
  const kept = rows.flatMap(({ id, cause }) => {
    const parsed = Kept.safeParse(cause);
    return parsed.success ? [[id, readingOf(parsed.data)] as const] : [];
  });
  return Object.fromEntries(kept);
}

function readingOf(kept: z.output<typeof Kept>): CauseReading {
  return kept.kind === "known" ? known(kept.value) : unknown(kept.cause);
}

/** Keeps why a job failed; old ones go. */
export async function keepCause(
  db: Statements,
  place: CausePlace,
  { jobId, cause }: { readonly jobId: number; readonly cause: CauseReading },
): Promise<void> {
  await db.executeSql(
    `insert into sweepbot.job_cause (repository_id, job_id, signatures, cause)
     values ($1, $2, $3, $4::text::jsonb)
     on conflict (repository_id, job_id)
     do update set signatures = excluded.signatures, cause = excluded.cause, kept_at = now()`,
    [place.repositoryId, jobId, place.signatures, jsonText(cause)],
  );
  await db.executeSql(
    "delete from sweepbot.job_cause where kept_at < now() - $1 * interval '1 day'",
    [KEPT_DAYS],
  );
}
