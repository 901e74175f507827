/**
 * GitHub as sweepbot uses it, in our own words. One object serves one repository through one
 * installation. Every list is complete over all pages, or the answer is `unknown`.
 * Failures: `GitHubFailure` (errors.ts) for 5xx, rate limits and refusals that a retry may heal.
 */
import type {
  CheckRunContent,
  FileCommit,
  PullMerge,
  ReviewContent,
  StatusContent,
  WhichJobs,
} from "../core/model/effect.ts";
import type { TreeReading } from "../core/model/gate.ts";
import type { JobAnnotation, JobLog } from "../core/model/cause.ts";
import type {
  Artifact,
  ChangedFile,
  CheckRun,
  Comment,
  Commit,
  CommitStatus,
  Comparison,
  DatedCommit,
  FileReading,
  Job,
  LabelEvent,
  Permission,
  PullRequest,
  Push,
  ReactionContent,
  ReadyEvent,
  Repository,
  Review,
  ReviewComment,
  WorkflowRun,
} from "../core/model/github.ts";
import type { Reading } from "../core/model/reading.ts";
import type { BranchPull } from "../core/model/recovery.ts";
import type { ArtifactFile } from "../core/model/results.ts";

export interface RunQuery {
  readonly event?: string;
  readonly branch?: string;
  readonly headSha?: string;
  /** Only runs created at or after this time (milliseconds since the epoch). */
  readonly createdSince?: number;
  /** Only runs created at or before this time; needs `createdSince`. */
  readonly createdUntil?: number;
  /** Stop after this many runs, newest first; all when absent. */
  readonly most?: number;
}

export interface PullSummary {
  readonly number: number;
  readonly headSha: string;
  readonly updatedAt: number;
  readonly state: "open" | "closed";
}

export interface GitHubReader {
  readRepository(): Promise<Repository>;
  readPull(pull: number): Promise<PullRequest>;
  /** Open pull requests, and closed ones updated at or after `closedSince`, newest first. */
  listPulls(closedSince: number): Promise<readonly PullSummary[]>;
  /** Numbers of the pull requests that contain the commit; includes closed ones. */
  listPullsOfCommit(sha: string): Promise<readonly number[]>;
  /** `unknown: truncated` when the list stops at GitHub's cap. */
  listChangedFiles(pull: number): Promise<Reading<readonly ChangedFile[]>>;
  /** All commits, oldest first; beyond GitHub's 250 the comparison is paged instead. */
  listCommits(pull: number): Promise<Reading<readonly Commit[]>>;
  /** `not_found` when one of the two revisions does not exist here. */
  compare(base: string, head: string): Promise<Reading<Comparison>>;
  /** Paths (old and new names) that differ between a commit and a later one; `truncated` at GitHub's cap of 300. */
  listChangedPaths(base: string, head: string): Promise<Reading<readonly string[]>>;
  /** The SHA a branch points to now; null when there is no such branch. */
  readBranchTip(branch: string): Promise<string | null>;
  readCommit(sha: string): Promise<Reading<Commit>>;
  /** Commits up to a revision that changed a file, newest first, at most 100. */
  listFileCommits(
    path: string,
    revision: string,
    most: number,
  ): Promise<Reading<readonly DatedCommit[]>>;
  /** Branches of this repository whose names begin so. */
  listBranches(prefix: string): Promise<readonly { readonly name: string; readonly sha: string }[]>;
  /** Pull requests from a branch of this repository, whatever became of them, oldest first. */
  listPullsFrom(branch: string): Promise<readonly BranchPull[]>;
  /** A file at a revision, whole, as bytes; `known(null)` when it is not there; `too_large` over the limit. */
  readFile(path: string, revision: string): Promise<FileReading>;
  /** The bytes of a blob that a tree names at this path; asked for once, whatever commits it stands in. */
  readBlob(path: string, blobSha: string): Promise<FileReading>;
  /** Every file below a commit's tree; `truncated` where GitHub does not give all of it. */
  listTree(commitSha: string): Promise<TreeReading>;
  listComments(pull: number): Promise<readonly Comment[]>;
  listReviews(pull: number): Promise<readonly Review[]>;
  listReviewComments(pull: number): Promise<readonly ReviewComment[]>;
  /** Login of whoever edited each of these comments or reviews last, by node id; null where nobody did. */
  readEditors(
    nodeIds: readonly string[],
  ): Promise<Reading<Readonly<Record<string, string | null>>>>;
  /** Pushes to a branch of this repository, newest first, as far back as GitHub keeps them; 403 and 404 are unknown. */
  listPushes(branch: string): Promise<Reading<readonly Push[]>>;
  /** Labels put on and taken off, and drafts that became ready, each in the order of the issue's events. */
  listIssueEvents(pull: number): Promise<{
    readonly labels: readonly LabelEvent[];
    readonly ready: readonly ReadyEvent[];
  }>;
  /** The newest check run of each name and app on a commit. */
  listCheckRuns(sha: string): Promise<readonly CheckRun[]>;
  /** The newest status of each context and account on a commit, newest first: the first of a context counts. */
  listStatuses(sha: string): Promise<readonly CommitStatus[]>;
  /** Runs of one workflow file (of all workflows for null), newest first. Empty when the workflow does not exist. */
  listRuns(workflow: string | null, query: RunQuery): Promise<readonly WorkflowRun[]>;
  readRun(runId: number): Promise<Reading<WorkflowRun>>;
  /** Jobs of the latest attempt. */
  listJobs(runId: number): Promise<readonly Job[]>;
  /** Both ends of a finished job's log; `not_found` when there is none (yet, or any more), `too_large` over 64 MiB. */
  readJobLog(jobId: number): Promise<Reading<JobLog>>;
  /** What GitHub and the job's own steps have noted on it; 403 and 404 are unknown. */
  listJobAnnotations(jobId: number): Promise<Reading<readonly JobAnnotation[]>>;
  listArtifacts(runId: number): Promise<readonly Artifact[]>;
  /** An artifact's JSON files; `not_found` once it has expired, `too_large` over the limits (unzip.ts). */
  downloadArtifact(artifactId: number): Promise<Reading<readonly ArtifactFile[]>>;
  /** Repository permission of a person, asked now (decision 3); 403 and 404 are unknown. */
  readPermission(login: string): Promise<Reading<Permission>>;
  /** Whether the login is an active member of the team; 403 and 404 are unknown (case IDN-04). */
  readTeamMembership(organization: string, team: string, login: string): Promise<Reading<boolean>>;
}

export interface GitHubWriter {
  createComment(pull: number, body: string): Promise<{ readonly id: number }>;
  updateComment(commentId: number, body: string): Promise<void>;
  /** 404 counts as done (case LBL-15), here and wherever something is taken away. */
  deleteComment(commentId: number): Promise<void>;
  minimizeComment(nodeId: string): Promise<void>;
  addReaction(commentId: number, content: ReactionContent): Promise<void>;
  /** A review that only comments, on lines that the head's diff shows; GitHub refuses others (422). */
  createReview(pull: number, review: ReviewContent): Promise<{ readonly id: number }>;
  /** A commit on top of the first parent's tree; no branch points to it yet. */
  createCommit(commit: FileCommit): Promise<{ readonly sha: string }>;
  /** A commit with the first parent's tree; no branch points to it yet. */
  createEmptyCommit(commit: {
    readonly parents: readonly string[];
    readonly message: string;
  }): Promise<{ readonly sha: string }>;
  /** Refused (422) when there is such a branch. */
  createBranch(branch: string, sha: string): Promise<void>;
  /** Refused (422) when one is open already, or the branch brings no commit. */
  openPull(content: {
    readonly branch: string;
    readonly base: string;
    readonly title: string;
    readonly body: string;
  }): Promise<{ readonly number: number }>;
  /** Putting on a label that is on changes nothing. */
  addLabel(pull: number, label: string): Promise<void>;
  /** Moves a branch forward, never back or aside: anything else is refused (422). */
  advanceBranch(branch: string, sha: string): Promise<void>;
  /** Merges exactly that head by the rules of the branch: 409 for another head, 405 where GitHub refuses the merge. */
  mergePull(pull: number, merge: PullMerge): Promise<{ readonly sha: string }>;
  /** Sends annotations in batches of at most 50. */
  createCheckRun(check: CheckRunContent): Promise<{ readonly id: number }>;
  updateCheckRun(checkRunId: number, check: CheckRunContent): Promise<void>;
  setStatus(status: StatusContent): Promise<void>;
  removeLabel(pull: number, label: string): Promise<void>;
  /** Cancelling a run that has already ended counts as done; `not_yet`: GitHub cannot cancel it right now. */
  cancelRun(runId: number): Promise<"done" | "not_yet">;
  /** Opens the next attempt of an ended run; refused (403) while it runs, or when it is over a month old. */
  rerunRun(runId: number, which: WhichJobs): Promise<void>;
  /** Starts a workflow and gives its run id, asked for with `return_run_details`; null when GitHub gives none. */
  dispatchWorkflow(
    workflow: string,
    ref: string,
    inputs: Readonly<Record<string, string>>,
  ): Promise<{ readonly runId: number | null }>;
  dispatchRepository(
    target: { readonly owner: string; readonly name: string },
    eventType: string,
    payload: Readonly<Record<string, string>>,
  ): Promise<void>;
}

export interface GitHub extends GitHubReader, GitHubWriter {
  /** This app, as the author of comments and the owner of check runs. */
  readonly app: { readonly id: number; readonly login: string };
}
