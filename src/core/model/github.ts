/** GitHub in our words: what the bot knows of a repository, a pull request and its surroundings. */
import type { MergeState } from "./merge-state.ts";
import type { Reading } from "./reading.ts";

export interface RepositoryRef {
  readonly owner: string;
  readonly name: string;
}

export interface Repository extends RepositoryRef {
  /** State is keyed by this id: names change with renames and transfers (case IDN-10). */
  readonly id: number;
  readonly defaultBranch: string;
}

/** A GitHub account; `null` wherever GitHub says null (deleted "ghost" users, case IDN-08). */
export interface Person {
  readonly id: number;
  readonly login: string;
  readonly isBot: boolean;
}

export interface PullRequest {
  readonly number: number;
  readonly title: string;
  readonly body: string;
  readonly author: Person | null;
  readonly state: "open" | "closed";
  readonly draft: boolean;
  readonly merged: boolean;
  /** The commit on the base branch when merged; GitHub's test merge while open, if it has one. */
  readonly mergeCommitSha: string | null;
  /** GitHub computes this late: null is "not known yet", neither conflict nor no conflict. */
  readonly mergeable: boolean | null;
  /** `blocked` while a rule of the base branch is not met, `behind` where it wants to be merged first. */
  readonly mergeState: MergeState;
  readonly headSha: string;
  readonly headRef: string;
  /** Null when the head repository was deleted. */
  readonly headRepository: { readonly id: number; readonly fullName: string } | null;
  readonly baseRef: string;
  readonly labels: readonly string[];
  readonly maintainerCanModify: boolean;
  /** Milliseconds since the epoch, as all times here. */
  readonly createdAt: number;
  readonly mergedAt: number | null;
}

export interface ChangedFile {
  readonly path: string;
  readonly previousPath: string | null;
  readonly status: "added" | "modified" | "removed" | "renamed";
  /** Blob SHA at head (of the deleted blob for `removed`). */
  readonly blobSha: string;
}

export interface Commit {
  readonly sha: string;
  readonly message: string;
  readonly parents: readonly string[];
}

/** A commit with the time at which it was made, milliseconds since the epoch. */
export interface DatedCommit {
  readonly sha: string;
  readonly at: number;
}

export interface Comparison {
  readonly mergeBaseSha: string;
  readonly baseSha: string;
  readonly aheadBy: number;
  readonly behindBy: number;
}

/** A file's bytes at a revision. The same object is handed out for the same blob, so parses can be kept by it. */
export interface FileContent {
  readonly path: string;
  readonly blobSha: string;
  readonly bytes: Uint8Array;
}

/** `null`: the file does not exist at that revision. */
export type FileReading = Reading<FileContent | null>;

export interface Comment {
  readonly id: number;
  readonly nodeId: string;
  readonly author: Person | null;
  /** The id of the GitHub App that wrote it, if one did. */
  readonly appId: number | null;
  readonly body: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly url: string;
  /** Reactions by anyone: how often each content was given. Zero counts may be absent. */
  readonly reactionCounts: Readonly<Partial<Record<ReactionContent, number>>>;
}

export type ReactionContent =
  "+1" | "-1" | "laugh" | "confused" | "heart" | "hooray" | "rocket" | "eyes";

export interface Review {
  readonly id: number;
  readonly nodeId: string;
  readonly author: Person | null;
  readonly state: "APPROVED" | "CHANGES_REQUESTED" | "COMMENTED" | "DISMISSED" | "PENDING";
  readonly body: string;
  /** The commit that the review was given on; null when GitHub has lost it. */
  readonly commitSha: string | null;
  readonly submittedAt: number | null;
  readonly url: string;
}

export interface ReviewComment {
  readonly id: number;
  readonly nodeId: string;
  readonly author: Person | null;
  readonly body: string;
  readonly originalCommitSha: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly url: string;
}

/** A label put on or taken off, from the events, in their order. */
export interface LabelEvent {
  readonly id: number;
  readonly kind: "labeled" | "unlabeled";
  readonly label: string;
  readonly actor: Person | null;
  readonly createdAt: number;
}

/** A draft that was marked as ready for review. */
export interface ReadyEvent {
  readonly id: number;
  readonly createdAt: number;
}

/** A push to a branch, as GitHub recorded it; `at` in milliseconds since the epoch. */
export interface Push {
  readonly after: string;
  readonly at: number;
}

export type Permission = "admin" | "maintain" | "write" | "triage" | "read" | "none";

/** Where a run, a job or a check run stands. */
export const RUN_STATUSES = [
  "queued",
  "in_progress",
  "completed",
  "waiting",
  "requested",
  "pending",
] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** How a run, a job or a check run ended. */
export const CONCLUSIONS = [
  "success",
  "failure",
  "neutral",
  "cancelled",
  "skipped",
  "timed_out",
  "action_required",
  "startup_failure",
  "stale",
] as const;
export type Conclusion = (typeof CONCLUSIONS)[number];

export interface WorkflowRun {
  readonly id: number;
  readonly attempt: number;
  /** When the latest attempt began. */
  readonly attemptStartedAt: number;
  /** What the run is called on GitHub; a workflow's `run-name` ends up here. */
  readonly displayTitle: string;
  readonly event: string;
  readonly status: RunStatus;
  readonly conclusion: Conclusion | null;
  readonly headSha: string;
  readonly headBranch: string | null;
  /** Workflow file, `.github/workflows/….yml`, without an `@ref` suffix. */
  readonly path: string;
  readonly actor: Person | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly url: string;
  /** Only the pull requests whose *current* head is this run's head: not proof of absence (REU-01). */
  readonly pullNumbers: readonly number[];
}

export interface Job {
  readonly id: number;
  readonly name: string;
  readonly status: RunStatus;
  readonly conclusion: Conclusion | null;
  readonly startedAt: number | null;
  readonly completedAt: number | null;
  readonly url: string | null;
  readonly runnerName: string | null;
  /** What it asks of a runner (`runs-on`). */
  readonly labels: readonly string[];
  /** Name of the first step that failed, if a step did. */
  readonly failedStep: string | null;
}

export interface Artifact {
  readonly id: number;
  readonly name: string;
  readonly sizeBytes: number;
  readonly expired: boolean;
  readonly expiresAt: number | null;
  readonly createdAt: number | null;
}

export interface CheckRun {
  readonly id: number;
  readonly name: string;
  readonly appId: number | null;
  readonly headSha: string;
  readonly externalId: string;
  readonly status: RunStatus;
  readonly conclusion: Conclusion | null;
  readonly detailsUrl: string | null;
  readonly title: string;
  readonly summary: string;
  readonly startedAt: number | null;
}

export interface CommitStatus {
  readonly context: string;
  readonly state: "error" | "failure" | "pending" | "success";
  readonly description: string;
  readonly targetUrl: string | null;
  readonly creator: Person | null;
}
