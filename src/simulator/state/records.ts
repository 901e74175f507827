import type { BranchRules } from "./rules.ts";
import type { GitStore } from "../git/store.ts";
import type { Account, Permission } from "./accounts.ts";
import type { Activity } from "./activity.ts";
import type { Annotation, RunStatus, Status } from "./checks.ts";
import type { Label } from "./label.ts";

export interface Repository {
  readonly id: number;
  owner: Account;
  name: string;
  readonly defaultBranch: string;
  readonly private: boolean;
  readonly parent: Repository | null;
  readonly git: GitStore;
  /** Full names, "refs/heads/main", and the commit each points to. */
  readonly refs: Map<string, string>;
  readonly permissions: Map<string, Permission>;
  /** What a branch asks of a pull request into it, by branch name. */
  readonly rules: Map<string, BranchRules>;
  installed: boolean;
  deleted: boolean;
  readonly createdAt: number;
  pushedAt: number;
  nextNumber: number;
  readonly issues: Map<number, Issue>;
  readonly comments: Map<number, Comment>;
  readonly labels: Map<string, Label>;
  readonly statuses: Map<string, Status[]>;
  readonly checkRuns: Map<number, CheckRun>;
  readonly workflows: Map<string, Workflow>;
  readonly runs: Map<number, Run>;
  readonly activity: Activity[];
  readonly codeownersErrors: Readonly<Record<string, unknown>>[];
}

export interface Issue {
  readonly repository: Repository;
  readonly id: number;
  readonly number: number;
  readonly author: Account;
  title: string;
  body: string | null;
  state: "open" | "closed";
  labels: Label[];
  comments: Comment[];
  readonly timeline: TimelineItem[];
  readonly createdAt: number;
  updatedAt: number;
  closedAt: number | null;
  closedBy: Account | null;
  pull: Pull | null;
}

export interface Pull {
  readonly issue: Issue;
  readonly id: number;
  draft: boolean;
  baseRef: string;
  /** Tip of the base branch when the pull request was opened or last pushed to, as GitHub reports it. */
  baseSha: string;
  readonly headRef: string;
  headSha: string;
  readonly headOwner: Account;
  readonly headRepository: Repository;
  readonly maintainerCanModify: boolean;
  mergedAt: number | null;
  mergedBy: Account | null;
  mergeCommitSha: string | null;
  readonly reviews: Review[];
  readonly reviewComments: ReviewComment[];
  requestedReviewers: Account[];
  /** How often this pair of base and head was read, for the delay of `mergeable`. */
  mergeReads: { readonly key: string; count: number };
  testMerge: TestMerge | null;
}

export interface TestMerge {
  readonly key: string;
  /** Null when base and head conflict. */
  readonly sha: string | null;
}

export interface Reaction {
  readonly id: number;
  readonly author: Account;
  readonly content: string;
  readonly createdAt: number;
}

export interface Comment {
  readonly issue: Issue;
  readonly id: number;
  readonly author: Account;
  readonly byApp: boolean;
  body: string;
  /** Who edited it last; null when nobody did. */
  editor: Account | null;
  readonly createdAt: number;
  updatedAt: number;
  reactions: Reaction[];
  /** The reason it was hidden for, in lower case; null while it is shown. */
  minimized: string | null;
}

export interface Review {
  readonly pull: Pull;
  readonly id: number;
  readonly author: Account;
  state: "APPROVED" | "CHANGES_REQUESTED" | "COMMENTED" | "DISMISSED" | "PENDING";
  body: string;
  /** Who edited it last; null when nobody did. */
  editor: Account | null;
  readonly commitSha: string;
  readonly submittedAt: number;
}

export interface ReviewComment {
  readonly pull: Pull;
  readonly id: number;
  readonly author: Account;
  body: string;
  /** Who edited it last; null when nobody did. */
  editor: Account | null;
  readonly path: string;
  readonly line: number;
  /** First line of a comment on several; null for one line. */
  readonly startLine: number | null;
  readonly reviewId: number;
  readonly originalCommitSha: string;
  readonly createdAt: number;
  updatedAt: number;
}

export type TimelineItem =
  | { readonly kind: "commented"; readonly comment: Comment }
  | { readonly kind: "committed"; readonly sha: string }
  | { readonly kind: "reviewed"; readonly review: Review }
  | {
      readonly kind: "event";
      readonly id: number;
      readonly event: string;
      readonly actor: Account;
      readonly at: number;
      readonly commitSha: string | null;
      readonly detail: TimelineDetail;
    };

export type TimelineDetail =
  | { readonly kind: "none" }
  | { readonly kind: "label"; readonly label: Label }
  | { readonly kind: "rename"; readonly from: string; readonly to: string }
  | { readonly kind: "reviewer"; readonly reviewer: Account }
  | { readonly kind: "dismissal"; readonly review: Review; readonly message: string };

export interface CheckRun {
  readonly repository: Repository;
  readonly id: number;
  readonly suiteId: number;
  /** The owning app: the one under test, or GitHub Actions for the jobs of a run. */
  readonly appId: number;
  readonly headSha: string;
  name: string;
  externalId: string;
  detailsUrl: string | null;
  status: RunStatus;
  conclusion: string | null;
  startedAt: number | null;
  completedAt: number | null;
  title: string | null;
  summary: string | null;
  text: string | null;
  readonly annotations: Annotation[];
}

export interface WorkflowInput {
  readonly required: boolean;
  readonly default: string | null;
}

export interface Workflow {
  readonly repository: Repository;
  readonly id: number;
  readonly path: string;
  readonly name: string;
  readonly dispatchable: boolean;
  readonly inputs: ReadonlyMap<string, WorkflowInput>;
  readonly runName: ((inputs: Readonly<Record<string, string>>) => string) | null;
  readonly createdAt: number;
  nextRunNumber: number;
}

export interface Run {
  readonly workflow: Workflow;
  readonly id: number;
  readonly suiteId: number;
  readonly number: number;
  readonly event: string;
  readonly headSha: string;
  readonly headBranch: string | null;
  readonly headRepository: Repository;
  readonly displayTitle: string;
  readonly actor: Account;
  readonly inputs: Readonly<Record<string, string>>;
  readonly createdAt: number;
  readonly attempts: RunAttempt[];
  readonly artifacts: Artifact[];
}

export interface RunAttempt {
  readonly number: number;
  readonly triggeredBy: Account;
  readonly startedAt: number;
  updatedAt: number;
  status: RunStatus;
  conclusion: string | null;
  jobs: Job[];
}

export interface Job {
  readonly run: Run;
  readonly attempt: number;
  readonly id: number;
  readonly name: string;
  readonly labels: readonly string[];
  readonly createdAt: number;
  status: RunStatus;
  conclusion: string | null;
  startedAt: number | null;
  completedAt: number | null;
  runnerName: string | null;
  steps: { readonly name: string; readonly conclusion: string }[];
  /** What it wrote, without time stamps; null while there is no log. */
  log: string | null;
}

export interface Artifact {
  readonly run: Run;
  readonly id: number;
  readonly name: string;
  readonly sizeBytes: number;
  readonly zip: () => Promise<Buffer>;
  expired: boolean;
  readonly createdAt: number;
  readonly expiresAt: number;
}
