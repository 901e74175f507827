import { createHash } from "node:crypto";

/** A commit as a sign-off sees it; without a fingerprint only the SHA itself can be compared. */
export interface BoundCommit {
  readonly sha: string | null;
  /** From `diffFingerprint`; null when the diff could not be read. */
  readonly fingerprint?: string | null;
}

/** `strict`: only the very commit. `equivalentDiff`: any commit with the same net change (§10). */
export type Binding = "strict" | "equivalentDiff";

/**
 * Whether a sign-off given on one commit covers the head (spec/signoff §1.6): merging the default
 * branch keeps it, any real change needs a fresh one (case SGN-03). What is not known does not cover.
 */
export function coversHead(
  bound: BoundCommit,
  head: { readonly sha: string; readonly fingerprint?: string | null },
  binding: Binding = "equivalentDiff",
): boolean {
  if (bound.sha === head.sha) return true;
  if (binding === "strict" || bound.sha === null) return false;
  const [given, now] = [bound.fingerprint ?? null, head.fingerprint ?? null];
  return given !== null && given === now;
}

/** One file of a net diff against the merge base, by its added and removed lines. */
export interface FileChange {
  readonly path: string;
  readonly status: string;
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/**
 * One hash for a net diff, whatever its line numbers. The changelog is left out and stands in by its
 * new entries, links masked: its position and link change without the author's doing.
 */
export function diffFingerprint(
  changes: readonly FileChange[],
  changelog: { readonly path: string; readonly entries: string },
): string {
  const files = changes
    .filter((change) => change.path !== changelog.path)
    .map(({ path, status, added, removed }) => JSON.stringify([path, status, added, removed]))
    .sort();
  return createHash("sha256")
    .update(JSON.stringify([files, changelog.entries]))
    .digest("hex");
}
