/** What is read to tell whether a sign-off on an earlier commit still covers the head (spec/signoff §1.6). */
import type { Comparison, FileReading } from "./github.ts";
import type { TreeReading } from "./gate.ts";
import type { Reading } from "./reading.ts";

/** The two ends of a change. */
export interface TreeSides {
  readonly base: TreeReading;
  readonly head: TreeReading;
}

/** A file at both ends of the signed change and of the present one. */
export interface FourSides {
  readonly signed: { readonly base: FileReading; readonly head: FileReading };
  readonly present: { readonly base: FileReading; readonly head: FileReading };
}

/** The change as it stood at a commit that somebody signed. */
export interface SignedChange {
  /** The signed commit against the tip of the base branch. */
  readonly comparison: Reading<Comparison>;
  /** Null where the comparison has settled it. */
  readonly trees: TreeSides | null;
  /** Files that blob SHAs do not settle, by path. */
  readonly files: Readonly<Record<string, FourSides>>;
  /** Null where it is the same file on both sides. */
  readonly changelog: FourSides | null;
}

/** The checklist as a commit of the default branch left it. */
export interface ChecklistRevision {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly file: FileReading;
}

export interface SignedFacts {
  /** The trees of the present change; null where nothing has to be compared with it. */
  readonly present: TreeSides | null;
  /** By signed commit; one that is not here was not compared. */
  readonly changes: Readonly<Record<string, SignedChange>>;
  /** Newest first, the present one included; null where no form differs from it. */
  readonly checklists: Reading<readonly ChecklistRevision[]> | null;
}
