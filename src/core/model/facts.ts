/** What a decision may look at: everything that one pass read about one pull request. `now` is a fact. */
import type { CauseReading } from "./cause.ts";
import type { Config } from "./config.ts";
import type { ForkFacts } from "./fork.ts";
import type { GateFacts } from "./gate.ts";
import type { QueuedMerge } from "./merge-queue.ts";
import type {
  Artifact,
  ChangedFile,
  CheckRun,
  Comment,
  Commit,
  CommitStatus,
  FileReading,
  Job,
  LabelEvent,
  Permission,
  PullRequest,
  Push,
  ReadyEvent,
  Repository,
  Review,
  ReviewComment,
  WorkflowRun,
} from "./github.ts";
import type { Problem } from "./problem.ts";
import type { Reading } from "./reading.ts";
import type { RecoveryFacts } from "./recovery.ts";
import type { PoolFacts } from "./run-states.ts";
import type { ResultFacts } from "./results.ts";
import type { SignedFacts } from "./signed.ts";
import type { SourceFiles } from "./sources.ts";
import type { StagingCallback } from "./staging.ts";
import type { UpstreamReadings } from "./upstream.ts";

export interface ConfigFacts {
  readonly inForce: Config;
  readonly source: "default_branch" | "last_good" | "defaults";
  /** Mistakes in the default branch's file (then `inForce` is older or the defaults). */
  readonly mistakes: readonly Problem[];
  /** Mistakes in the file as this pull request would leave it; null when it does not touch the file. */
  readonly proposed: readonly Problem[] | null;
}

/** The two ends of what is judged: merge base to head while open, first parent to merge commit once merged. */
export interface Revisions {
  readonly baseSha: string;
  readonly headSha: string;
  /** Tip of the base branch at the time of reading. */
  readonly tipSha: string;
  /** Commits of the base branch that the head lacks. */
  readonly behindBy: number;
  /** First line and body of the head commit's message (for `[skip-sweep]`). */
  readonly headMessage: string;
}

export interface FileSides {
  readonly base: FileReading;
  readonly head: FileReading;
}

export interface Documents {
  readonly changelog: FileSides & { readonly tip: FileReading };
  readonly masters: readonly (FileSides & { readonly path: string })[];
  readonly runners: FileSides;
  readonly codeowners: FileReading;
  readonly checklist: FileReading;
}

/** A run of the sweep workflow that belongs to this pull request. */
export interface RunFacts {
  readonly run: WorkflowRun;
  /** Set when sweepbot started it: the plan key of the run name, checked against the app as the actor. */
  readonly planKey: string | null;
  /** False for a run that was only named by somebody: it is judged, never shown or counted as this pull request's. */
  readonly belongs: boolean;
  /** The pull request commit that was measured: the run's own head, or the one in the run name. */
  readonly sourceSha: string;
  /** Jobs of the latest attempt; read for the newest run, and for ended ones that a sign-off is judged by. */
  readonly jobs: readonly Job[] | null;
  readonly artifacts: readonly Artifact[];
}

/** What has changed between the commit a run measured and the head; read for reuse candidates only. */
export interface SourceFacts {
  readonly sha: string;
  readonly changedPaths: Reading<readonly string[]>;
  readonly masters: readonly FileReading[];
  readonly runners: FileReading;
  readonly changelog: FileReading;
}

export interface ClaimFact {
  readonly key: string;
  readonly kind: string;
  readonly state: "claimed" | "recorded";
  readonly result: string | null;
  /** When it was claimed, milliseconds since the epoch. */
  readonly at: number;
}

export interface MergeFacts {
  readonly mergeSha: string;
  /** The sweep workflow's run for the push of the merge commit; null while there is none. */
  readonly run: WorkflowRun | null;
  readonly artifacts: readonly Artifact[];
  /** Check runs on the merge commit: the record of an ingest that was sent stands there. */
  readonly checkRuns: readonly CheckRun[];
}

/** The receiving repository's run for what was handed over; a null run: there is none yet. */
export interface ReceiptFacts {
  /** Key of the claim that was handed over. */
  readonly key: string;
  readonly run: Reading<WorkflowRun | null>;
}

export interface Facts {
  readonly now: number;
  readonly app: {
    readonly id: number;
    readonly login: string;
    /** Of sweepbot itself; null where it was not told. */
    readonly version?: string | null;
  };
  readonly repository: Repository;
  readonly config: ConfigFacts;
  readonly pull: PullRequest;
  readonly revisions: Reading<Revisions>;
  readonly files: Reading<readonly ChangedFile[]>;
  readonly commits: Reading<readonly Commit[]>;
  readonly documents: Documents;
  readonly comments: readonly Comment[];
  readonly reviews: readonly Review[];
  readonly reviewComments: readonly ReviewComment[];
  readonly labelEvents: readonly LabelEvent[];
  /** How often it was a draft and is none any more, oldest first. */
  readonly readyEvents: readonly ReadyEvent[];
  /** On the head commit. */
  readonly checkRuns: readonly CheckRun[];
  readonly statuses: readonly CommitStatus[];
  /** Newest first. */
  readonly runs: readonly RunFacts[];
  /** Why jobs of the shown run failed, by job id; only the first ones are asked about. */
  readonly causes: Readonly<Record<string, CauseReading>>;
  readonly sources: Readonly<Record<string, SourceFacts>>;
  /** This pull request's claims, by key. */
  readonly claims: readonly ClaimFact[];
  readonly permissions: Readonly<Record<string, Reading<Permission>>>;
  /** `org/team` → login → member. */
  readonly teams: Readonly<Record<string, Readonly<Record<string, Reading<boolean>>>>>;
  /** Pushes to the head branch, newest first; only read where a sign-off has to be bound to a commit. */
  readonly pushes: Reading<readonly Push[]>;
  /** Who edited what may be a sign-off last, by node id: REST does not tell. */
  readonly editors: Reading<Readonly<Record<string, string | null>>>;
  /** What sign-offs on other commits and other checklists are compared with; only read where there are any. */
  readonly signed: SignedFacts;
  readonly merge: MergeFacts | null;
  /** Null while nothing of this pull request was handed over. */
  readonly receipt: ReceiptFacts | null;
  /** What the staging side told of this pull request; only read where a request of ours was acknowledged. */
  readonly stagings: readonly StagingCallback[];
  /** This repository's pull requests that are to be merged by command, this one included; empty where that is off. */
  readonly mergeQueue: readonly QueuedMerge[];
  /** What ended runs measured, and what that is compared with. */
  readonly results: ResultFacts;
  /** Texts that the checks of recipes look at; null where no recipe is touched. */
  readonly sourceFiles: SourceFiles | null;
  /** Texts of the policies that these checks are shipped with, by name. */
  readonly policies: Readonly<Record<string, string>>;
  /** For the changelog gate: what files belong to, and who else works on them. */
  readonly gate: GateFacts;
  /** What stands behind links to upstream recipes; only read where somebody may have signed off. */
  readonly upstream: UpstreamReadings;
  /** Null unless a sweep of a fork's commit is asked for. */
  readonly fork: ForkFacts | null;
  /** Null unless the publication of a merge is followed, or results are published again. */
  readonly recovery: RecoveryFacts | null;
  /** Read while a sweep runs; null at all other times, and where there is no database. */
  readonly pools: PoolFacts | null;
  /** The other open pull request of this very commit for which its checks speak; null: they speak for this one. */
  readonly checksOf: number | null;
}
