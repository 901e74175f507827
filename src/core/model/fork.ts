/** What a pass knows about a pull request from another repository: which commit was approved, and whether it merges. */
import type { Commit } from "./github.ts";
import type { Reading } from "./reading.ts";

/** The head that a `labeled` delivery carried: GitHub does not tell afterwards which one was live then. */
export interface LabelHead {
  readonly label: string;
  readonly headSha: string;
  readonly sender: { readonly id: number; readonly login: string };
  /** The pull request's `updated_at` in that delivery, in milliseconds; GitHub gives whole seconds. */
  readonly at: number;
}

export interface ForkFacts {
  /** From our own records; unknown where there are none to ask. */
  readonly labelHeads: Reading<readonly LabelHead[]>;
  /** GitHub's test merge; null while GitHub names none, or while nothing asks for a sweep. */
  readonly testMerge: Reading<Commit> | null;
}
