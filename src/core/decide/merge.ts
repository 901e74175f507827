import type { ClaimFact, Facts, MergeFacts } from "../model/facts.ts";
import type { RepositoryDispatch } from "../model/effect.ts";
import { claimRefusal } from "./claim-refusal.ts";
import { decideReceipt, type Receipt } from "./receipt.ts";
import type { ReuseBinding, ReuseVerdict } from "./reuse.ts";
import type { ChangelogVerdict, MatrixVerdict } from "./validation.ts";

/** The run for the push starts within seconds; after this long nobody waits for it any more. */
const MERGE_RUN_LIMIT_MS = 2 * 3_600_000;

/** What becomes of the results once the pull request is merged (spec/control-plane §7.4; decisions 12 and 14). */
export type MergeVerdict =
  | { readonly kind: "notMerged" }
  /** Nothing of ours to publish, and why. */
  | {
      readonly kind: "nothing";
      readonly code: "observing" | "other_branch" | "no_reuse" | "no_rows";
    }
  | { readonly kind: "waiting"; readonly code: "no_merge_run" | "no_metadata" | "recipes_unread" }
  | {
      readonly kind: "refused";
      readonly code:
        | "no_merge_run"
        | "reuse_suspended"
        | "changelog_invalid"
        | "matrix_problems"
        | "metadata_missing";
    }
  | {
      readonly kind: "ingest";
      readonly dispatch: RepositoryDispatch;
      readonly binding: ReuseBinding;
    }
  | {
      readonly kind: "sent";
      readonly dispatch: RepositoryDispatch;
      readonly binding: ReuseBinding;
      readonly receipt: Receipt;
    }
  /** The receiving repository refused the event. */
  | {
      readonly kind: "failed";
      readonly dispatch: RepositoryDispatch;
      readonly binding: ReuseBinding;
      readonly reason: string;
    };

/**
 * Whether the merge publishes the authorised run, judged by the same reuse verdict as the comment.
 * The receiving side takes the changelog metadata from the merge run, so it must have it first.
 */
export function decideMerge(facts: Facts, reuse: ReuseVerdict, change: Change): MergeVerdict {
  const { merge, config } = facts;
  if (merge === null) return { kind: "notMerged" };
  if (config.inForce.sweep.trigger === "observe") return { kind: "nothing", code: "observing" };
  if (facts.pull.baseRef !== facts.repository.defaultBranch) {
    return { kind: "nothing", code: "other_branch" };
  }
  if (reuse.kind === "none") return { kind: "nothing", code: "no_reuse" };
  return decidePublication({ facts, reuse, merge }, change);
}

/** What was merged. */
export interface Change {
  readonly changelog: ChangelogVerdict;
  readonly matrix: MatrixVerdict;
}

interface Publication {
  readonly facts: Facts;
  readonly reuse: Exclude<ReuseVerdict, { kind: "none" }>;
  readonly merge: MergeFacts;
}

function decidePublication(publication: Publication, change: Change): MergeVerdict {
  const { facts, reuse, merge } = publication;
  const { matrix } = change;
  const sent = ingestRecord(facts, reuse.binding);
  const { metadataArtifact } = facts.config.inForce.results;
  const obstacle =
    sent?.state === "recorded"
      ? null
      : (publishObstacle(reuse, change) ?? metadataObstacle(publication, metadataArtifact));
  if (obstacle !== null) return obstacle;
  if (matrix.kind !== "planned") return { kind: "nothing", code: "no_rows" };
  const dispatch = ingestDispatch(facts, reuse.binding, matrix.agentic, merge.run?.id ?? 0);
  return conclude(facts, { dispatch, binding: reuse.binding }, sent);
}

/** What about the run or what was merged keeps the results from being published. */
function publishObstacle(reuse: ReuseVerdict, { changelog, matrix }: Change): MergeVerdict | null {
  if (reuse.kind === "suspended") return { kind: "refused", code: "reuse_suspended" };
  if (changelog.kind === "invalid") return { kind: "refused", code: "changelog_invalid" };
  if (matrix.kind === "problems") return { kind: "refused", code: "matrix_problems" };
  const unread = changelog.kind === "unknown" || matrix.kind === "unknown";
  if (unread) return { kind: "waiting", code: "recipes_unread" };
  return matrix.kind === "planned" ? null : { kind: "nothing", code: "no_rows" };
}

function metadataObstacle({ merge, facts }: Publication, name: string): MergeVerdict | null {
  const { now } = facts;
  const { mergedAt } = facts.pull;
  if (merge.run === null) {
    return now - (mergedAt ?? now) < MERGE_RUN_LIMIT_MS
      ? { kind: "waiting", code: "no_merge_run" }
      : { kind: "refused", code: "no_merge_run" };
  }
  if (merge.artifacts.some((artifact) => artifact.name === name && !artifact.expired)) return null;
  return merge.run.status === "completed"
    ? { kind: "refused", code: "metadata_missing" }
    : { kind: "waiting", code: "no_metadata" };
}

function conclude(
  { receipt, now }: Facts,
  order: { readonly dispatch: RepositoryDispatch; readonly binding: ReuseBinding },
  claim: ClaimFact | undefined,
): MergeVerdict {
  if (claim?.state !== "recorded") return { kind: "ingest", ...order };
  const failure = claimRefusal(claim);
  return failure === null
    ? { kind: "sent", ...order, receipt: decideReceipt(claim, receipt, now) }
    : { kind: "failed", ...order, reason: failure };
}

/** One ingest for each merge commit and source run, whatever happens in between. */
export function ingestKey(facts: Pick<Facts, "repository" | "pull">, runId: number): string {
  const merge = (facts.pull.mergeCommitSha ?? "").slice(0, 12);
  return `ingest-${facts.repository.id}-${facts.pull.number}-${merge}-${runId}`;
}

/** External id of the publication's check run once the receiving side has ended, whatever its end. */
export function receivedId(key: string): string {
  return `${key}+received`;
}

/** Our database's record of the ingest, or the one on the merge commit when the database was lost. */
function ingestRecord(facts: Facts, binding: ReuseBinding): ClaimFact | undefined {
  const key = ingestKey(facts, binding.runId);
  const claim = facts.claims.find((each) => each.key === key);
  if (claim !== undefined) return claim;
  const shown = facts.merge?.checkRuns.some(
    (check) =>
      check.appId === facts.app.id &&
      (check.externalId === receivedId(key) ||
        (check.externalId === key && check.conclusion === "success")),
  );
  return shown === true
    ? { key, kind: "ingest", state: "recorded", result: "sent", at: facts.now }
    : undefined;
}

function ingestDispatch(
  facts: Facts,
  binding: ReuseBinding,
  agentic: boolean,
  mergeRunId: number,
): RepositoryDispatch {
  const { ingest } = facts.config.inForce;
  const [owner = "", name = ""] = ingest.repository.split("/");
  const key = ingestKey(facts, binding.runId);
  return {
    kind: "ingest",
    key,
    owner,
    name,
    eventType: agentic ? ingest.agenticEvent : ingest.fixedEvent,
    payload: {
      "source-run-id": String(binding.runId),
      "merge-run-id": String(mergeRunId),
      ...(agentic ? { "database-target": ingest.databaseTarget } : {}),
      key,
    },
  };
}
