/** What the changelog gate looks at beyond the documents of a pull request. */
import type { FileReading } from "./github.ts";
import type { Reading } from "./reading.ts";

/** A file (or submodule) of a tree; the mode as Git writes it, `100644`. */
export interface TreeFile {
  readonly path: string;
  readonly mode: string;
  readonly sha: string;
  /** In bytes; absent where it was not told, as for a submodule. */
  readonly size?: number;
}

export type TreeReading = Reading<readonly TreeFile[]>;

/** What a commit does to a path of its parent's tree; a null `sha` takes the file away. */
export interface TreeChange {
  readonly path: string;
  readonly mode: string;
  readonly sha: string | null;
}

/** Another open pull request of the repository and the recipe keys that it is about, as its newest look left them. */
export interface OtherPull {
  readonly number: number;
  readonly keys: readonly string[];
}

export interface GateFacts {
  /** The tree at head; null where nobody asked, because no measured file has changed. */
  readonly tree: TreeReading | null;
  readonly others: Reading<readonly OtherPull[]>;
  /**
   * Where the head is a merge commit: the changelog at its first parent, and at the merge base of that
   * parent. Null for any other head.
   */
  readonly beforeMerge: { readonly base: FileReading; readonly head: FileReading } | null;
  /** The trees of a merge of the base branch; null unless a repair that is asked for may need it. */
  readonly merging: {
    readonly base: TreeReading;
    readonly head: TreeReading;
    readonly tip: TreeReading;
    /** The three versions of each file that both sides have changed; only read for a merge that sweepbot is to make. */
    readonly texts: readonly FileVersions[];
  } | null;
}

/** One path in the three commits of a merge. */
export interface FileVersions {
  readonly path: string;
  readonly base: FileReading;
  readonly ours: FileReading;
  readonly theirs: FileReading;
}
