import type { RepositoryDispatch } from "../model/effect.ts";
import type { ClaimFact, Facts } from "../model/facts.ts";
import type { StagingCallback } from "../model/staging.ts";
import { type Acknowledgement, acknowledgements } from "./staging-record.ts";

/** The receiving side says within seconds that it has started; after this long nobody waits for it. */
const STAGING_ANSWER_MS = 3_600_000;

/** How far a request is (spec/control-plane §4.2; W46). */
export type StagingProgress =
  /** To be handed over, or to be settled after a crash. */
  | { readonly state: "ordered"; readonly isNew: boolean }
  /** Handed over, and an answer is waited for until then, in milliseconds since the epoch. */
  | { readonly state: "sent"; readonly until: number }
  | { readonly state: "silent" }
  /** GitHub refused what was to be handed over. */
  | { readonly state: "refused"; readonly reason: string }
  | { readonly state: "started" | "failed" | "succeeded"; readonly appRunId: number };

export interface StagingVerdict {
  readonly acknowledgement: Acknowledgement;
  readonly dispatch: RepositoryDispatch;
  readonly progress: StagingProgress;
}

type StagingFacts = Pick<
  Facts,
  "app" | "claims" | "comments" | "config" | "now" | "pull" | "repository" | "stagings"
>;

/**
 * How far each acknowledged request is, by what was handed over and what came back. One of which our
 * database no longer knows that it was handed over is left as it stands: its answer is the record.
 */
export function decideStagings(facts: StagingFacts): readonly StagingVerdict[] {
  return acknowledgements(facts).flatMap((acknowledgement) => {
    const dispatch = stagingDispatch(acknowledgement, facts);
    const progress = progressOf(acknowledgement, dispatch.key, facts);
    return progress === null ? [] : [{ acknowledgement, dispatch, progress }];
  });
}

function progressOf(
  acknowledgement: Acknowledgement,
  key: string,
  facts: StagingFacts,
): StagingProgress | null {
  const { shown } = acknowledgement;
  const claim = facts.claims.find((each) => each.key === key);
  const told = toldOf(acknowledgement, facts);
  // Without our records an earlier end is known from the answer alone, and no late start undoes it.
  const isLate = told?.state === "started" && (shown === "failed" || shown === "succeeded");
  if (told !== null) return claim === undefined && isLate ? null : told;
  if (claim === undefined) return shown === "ordered" ? { state: "ordered", isNew: true } : null;
  return claim.state === "recorded"
    ? sentProgress(claim, facts.now)
    : { state: "ordered", isNew: false };
}

function sentProgress({ result, at }: ClaimFact, now: number): StagingProgress {
  const reason = /^failed:(.*)$/su.exec(result ?? "")?.[1];
  if (reason !== undefined) return { state: "refused", reason };
  const until = at + STAGING_ANSWER_MS;
  return now < until ? { state: "sent", until } : { state: "silent" };
}

const RANKS = { started: 0, failed: 1, succeeded: 2 } as const;

/**
 * What the receiving side says of a request: its newest run counts, and of that run the end whatever
 * arrived last (case STG-08). Only our own comment and the run it names are a match (W48).
 */
function toldOf(
  { comment, record }: Acknowledgement,
  { stagings, config }: StagingFacts,
): Extract<StagingProgress, { readonly appRunId: number }> | null {
  const receiver = config.inForce.staging.repository.toLowerCase();
  const [newest] = stagings
    .filter(({ commentId, runId }) => commentId === comment.id && runId === record.runId)
    .filter(({ sourceRepository }) => sourceRepository.toLowerCase() === receiver)
    .toSorted(byNewest);
  return newest === undefined ? null : { state: newest.state, appRunId: newest.appRunId };
}

function byNewest(a: StagingCallback, b: StagingCallback): number {
  return b.appRunId - a.appRunId || RANKS[b.state] - RANKS[a.state];
}

/** What the receiving side is told, as text (spec/control-plane §4.2), and the key by which its run is found again. */
function stagingDispatch(
  { comment, record }: Acknowledgement,
  { config, repository, pull }: StagingFacts,
): RepositoryDispatch {
  const { staging } = config.inForce;
  const [owner = "", name = ""] = staging.repository.split("/");
  const { commentId, mark, runId, attempt, date, login } = record;
  const key = `stage-${repository.id}-${pull.number}-${commentId}-${mark}`;
  return {
    ...{ kind: "stage", key, owner, name, eventType: staging.event },
    payload: {
      "source-repository": `${repository.owner}/${repository.name}`,
      "pr-number": String(pull.number),
      "run-id": String(runId),
      "run-attempt": String(attempt),
      "run-date": date,
      "requested-by": login,
      "comment-id": String(comment.id),
      key,
    },
  };
}
