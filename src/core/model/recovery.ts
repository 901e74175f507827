/** What a look knows of results whose publication was lost, and of the pull request that publishes them again. */
import type { TreeReading } from "./gate.ts";
import type { Comment, FileReading, Job, PullRequest, WorkflowRun } from "./github.ts";
import type { Reading } from "./reading.ts";

/** A pull request as the list of a branch shows it. */
export interface BranchPull {
  readonly number: number;
  readonly state: "open" | "closed";
  readonly merged: boolean;
  /** Login; null where GitHub names nobody. */
  readonly author: string | null;
}

/** A recovery that was accepted: it stands, hidden, in our answer and on the recovery pull request. */
export interface RecoveryRecord {
  /** The comment that commands, and which of its commands. */
  readonly commentId: number;
  readonly mark: string;
  /** The pull request whose results were lost. */
  readonly pull: number;
  readonly runId: number;
  readonly attempt: number;
  readonly sourceSha: string;
  /** The commit of the default branch that has the entries. */
  readonly landedSha: string;
  /** The full-sweep label that the run was started with. */
  readonly label: string;
  /** The run was named by the person, so failed and cancelled runs are allowed. */
  readonly pinned: boolean;
  readonly login: string;
}

/** A branch that sweepbot has made for a recovery, and what has come of it. */
export interface RecoveryAttempt {
  readonly runId: number;
  readonly branch: string;
  /** Null when the branch is gone. */
  readonly tipSha: string | null;
  readonly pull: PullRequest | null;
  /** Of that pull request. */
  readonly comments: readonly Comment[];
  /** The changelog at the branch. */
  readonly changelog: FileReading;
  /** Whether the commit that the run measured is among the branch's commits. */
  readonly carried: Reading<boolean>;
}

/** What stands at one commit, as far as it says what is measured. */
export interface MeasuredSide {
  readonly sha: string;
  readonly tree: TreeReading;
  readonly masters: readonly FileReading[];
  readonly runners: FileReading;
  readonly changelog: FileReading;
}

/** What a recovery is judged by. */
export interface RecoveryGround {
  /** The tree that has the entries: of the merge, or at the head of a recovery pull request. */
  readonly landed: TreeReading;
  /** The default branch now; null on a recovery pull request, whose head stands for it. */
  readonly tip: MeasuredSide | null;
  /** By commit: what the runs that may be published measured. */
  readonly sources: Readonly<Record<string, MeasuredSide>>;
}

/** The default branch's own run for a push that brought the merge. */
export interface PushFacts {
  readonly run: WorkflowRun | null;
  /** Of its latest attempt; null while there is no run. */
  readonly jobs: readonly Job[] | null;
}

export interface RecoveryFacts {
  /** Null unless the repository's own workflow publishes, and where it is not known which run is the push's. */
  readonly push: PushFacts | null;
  /** The default branch now. */
  readonly tipSha: string;
  readonly attempts: readonly RecoveryAttempt[];
  /** Null unless a recovery is to be judged. */
  readonly ground: RecoveryGround | null;
}
