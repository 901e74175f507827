import { parseChangelog } from "../contract/changelog-entry.ts";
import type { Facts } from "../model/facts.ts";
import type { Job, WorkflowRun } from "../model/github.ts";
import { entryIdentity } from "../changelog/identity.ts";
import { canonicalLink, linkRule } from "../changelog/links.ts";
import { contentOf } from "../model/file-content.ts";
import { linkRepository } from "./changelog.ts";
import type { Change, MergeVerdict } from "./merge.ts";
import { reusableRun } from "./reuse.ts";
import type { ReuseContext } from "./reuse-rules.ts";

/** Why results that should be published are not (spec/control-plane §9.1). */
export type LossCode =
  /** The repository's own run for the merge. */
  | "push_missing"
  | "push_failed"
  | "push_partly"
  | "push_not_handed_over"
  /** What sweepbot publishes itself. */
  | "not_authorised"
  | "refused"
  | "handover_failed"
  | "receiving_failed"
  | "unconfirmed"
  /** Its entry is on the default branch without a merge (case REU-15). */
  | "landed_unmerged";

type Values = Readonly<Record<string, string | number>>;

/** How far the publication of a merged change is, apart from what a recovery does about it. */
export type LossVerdict =
  | { readonly kind: "none" }
  | {
      readonly kind: "pending";
      readonly code: "push_awaited" | "push_running" | "publishing";
      readonly values: Values;
      /** Until when it is waited for, milliseconds since the epoch; null where an event tells. */
      readonly until: number | null;
    }
  | {
      readonly kind: "settled";
      readonly code: "push_succeeded" | "published";
      readonly values: Values;
    }
  | {
      readonly kind: "lost";
      readonly code: LossCode;
      readonly values: Values;
      /** Names of the jobs that failed. */
      readonly jobs: readonly string[];
      /** The run that `/recover-ingest` would most likely take; null where none meets the rules. */
      readonly offer: number | null;
    };

/** Merged pull requests are followed for so long; what is lost for longer is history. */
export const FOLLOWED_MS = 14 * 24 * 3_600_000;
/** The run for a push starts within seconds; after this long nobody waits for it any more. */
const PUSH_RUN_LIMIT_MS = 2 * 3_600_000;
/** A failed run has many jobs that were cancelled or failed with it; the first ones tell. */
const NAMED_JOBS = 5;

/** Tag of the comment that says what was lost. */
export const PUBLICATION_TAG = "publication";

const NONE: LossVerdict = { kind: "none" };

export interface LossGround {
  readonly facts: Facts;
  readonly change: Change;
  readonly merge: MergeVerdict;
  readonly context: ReuseContext;
}

type Followed = Pick<Facts, "app" | "comments" | "now" | "pull" | "repository">;

/** True for a merge into the default branch whose publication is followed: a late one, or one that we have said something about. */
export function isFollowed(facts: Followed): boolean {
  const { pull, repository } = facts;
  if (!pull.merged || pull.baseRef !== repository.defaultBranch) return false;
  return isLate(facts) || isTold(facts);
}

function isLate({ now, pull }: Followed): boolean {
  return now - (pull.mergedAt ?? now) < FOLLOWED_MS;
}

function isTold({ app, comments }: Followed): boolean {
  const mark = `<!-- sweepbot:${PUBLICATION_TAG} -->`;
  return comments.some(({ appId, body }) => appId === app.id && body.startsWith(mark));
}

/** Whether what a merged pull request measured was published, is on its way, or was lost and why. */
export function decideLoss(ground: LossGround): LossVerdict {
  const { facts } = ground;
  if (!facts.pull.merged) return landedUnmerged(facts) ? lost(ground, "landed_unmerged") : NONE;
  if (!isFollowed(facts) || !measures(ground.change)) return NONE;
  const observes = facts.config.inForce.sweep.trigger === "observe";
  return observes ? observedLoss(ground) : ownLoss(ground);
}

/** Something was to be measured, or would have been had it been right. */
function measures({ changelog, matrix }: Change): boolean {
  return (
    matrix.kind === "planned" ||
    changelog.kind === "invalid" ||
    ["problems", "empty", "tooLarge"].includes(matrix.kind)
  );
}

function lost(
  { facts, context }: LossGround,
  code: LossCode,
  more: { readonly values?: Values; readonly jobs?: readonly string[] } = {},
): LossVerdict {
  const { values = {}, jobs = [] } = more;
  return { kind: "lost", code, values, jobs, offer: reusableRun(facts.runs, context) };
}

/** What sweepbot itself hands over (decisions 12 and 14). */
function ownLoss(ground: LossGround): LossVerdict {
  const { merge, facts } = ground;
  switch (merge.kind) {
    case "notMerged":
      return NONE;
    case "nothing": {
      const loss = lost(ground, "not_authorised");
      // Without a run that could be published nothing was lost by the merge.
      return merge.code === "no_reuse" && loss.kind === "lost" && loss.offer !== null ? loss : NONE;
    }
    case "waiting":
    case "ingest":
      return { kind: "pending", code: "publishing", values: {}, until: null };
    case "refused":
      return lost(ground, "refused", { values: { reason: merge.code } });
    case "failed":
      return lost(ground, "handover_failed", { values: { reason: merge.reason } });
    case "sent":
      return sentLoss(ground, merge, facts);
  }
}

function sentLoss(
  ground: LossGround,
  { receipt, binding, dispatch }: Extract<MergeVerdict, { kind: "sent" }>,
  facts: Facts,
): LossVerdict {
  const values = { run: binding.runId, repository: `${dispatch.owner}/${dispatch.name}` };
  switch (receipt.kind) {
    case "awaited":
    case "running":
      return { kind: "pending", code: "publishing", values, until: null };
    case "succeeded":
      return { kind: "settled", code: "published", values };
    case "failed":
      return lost(ground, "receiving_failed", { values: { ...values, url: receipt.run.url } });
    case "unconfirmed":
      // A repository that cannot be read says nothing about what it took in.
      return facts.receipt?.key === dispatch.key && facts.receipt.run.kind === "known"
        ? lost(ground, "unconfirmed", { values })
        : NONE;
  }
}

/** What the repository's own workflow does with the push of the merge. */
function observedLoss(ground: LossGround): LossVerdict {
  const { facts } = ground;
  const { push } = facts.recovery ?? { push: null };
  if (push === null) return NONE;
  if (push.run === null) {
    // GitHub keeps runs for some months only.
    if (!isLate(facts)) return NONE;
    const until = (facts.pull.mergedAt ?? facts.now) + PUSH_RUN_LIMIT_MS;
    return facts.now < until
      ? { kind: "pending", code: "push_awaited", values: {}, until }
      : lost(ground, "push_missing");
  }
  const jobs = push.jobs ?? [];
  const values = { run: push.run.id, url: push.run.url, ...countsOf(jobs) };
  if (push.run.status !== "completed") {
    return { kind: "pending", code: "push_running", values, until: null };
  }
  return endedPush(ground, { run: push.run, jobs, values });
}

interface EndedPush {
  readonly run: WorkflowRun;
  readonly jobs: readonly Job[];
  readonly values: Values;
}

/** A job that hands results over says so in its name (spec/control-plane §7.1). */
const HANDS_OVER = /ingest/iu;

function endedPush(ground: LossGround, { run, jobs, values }: EndedPush): LossVerdict {
  const handing = jobs.filter(({ name }) => HANDS_OVER.test(name));
  const isHandedOver = handing.some(({ conclusion }) => conclusion === "success");
  if (run.conclusion === "success") {
    // A mixed matrix with one failed point hands nothing over, and no job turns red for it (W12).
    return handing.length === 0 || isHandedOver
      ? { kind: "settled", code: "push_succeeded", values }
      : lost(ground, "push_not_handed_over", { values });
  }
  const failed = jobs.filter(isBroken).map(({ name }) => name);
  const ended = { ...values, conclusion: run.conclusion ?? "" };
  return lost(ground, isHandedOver ? "push_partly" : "push_failed", {
    values: { ...ended, more: Math.max(0, failed.length - NAMED_JOBS) },
    jobs: failed.slice(0, NAMED_JOBS),
  });
}

function isBroken({ status, conclusion }: Job): boolean {
  return status === "completed" && !["success", "skipped", "neutral"].includes(conclusion ?? "");
}

function countsOf(jobs: readonly Job[]): Values {
  const done = jobs.filter(({ status }) => status === "completed").length;
  return { done, total: jobs.length, failed: jobs.filter(isBroken).length };
}

/** True when an entry of this pull request stands on the default branch although GitHub knows of no merge (case REU-15). */
export function landedUnmerged(
  facts: Pick<Facts, "pull" | "documents" | "config" | "repository">,
): boolean {
  const { pull, documents, repository } = facts;
  if (pull.merged || pull.baseRef !== repository.defaultBranch) return false;
  const link = canonicalLink(linkRule(linkRepository(facts)), pull.number);
  const { base, head, tip } = documents.changelog;
  if (base.kind === "unknown") return false;
  // An entry of somebody else's with a wrong link is no entry of this pull request, and an old one neither.
  const [before, own] = [base, head].map((file) => new Set(entriesWith(link, file)));
  return entriesWith(link, tip).some(
    (identity) => own?.has(identity) === true && before?.has(identity) === false,
  );
}

function entriesWith(
  link: string,
  file: Facts["documents"]["changelog"]["tip"],
): readonly string[] {
  const content = contentOf(file);
  if (content === null) return [];
  return parseChangelog(content)
    .entries.filter((entry) => entry !== null)
    .filter((entry) => entry["pr-link"] === link)
    .map(entryIdentity);
}
