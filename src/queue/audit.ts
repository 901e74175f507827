import { z } from "zod";
import { pullKey, type PullRef } from "../core/model/signal.ts";
import { jsonText, readRows, type Statements } from "./sql.ts";
import { pullRefShape } from "./pull-ref.ts";

const auditShape = z.object({
  at: z.number(),
  kind: z.enum(["decision", "effect", "failure"]),
  code: z.string(),
  detail: z.unknown(),
});

/** One thing that was concluded, done or failed; `at` is milliseconds since the epoch, `detail` any JSON. */
export type AuditRow = Readonly<z.infer<typeof auditShape>>;
export type AuditEntry = Omit<AuditRow, "at">;

const seenShape = z.object({ ref: pullRefShape, seenAt: z.number() });
/** A pull request that the bot has looked at, and when it last did. */
export type SeenPull = Readonly<z.infer<typeof seenShape>>;

/** Appends rows in order, in one statement, and counts the pull request as seen. Nothing ever edits a row. */
export async function appendAudit(
  db: Statements,
  pull: PullRef,
  entries: readonly AuditEntry[],
): Promise<void> {
  await db.executeSql(
    `with seen as (
       insert into sweepbot.pull (pull_key, ref) values ($1, $2::text::jsonb)
       on conflict (pull_key) do update set ref = excluded.ref, seen_at = now()
     )
     insert into sweepbot.audit (pull_key, kind, code, detail)
     select $1, entry ->> 'kind', entry ->> 'code', coalesce(entry -> 'detail', 'null')
     from jsonb_array_elements($3::text::jsonb) with ordinality as given (entry, place)
     order by place`,
    [pullKey(pull), jsonText(pull), jsonText(entries)],
  );
}

/** The newest rows of a pull request, newest first. */
export async function listAudit(
  db: Statements,
  pull: PullRef,
  most: number,
): Promise<readonly AuditRow[]> {
  return await readRows(
    db,
    auditShape,
    `select floor(extract(epoch from at) * 1000)::float8 as at, kind, code, detail
     from sweepbot.audit where pull_key = $1 order by id desc limit $2`,
    [pullKey(pull), most],
  );
}

/** The pull requests seen, most recent first. */
export async function listSeenPulls(db: Statements, most: number): Promise<readonly SeenPull[]> {
  return await readRows(
    db,
    seenShape,
    `select ref, floor(extract(epoch from seen_at) * 1000)::float8 as "seenAt"
     from sweepbot.pull order by seen_at desc, pull_key limit $1`,
    [most],
  );
}
