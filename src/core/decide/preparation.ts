import type { Facts } from "../model/facts.ts";
import type { FileVersions, TreeChange } from "../model/gate.ts";
import type { MergedText } from "../model/effect.ts";
import type { Problem } from "../model/problem.ts";
import type { UnknownCause } from "../model/reading.ts";
import { contentOf } from "../model/file-content.ts";
import { mergeTexts } from "./merge-texts.ts";
import { type MergeSides, mergeTrees } from "./merge-trees.ts";
import { mergesByItself, repaired } from "./repair.ts";

/** What has to be committed to a head before it can be merged. */
export interface PreparedCommit {
  /** Head; and the tip of the base branch where the commit merges it. */
  readonly parents: readonly string[];
  /** The changelog: its links are right, and it fits after the base branch's. */
  readonly bytes: Uint8Array;
  readonly changes: readonly TreeChange[];
  readonly texts: readonly MergedText[];
}

export type Preparation =
  | { readonly kind: "nothing" }
  | { readonly kind: "commit"; readonly commit: PreparedCommit }
  | { readonly kind: "refused"; readonly problems: readonly Problem[] }
  /** Both sides changed the same lines of these files, which only people can settle; none: too large to be looked at. */
  | { readonly kind: "conflict"; readonly paths: readonly string[] }
  /** Something of it was not read, or GitHub has not worked it out yet. */
  | { readonly kind: "unread" };

/**
 * What makes a head ready to be merged (spec/control-plane §8.1 steps 5 to 7): the base branch is merged
 * only where it conflicts or GitHub asks for it, links are put right only where they are not.
 */
export function decidePreparation(facts: Facts): Preparation {
  const { pull, revisions, documents } = facts;
  const { base, head, tip } = documents.changelog;
  const isRead = [base, head, tip].every(({ kind }) => kind === "known");
  if (!isRead || revisions.kind === "unknown" || pull.mergeable === null) {
    return { kind: "unread" };
  }
  const own = repaired(facts, "base");
  const merges =
    pull.mergeable &&
    pull.mergeState !== "behind" &&
    own.kind === "fixed" &&
    mergesByItself(facts, own.bytes);
  if (!merges) return mergeOf(facts, revisions.value.tipSha);
  if (!own.changed) return { kind: "nothing" };
  const parents = [pull.headSha];
  return { kind: "commit", commit: { parents, bytes: own.bytes, changes: [], texts: [] } };
}

function mergeOf(facts: Facts, tipSha: string): Preparation {
  const full = repaired(facts, "tip");
  if (full.kind === "refused") return full;
  const sides = sidesOf(facts.gate.merging);
  if ("kind" in sides) return sides;
  const texts = facts.gate.merging?.texts ?? [];
  if (texts.some(isUnread)) return { kind: "unread" };
  const merged = texts.flatMap((file) => mergedText(file, sides) ?? []);
  const apart = [facts.config.inForce.paths.changelog, ...merged.map(({ path }) => path)];
  const trees = mergeTrees(sides, apart);
  if (trees.kind === "conflict") return trees;
  const parents = [facts.pull.headSha, tipSha];
  const { changes } = trees;
  return { kind: "commit", commit: { parents, bytes: full.bytes, changes, texts: merged } };
}

/** The three trees, or what comes of it that one of them is not known. */
function sidesOf(merging: Facts["gate"]["merging"]): MergeSides | Preparation {
  const { base, head, tip } = merging ?? {};
  if (base?.kind === "known" && head?.kind === "known" && tip?.kind === "known") {
    return { base: base.value, ours: head.value, theirs: tip.value };
  }
  const isCut = [base, head, tip].some((tree) => tree?.kind === "unknown" && isForGood(tree));
  return isCut ? { kind: "conflict", paths: [] } : { kind: "unread" };
}

function isUnread({ base, ours, theirs }: FileVersions): boolean {
  return [base, ours, theirs].some((file) => file.kind === "unknown" && !isForGood(file));
}

/** GitHub gives no more of it, however often it is asked. */
function isForGood({ cause }: { readonly cause: UnknownCause }): boolean {
  return cause === "too_large" || cause === "truncated";
}

/** Only plain files that all three have: whatever else both sides changed stays a conflict. */
function mergedText(file: FileVersions, sides: MergeSides): MergedText | null {
  const [base, ours, theirs] = [file.base, file.ours, file.theirs].map(contentOf);
  const bytes = base && ours && theirs ? mergeTexts(base.bytes, ours.bytes, theirs.bytes) : null;
  const [before, own, other] = [sides.base, sides.ours, sides.theirs].map(
    (tree) => tree.find(({ path }) => path === file.path)?.mode ?? "",
  );
  if (bytes === null || ![before, own, other].every(isFileMode)) return null;
  return { path: file.path, mode: (own === before ? other : own) ?? "", bytes };
}

function isFileMode(mode: string | undefined): boolean {
  return mode === "100644" || mode === "100755";
}
