import { conflictsInPlainMerge } from "../changelog/plain-merge.ts";
import { repairChangelog } from "../changelog/repair.ts";
import type { Repair } from "../changelog/repair-terms.ts";
import type { TreeChange } from "../model/gate.ts";
import type { Facts } from "../model/facts.ts";
import type { Problem } from "../model/problem.ts";
import type { UnknownCause } from "../model/reading.ts";
import { contentOf } from "../model/file-content.ts";
import { linkRepository } from "./changelog.ts";
import { mergeTrees } from "./merge-trees.ts";
import { type Offer, offerOf } from "./repair-offer.ts";
import { pushObstacle, type PushObstacle, repairKey, repairRecord } from "./repair-push.ts";
import type { SweepVerdict } from "./sweep.ts";

/** The changelog of the head, mended, and what the commit takes from the base branch besides. */
export interface RepairPush {
  readonly key: string;
  readonly bytes: Uint8Array;
  /** Head; and the tip of the base branch where the commit merges it. */
  readonly parents: readonly string[];
  readonly changes: readonly TreeChange[];
  /** A green sweep of this pull request stands: the commit must not start another. */
  readonly keepsSweep: boolean;
}

/** What becomes of `/changelog fix` (spec/control-plane §8.4). */
export type RepairVerdict =
  | { readonly kind: "closed" }
  | { readonly kind: "unread"; readonly cause: UnknownCause }
  | { readonly kind: "refused"; readonly problems: readonly Problem[] }
  | { readonly kind: "unchanged" }
  | { readonly kind: "offered"; readonly offer: Offer }
  /** It would be pushed, but for this; offered instead. */
  | { readonly kind: "blocked"; readonly code: PushObstacle; readonly offer: Offer }
  | { readonly kind: "pushing"; readonly push: RepairPush }
  | { readonly kind: "pushed"; readonly sha: string }
  | { readonly kind: "pushFailed"; readonly reason: string; readonly offer: Offer | null };

/** Decides one `/changelog fix`: what an earlier pass has pushed, or what is to be done now. */
export function decideRepair(
  facts: Facts,
  sweep: SweepVerdict | null,
  commentId: number,
): RepairVerdict {
  const key = repairKey(facts, commentId);
  const record = repairRecord(facts, key);
  if (record?.kind === "pushed") return record;
  if (facts.pull.state === "closed") return { kind: "closed" };
  const cause = unreadCause(facts);
  if (cause !== null) return { kind: "unread", cause };
  const full = repaired(facts, "tip");
  if (record?.kind === "failed") {
    const offer = full.kind === "fixed" ? offerOf(facts, full.bytes) : null;
    return { kind: "pushFailed", reason: record.reason, offer };
  }
  return full.kind === "refused" ? full : fixedVerdict({ facts, sweep, key, full });
}

function unreadCause({ documents }: Facts): UnknownCause | null {
  const { base, head, tip } = documents.changelog;
  const unread = [base, head, tip].find((file) => file.kind === "unknown");
  return unread?.kind === "unknown" ? unread.cause : null;
}

interface Fixed {
  readonly facts: Facts;
  readonly sweep: SweepVerdict | null;
  readonly key: string;
  readonly full: Extract<Repair, { kind: "fixed" }>;
}

function fixedVerdict({ facts, sweep, key, full }: Fixed): RepairVerdict {
  const offer = offerOf(facts, full.bytes);
  if (facts.config.inForce.changelog.repair === "offer") {
    return full.changed ? { kind: "offered", offer } : { kind: "unchanged" };
  }
  const change = changeOf(facts, full.bytes);
  if (change === "nothing") return { kind: "unchanged" };
  const obstacle = pushObstacle(facts, sweep);
  if (obstacle !== null) return { kind: "blocked", code: obstacle, offer };
  if (typeof change === "string") return { kind: "blocked", code: change, offer };
  const keepsSweep = facts.runs.some(({ run }) => run.conclusion === "success");
  return { kind: "pushing", push: { key, ...change, keepsSweep } };
}

type Change = Pick<RepairPush, "bytes" | "parents" | "changes">;
type MergeObstacle = Extract<PushObstacle, "conflict_elsewhere" | "trees_unread">;

/**
 * Mends the file on the head's own base where that is enough. Where the base branch has changed the
 * same end of the file, merges it, but only when every other file merges by itself.
 */
function changeOf(facts: Facts, bytes: Uint8Array): Change | "nothing" | MergeObstacle {
  const plain = repaired(facts, "base");
  const own =
    plain.kind === "fixed" && plain.changed
      ? { bytes: plain.bytes, parents: [facts.pull.headSha], changes: [] }
      : null;
  if (plain.kind === "fixed" && mergesByItself(facts, plain.bytes)) return own ?? "nothing";
  const merged = mergeOf(facts, bytes);
  return typeof merged === "string" ? (own ?? merged) : merged;
}

/** True where Git merges this changelog with the base branch's without a conflict. */
export function mergesByItself({ documents }: Facts, bytes: Uint8Array): boolean {
  const { base, tip } = documents.changelog;
  const [before, theirs] = [base, tip].map((file) => contentOf(file)?.bytes ?? new Uint8Array());
  return !conflictsInPlainMerge(before ?? new Uint8Array(), bytes, theirs ?? new Uint8Array());
}

function mergeOf(facts: Facts, bytes: Uint8Array): Change | MergeObstacle {
  const { revisions, pull, gate } = facts;
  const { base, head, tip } = gate.merging ?? {};
  if (base?.kind !== "known" || head?.kind !== "known" || tip?.kind !== "known") {
    return "trees_unread";
  }
  const sides = { base: base.value, ours: head.value, theirs: tip.value };
  const merged = mergeTrees(sides, [facts.config.inForce.paths.changelog]);
  if (merged.kind === "conflict") return "conflict_elsewhere";
  if (revisions.kind === "unknown") return "trees_unread";
  return { bytes, parents: [pull.headSha, revisions.value.tipSha], changes: merged.changes };
}

/** The repair against the base branch as it is now, or as it was where the head left it. */
export function repaired(facts: Facts, onto: "tip" | "base"): Repair {
  const { base, head, tip } = facts.documents.changelog;
  const mergeBase = contentOf(base);
  return repairChangelog(
    {
      path: facts.config.inForce.paths.changelog,
      mergeBase,
      head: contentOf(head),
      baseTip: onto === "tip" ? contentOf(tip) : mergeBase,
    },
    { repository: linkRepository(facts), pull: facts.pull.number, mode: "pull" },
  );
}
