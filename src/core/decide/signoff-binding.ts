import { replaysChange } from "../changelog/replay.ts";
import { parseChangelog } from "../contract/changelog-entry.ts";
import { canonicalJson } from "../matrix/canonical.ts";
import type { Facts } from "../model/facts.ts";
import type { FileReading } from "../model/github.ts";
import { PULL_COMMITS } from "../model/limits.ts";
import type { FourSides, SignedChange, TreeSides } from "../model/signed.ts";
import type { SignoffSource } from "../signoff/candidate.ts";
import { contentOf } from "../model/file-content.ts";
import { compareTrees } from "./signed-trees.ts";

/** Why a sign-off does not cover the head; each has a sentence in `report.yml`. */
export const UNCOVERED = ["moved", "unbound", "gone", "too_large", "unread"] as const;
export type Uncovered = (typeof UNCOVERED)[number];

/** Whether a sign-off covers the head: given on it, or on the same change upon another base. */
export type Coverage =
  { readonly kind: "exact" | "equivalent" } | { readonly kind: "none"; readonly reason: Uncovered };

type Bound = Pick<Facts, "pull" | "config" | "signed">;

/** Most signed commits that are compared with the head; the newest sign-offs come first. */
const MOST_COMPARED = 3;

/**
 * Whether a sign-off covers the head (spec/signoff §1.6): by its commit, or by `equivalent-diff`
 * because the change is line for line the same. What is not known never covers.
 */
export function coverageOf(
  { boundSha }: Pick<SignoffSource, "boundSha">,
  { pull, config, signed }: Bound,
): Coverage {
  if (boundSha === null) return none("unbound");
  if (boundSha === pull.headSha) return { kind: "exact" };
  if (config.inForce.signoff.binding === "strict") return none("moved");
  const change = signed.changes[boundSha];
  if (change === undefined || signed.present === null) return none("unread");
  return compareChange(change, signed.present, config.inForce.paths.changelog);
}

function compareChange(change: SignedChange, present: TreeSides, changelog: string): Coverage {
  const early = beforeTrees(change);
  if (early !== null || change.trees === null) return none(early ?? "unread");
  const verdict = compareTrees(change.trees, present, changelog);
  if (verdict.kind !== "equal_but") return none(UNEQUAL[verdict.kind]);
  const open = verdict.paths.map((path) => sameLines(change.files[path]));
  const entries = change.changelog === null ? "same" : sameEntries(change.changelog);
  return settled([...open, entries]);
}

const UNEQUAL = { differs: "moved", unread: "unread", too_large: "too_large" } as const;

/** What the comparison with the base branch settles before any tree is read. */
export function beforeTrees({ comparison }: Pick<SignedChange, "comparison">): Uncovered | null {
  if (comparison.kind === "unknown") return comparison.cause === "not_found" ? "gone" : "unread";
  return comparison.value.aheadBy > PULL_COMMITS ? "too_large" : null;
}

/** Signed commits that have to be compared with the head, those of the newest sign-offs first. */
export function commitsToCompare(
  sources: readonly Pick<SignoffSource, "boundSha" | "updatedAt">[],
  { pull, config, repository }: Pick<Facts, "pull" | "config" | "repository">,
): readonly string[] {
  const isJudged = pull.state === "open" && pull.baseRef === repository.defaultBranch;
  if (!isJudged || config.inForce.signoff.binding === "strict") return [];
  const commits = sources
    .toSorted((one, other) => other.updatedAt - one.updatedAt)
    .flatMap(({ boundSha }) => (boundSha === null || boundSha === pull.headSha ? [] : boundSha));
  return [...new Set(commits)].slice(0, MOST_COMPARED);
}

type Sameness = "same" | "differs" | "unread";

function settled(answers: readonly Sameness[]): Coverage {
  if (answers.includes("differs")) return none("moved");
  return answers.includes("unread") ? none("unread") : { kind: "equivalent" };
}

function sameLines(sides: FourSides | undefined): Sameness {
  const [signed, present] = [bytesOf(sides?.signed), bytesOf(sides?.present)];
  if (signed === null || present === null) return "unread";
  return replaysChange(signed, present) ? "same" : "differs";
}

function bytesOf(
  sides: FourSides["signed"] | undefined,
): { readonly base: Uint8Array; readonly head: Uint8Array } | null {
  if (sides === undefined) return null;
  const [base, head] = [contentOf(sides.base), contentOf(sides.head)];
  return base === null || head === null ? null : { base: base.bytes, head: head.bytes };
}

/** The changelog grows with the base branch: what counts is which entries come and go, links aside. */
function sameEntries({ signed, present }: FourSides): Sameness {
  const [one, other] = [entryChanges(signed), entryChanges(present)];
  if (one === null || other === null) return "unread";
  return one === other ? "same" : "differs";
}

function entryChanges({ base, head }: FourSides["signed"]): string | null {
  const [before, after] = [entriesOf(base), entriesOf(head)];
  if (before === null || after === null) return null;
  return canonicalJson({ added: minus(after, before), removed: minus(before, after) });
}

function entriesOf(file: FileReading): readonly string[] | null {
  if (file.kind === "unknown") return null;
  if (file.value === null) return [];
  const { document } = parseChangelog(file.value);
  if (document.problems.some(({ severity }) => severity === "error")) return null;
  const items: unknown = document.value ?? [];
  return Array.isArray(items) ? items.map(masked) : null;
}

/** An entry as text, its link without the number of the pull request (spec/signoff §0.3). */
function masked(item: unknown): string {
  if (typeof item !== "object" || item === null || !("pr-link" in item)) return canonicalJson(item);
  const link = String(item["pr-link"]).replace(/[^/]*$/u, "");
  return canonicalJson({ ...item, "pr-link": link });
}

/** Items of the one list that the other lacks, each as often as it is there more often. */
function minus(items: readonly string[], others: readonly string[]): readonly string[] {
  const left = new Map<string, number>();
  for (const item of others) left.set(item, (left.get(item) ?? 0) + 1);
  return items.filter((item) => {
    const count = left.get(item) ?? 0;
    left.set(item, count - 1);
    return count <= 0;
  });
}

function none(reason: Uncovered): Coverage {
  return { kind: "none", reason };
}
