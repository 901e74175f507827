import { conflictsInPlainMerge } from "../changelog/plain-merge.ts";
import { repairChangelog } from "../changelog/repair.ts";
import type { Repair } from "../changelog/repair-terms.ts";
import type { TreeChange } from "../model/gate.ts";
import type { Facts } from "../model/facts.ts";
import type { Problem } from "../model/problem.ts";
import type { UnknownCause } from "../model/reading.ts";
import { contentOf, linkRepository } from "./changelog.ts";
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
  const { base, head, tip } = facts.documents.changelog;
  const unread = [base, head, tip].find((file) => file.kind === "unknown");
  if (unread?.kind === "unknown") return { kind: "unread", cause: unread.cause };
  const full = repaired(facts, "tip");
  if (record?.kind === "failed") {
    const offer = full.kind === "fixed" ? offerOf(facts, full.bytes) : null;
    return { kind: "pushFailed", reason: record.reason, offer };
  }
  if (full.kind === "refused") return full;
  const offered = offerOf(facts, full.bytes);
  if (facts.config.inForce.changelog.repair === "offer") {
    return full.changed ? { kind: "offered", offer: offered } : { kind: "unchanged" };
  }
  return pushVerdict({ facts, sweep, key, full, offered });
}

interface PushRequest {
  readonly facts: Facts;
  readonly sweep: SweepVerdict | null;
  readonly key: string;
  readonly full: Extract<Repair, { kind: "fixed" }>;
  readonly offered: Offer;
}

function pushVerdict({ facts, sweep, key, full, offered }: PushRequest): RepairVerdict {
  const change = changeOf(facts, full);
  if (change === "nothing") return { kind: "unchanged" };
  const obstacle = pushObstacle(facts, sweep) ?? (typeof change === "string" ? change : null);
  if (obstacle !== null || typeof change === "string") {
    return { kind: "blocked", code: obstacle ?? "conflict_elsewhere", offer: offered };
  }
  const keepsSweep = facts.runs.some(({ run }) => run.conclusion === "success");
  return { kind: "pushing", push: { key, ...change, keepsSweep } };
}

type Change = Pick<RepairPush, "bytes" | "parents" | "changes">;

/**
 * Mends the file on the head's own base where that is enough. Where the base branch has changed the
 * same end of the file, merges it, but only when every other file merges by itself.
 */
function changeOf(
  facts: Facts,
  full: Extract<Repair, { kind: "fixed" }>,
): Change | "nothing" | Extract<PushObstacle, "conflict_elsewhere" | "trees_unread"> {
  const { headSha } = facts.pull;
  const plain = repaired(facts, "base");
  const base = contentOf(facts.documents.changelog.base)?.bytes ?? new Uint8Array();
  const tip = contentOf(facts.documents.changelog.tip)?.bytes ?? new Uint8Array();
  if (plain.kind === "fixed" && !conflictsInPlainMerge(base, plain.bytes, tip)) {
    if (!plain.changed) return "nothing";
    return { bytes: plain.bytes, parents: [headSha], changes: [] };
  }
  const merged = mergeOf(facts);
  if (merged.kind === "merged" && facts.revisions.kind === "known") {
    const parents = [headSha, facts.revisions.value.tipSha];
    return { bytes: full.bytes, parents, changes: merged.changes };
  }
  if (plain.kind === "fixed" && plain.changed) {
    return { bytes: plain.bytes, parents: [headSha], changes: [] };
  }
  return merged.kind === "conflict" ? "conflict_elsewhere" : "trees_unread";
}

function mergeOf(facts: Facts): ReturnType<typeof mergeTrees> | { readonly kind: "unread" } {
  const { merging } = facts.gate;
  if (merging?.base.kind !== "known") return { kind: "unread" };
  const { base, head, tip } = merging;
  if (head.kind !== "known" || tip.kind !== "known") return { kind: "unread" };
  return mergeTrees(
    { base: base.value, ours: head.value, theirs: tip.value },
    facts.config.inForce.paths.changelog,
  );
}

/** The repair against the base branch as it is now, or as it was where the head left it. */
function repaired(facts: Facts, onto: "tip" | "base"): Repair {
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
