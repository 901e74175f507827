/** The closed list of things sweepbot may do to GitHub. A plan is a list of these, plain data. */
import type { TreeChange } from "./gate.ts";
import type { Conclusion, ReactionContent } from "./github.ts";

export interface Annotation {
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly level: "failure" | "warning" | "notice";
  readonly title: string;
  readonly message: string;
}

export interface CheckRunContent {
  readonly name: string;
  readonly headSha: string;
  readonly externalId: string;
  readonly status: "queued" | "in_progress" | "completed";
  readonly conclusion: Conclusion | null;
  readonly detailsUrl: string | null;
  readonly title: string;
  readonly summary: string;
  readonly annotations: readonly Annotation[];
}

export interface StatusContent {
  readonly sha: string;
  readonly context: string;
  readonly state: "error" | "failure" | "pending" | "success";
  /** At most 140 characters, none of them written by a person. */
  readonly description: string;
  readonly targetUrl: string | null;
}

/** Starting a workflow, once for each `key` (architecture §5: claim, then dispatch). */
export interface WorkflowDispatch {
  readonly key: string;
  readonly workflow: string;
  /** A branch, never a SHA: GitHub refuses the latter with 422. */
  readonly ref: string;
  readonly inputs: Readonly<Record<string, string>>;
  /** The head that was judged; read again right before the dispatch. */
  readonly headSha: string;
}

/** A repository_dispatch to the receiving repository, once for each `key`. */
export interface RepositoryDispatch {
  /** What is claimed: to publish results after a merge, or to show them on the staging site. */
  readonly kind: "ingest" | "stage";
  readonly key: string;
  readonly owner: string;
  readonly name: string;
  readonly eventType: string;
  readonly payload: Readonly<Record<string, string>>;
}

/** A comment on lines of a file at the head, both ends included. */
export interface LineComment {
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly body: string;
}

export interface ReviewContent {
  readonly headSha: string;
  readonly body: string;
  readonly comments: readonly LineComment[];
}

/** A commit that replaces one file, and takes what a merge brings besides. */
export interface FileCommit {
  /** The first one's tree is what is changed. */
  readonly parents: readonly string[];
  readonly message: string;
  readonly file: { readonly path: string; readonly bytes: Uint8Array };
  readonly changes: readonly TreeChange[];
  /** Further files with a content of their own: what a merge made of two versions. */
  readonly texts?: readonly MergedText[];
}

/** A file as a merge leaves it; the mode as Git writes it. */
export interface MergedText {
  readonly path: string;
  readonly mode: string;
  readonly bytes: Uint8Array;
}

/** Merging a pull request, once for each `key`. */
export interface PullMerge {
  readonly key: string;
  /** The head that was judged: GitHub refuses any other one (409). */
  readonly headSha: string;
  readonly method: "merge" | "squash";
  readonly title: string;
  readonly message: string;
}

/** One commit on the head branch, once for each `key`; the key stands in the commit's message. */
export interface BranchPush {
  readonly key: string;
  /** The head that was judged; read again right before the branch is moved. */
  readonly headSha: string;
  readonly branch: string;
  /** `owner/name` of the head repository where that is a fork; null for this repository. */
  readonly fork: string | null;
  readonly commit: FileCommit;
}

/** Something that sweepbot does on a branch of its own and the pull request from it. */
export type RecoveryAct =
  /** The branch, with an empty commit on the default branch as it was then. */
  | {
      readonly kind: "branch";
      readonly branch: string;
      readonly parent: string;
      readonly message: string;
    }
  | {
      readonly kind: "pull";
      readonly branch: string;
      readonly base: string;
      readonly title: string;
      readonly body: string;
    }
  /** A comment that is found again by its first line. */
  | { readonly kind: "authorise"; readonly pull: number; readonly body: string }
  | { readonly kind: "label"; readonly pull: number; readonly label: string }
  /** The changelog (null: it stands already), then a commit with the same files that takes in the source. */
  | {
      readonly kind: "entries";
      readonly branch: string;
      readonly headSha: string;
      readonly commit: FileCommit | null;
      readonly carrier: { readonly sourceSha: string; readonly message: string };
    };

/** Which jobs a re-run runs again: those that did not succeed, or every one. */
export type WhichJobs = "failed" | "all";

export type Effect =
  | { readonly kind: "createComment"; readonly tag: string; readonly body: string }
  | {
      readonly kind: "updateComment";
      readonly commentId: number;
      readonly tag: string;
      readonly body: string;
    }
  | { readonly kind: "deleteComment"; readonly commentId: number; readonly tag: string }
  | { readonly kind: "minimizeComment"; readonly nodeId: string; readonly tag: string }
  | { readonly kind: "react"; readonly commentId: number; readonly content: ReactionContent }
  | { readonly kind: "createCheckRun"; readonly check: CheckRunContent }
  | {
      readonly kind: "updateCheckRun";
      readonly checkRunId: number;
      readonly check: CheckRunContent;
    }
  | { readonly kind: "setStatus"; readonly status: StatusContent }
  | { readonly kind: "removeLabel"; readonly label: string }
  | { readonly kind: "cancelRun"; readonly runId: number }
  /** One further attempt of a run whose judged attempt has ended, once for each `key`. */
  | {
      readonly kind: "rerunRun";
      readonly key: string;
      readonly runId: number;
      readonly attempt: number;
      readonly which: WhichJobs;
    }
  | {
      readonly kind: "dispatchWorkflow";
      readonly dispatch: WorkflowDispatch;
      readonly check: CheckRunContent;
    }
  | { readonly kind: "dispatchRepository"; readonly dispatch: RepositoryDispatch }
  /** A review that offers replacements, once for each `key`. */
  | { readonly kind: "createReview"; readonly key: string; readonly review: ReviewContent }
  | { readonly kind: "pushCommit"; readonly push: BranchPush }
  /** Takes this pull request's turn in the queue of its repository, where nobody else has it. */
  | { readonly kind: "takeTurn" }
  /** As `pushCommit`, with the commit on record before the branch is moved. */
  | { readonly kind: "prepareHead"; readonly push: BranchPush }
  | { readonly kind: "mergePull"; readonly merge: PullMerge }
  /** One step towards the pull request that publishes lost results again, once for each `key`. */
  | { readonly kind: "recover"; readonly key: string; readonly act: RecoveryAct };
