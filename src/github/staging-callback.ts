import { z } from "zod";
import type { StagingCallback } from "../core/model/staging.ts";

/** What a repository_dispatch tells of a pull request's staging. */
export interface SeenStaging {
  readonly repositoryId: number;
  readonly pull: number;
  readonly callback: StagingCallback;
}

const STARTED = "stage-results-started";
const COMPLETED = "stage-results-completed";
/** The two event types by which the receiving side answers (spec/control-plane §4.2). */
export const STAGING_CALLBACKS: readonly string[] = [STARTED, COMPLETED];

/** A number as GitHub gives ids, in digits or as a number. */
const Id = z
  .union([z.string().regex(/^[1-9]\d{0,14}$/u), z.int().positive()])
  .transform((id) => Number(id));

const Fields = z.looseObject({
  "source-repository": z.string().regex(/^[\w.-]{1,100}\/[\w.-]{1,100}$/u),
  "pr-number": Id,
  "run-id": Id,
  "app-run-id": Id,
  "comment-id": Id,
  "run-date": z.string().regex(/^\d{4}-\d{2}-\d{2}$/u),
  // Managed users have a `_` in their login, and bots brackets (W47).
  "requested-by": z.string().regex(/^[A-Za-z0-9_-]{1,100}(?:\[bot\])?$/u),
});
const Succeeded = z.union([z.boolean(), z.enum(["true", "false"])]).transform(String);

const Delivery = z.looseObject({
  action: z.enum([STARTED, COMPLETED]),
  repository: z.looseObject({ id: z.int() }),
  client_payload: Fields.extend({ "stage-succeeded": z.unknown().optional() }),
});

/**
 * What a `repository_dispatch` tells of a request of ours; null for every other delivery, and for one
 * that is not as agreed. Whether it is about an answer of ours is decided later, when the settings are known.
 */
export function stagingOf(event: string, payload: unknown): SeenStaging | null {
  const parsed = event === "repository_dispatch" ? Delivery.safeParse(payload) : null;
  if (parsed?.success !== true) return null;
  const { action, repository, client_payload: fields } = parsed.data;
  const state = stateOf(action, fields["stage-succeeded"]);
  if (state === null) return null;
  return {
    repositoryId: repository.id,
    pull: fields["pr-number"],
    callback: {
      commentId: fields["comment-id"],
      runId: fields["run-id"],
      appRunId: fields["app-run-id"],
      sourceRepository: fields["source-repository"],
      state,
    },
  };
}

function stateOf(action: string, succeeded: unknown): StagingCallback["state"] | null {
  if (action === STARTED) return "started";
  const reading = Succeeded.safeParse(succeeded);
  if (!reading.success) return null;
  return reading.data === "true" ? "succeeded" : "failed";
}
