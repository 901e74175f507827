import { z } from "zod";
import type { StagingCallback } from "../core/model/staging.ts";
import { readRows, type Statements } from "./sql.ts";

/** What was told of a staging is of no use once its results have expired on GitHub. */
const FORGOTTEN_DAYS = 90;

/** A pull request by the ids that survive renames. */
export interface StagedPull {
  readonly repositoryId: number;
  readonly pull: number;
}

/** Keeps what a delivery told, once for each delivery id, and drops what is old. */
export async function keepStaging(
  db: Statements,
  deliveryId: string,
  seen: StagedPull & { readonly callback: StagingCallback },
): Promise<void> {
  const { commentId, runId, appRunId, sourceRepository, state } = seen.callback;
  await db.executeSql(
    "delete from sweepbot.staging where kept_at < now() - $1 * interval '1 day'",
    [FORGOTTEN_DAYS],
  );
  await db.executeSql(
    `insert into sweepbot.staging
       (delivery_id, repository_id, number, comment_id, run_id, app_run_id, source_repository, state)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (delivery_id) do nothing`,
    [
      ...[deliveryId, seen.repositoryId, seen.pull],
      ...[commentId, runId, appRunId, sourceRepository, state],
    ],
  );
}

const rowShape = z.object({
  commentId: z.number(),
  runId: z.number(),
  appRunId: z.number(),
  sourceRepository: z.string(),
  state: z.enum(["started", "failed", "succeeded"]),
});

/** What deliveries told of the stagings of a pull request, in no order that means anything. */
export async function listStagings(
  db: Statements,
  pull: StagedPull,
): Promise<readonly StagingCallback[]> {
  return await readRows(
    db,
    rowShape,
    `select comment_id::float8 as "commentId", run_id::float8 as "runId",
       app_run_id::float8 as "appRunId", source_repository as "sourceRepository", state
     from sweepbot.staging where repository_id = $1 and number = $2
     order by delivery_id`,
    [pull.repositoryId, pull.pull],
  );
}
