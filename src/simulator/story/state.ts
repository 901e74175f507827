import { latestAttempt } from "../render/run.ts";
import type { CheckRun, Issue, Repository, Run } from "../state/records.ts";
import { fullName, worldOf } from "../state/world.ts";

interface CommentState {
  readonly author: string;
  readonly body: string;
  /** Why it is hidden; null while it is shown. */
  readonly minimized: string | null;
  /** "login content", sorted. */
  readonly reactions: readonly string[];
}

interface IssueState {
  readonly number: number;
  readonly title: string;
  readonly state: "open" | "closed" | "merged";
  readonly draft: boolean;
  readonly labels: readonly string[];
  readonly comments: readonly CommentState[];
  readonly reviews: readonly {
    readonly author: string;
    readonly state: string;
    readonly body: string;
  }[];
}

interface CheckState {
  readonly sha: string;
  readonly app: number;
  readonly name: string;
  readonly status: string;
  readonly conclusion: string | null;
  readonly externalId: string;
  readonly title: string | null;
  readonly summary: string | null;
  readonly annotations: readonly string[];
}

interface RunState {
  readonly workflow: string;
  readonly event: string;
  readonly title: string;
  readonly headSha: string;
  readonly attempt: number;
  readonly status: string;
  readonly conclusion: string | null;
  /** "name: status conclusion", in the order they were added. */
  readonly jobs: readonly string[];
  readonly artifacts: readonly string[];
}

export interface RepositoryState {
  readonly pulls: readonly IssueState[];
  /** The newest of each context and commit: "sha context: state description (creator)", sorted. */
  readonly statuses: readonly string[];
  /** Check runs of apps, newest of each name, app and commit; those of workflow jobs are under `runs`. */
  readonly checkRuns: readonly CheckState[];
  readonly runs: readonly RunState[];
  readonly branches: Readonly<Record<string, string>>;
  readonly dispatches: readonly {
    readonly workflow: string;
    readonly ref: string;
    readonly inputs: Readonly<Record<string, string>>;
  }[];
  readonly repositoryDispatches: readonly {
    readonly eventType: string;
    readonly payload: Readonly<Record<string, unknown>>;
  }[];
}

function issueState(issue: Issue): IssueState {
  const { pull } = issue;
  return {
    number: issue.number,
    title: issue.title,
    state: typeof pull?.mergedAt === "number" ? "merged" : issue.state,
    draft: pull?.draft ?? false,
    labels: issue.labels.map((label) => label.name).toSorted(),
    comments: issue.comments.map((comment) => ({
      author: comment.author.login,
      body: comment.body,
      minimized: comment.minimized,
      reactions: comment.reactions.map((one) => `${one.author.login} ${one.content}`).toSorted(),
    })),
    reviews: (pull?.reviews ?? []).map(({ author, state, body }) => ({
      author: author.login,
      state,
      body,
    })),
  };
}

function checkState(check: CheckRun): CheckState {
  return {
    sha: check.headSha,
    app: check.appId,
    name: check.name,
    status: check.status,
    conclusion: check.conclusion,
    externalId: check.externalId,
    title: check.title,
    summary: check.summary,
    annotations: check.annotations.map(
      (one) =>
        `${one.path}:${one.start_line}-${one.end_line} ${one.annotation_level}: ${one.message}`,
    ),
  };
}

function runState(run: Run): RunState {
  const { number, status, conclusion, jobs } = latestAttempt(run);
  return {
    workflow: run.workflow.path,
    event: run.event,
    title: run.displayTitle,
    headSha: run.headSha,
    attempt: number,
    status,
    conclusion,
    jobs: jobs.map((job) => `${job.name}: ${job.status} ${job.conclusion ?? "-"}`),
    artifacts: run.artifacts.map((artifact) => artifact.name).toSorted(),
  };
}

/** The last of each key, in the order of the first. */
function newestBy<T>(items: Iterable<T>, keyOf: (item: T) => string): T[] {
  const newest = new Map<string, T>();
  for (const item of items) newest.set(keyOf(item), item);
  return [...newest.values()];
}

/** What people and other programs see of a repository, plain and without ids or times. */
export function stateOf(repository: Repository): RepositoryState {
  const world = worldOf(repository);
  const jobs = new Set(
    [...repository.runs.values()].flatMap((run) =>
      run.attempts.flatMap((attempt) => attempt.jobs.map((job) => job.id)),
    ),
  );
  const checks = [...repository.checkRuns.values()].filter((check) => !jobs.has(check.id));
  const statuses = [...repository.statuses.values()].flatMap((newestFirst) =>
    newestFirst.toReversed(),
  );
  const here = ({ repository: name }: { readonly repository: string }): boolean =>
    name === fullName(repository);
  return {
    pulls: [...repository.issues.values()].map(issueState),
    statuses: newestBy(statuses, (one) => `${one.sha} ${one.context}`)
      .map(
        (one) =>
          `${one.sha} ${one.context}: ${one.state} ${one.description ?? ""} (${one.creator.login})`,
      )
      .toSorted(),
    checkRuns: newestBy(checks, (check) => `${check.headSha} ${check.appId} ${check.name}`)
      .map(checkState)
      .toSorted((a, b) => (a.sha + a.name < b.sha + b.name ? -1 : 1)),
    runs: [...repository.runs.values()].map(runState),
    branches: Object.fromEntries(
      [...repository.refs]
        .filter(([ref]) => ref.startsWith("refs/heads/"))
        .map(([ref, sha]): [string, string] => [ref.slice("refs/heads/".length), sha])
        .toSorted(),
    ),
    dispatches: world.dispatches
      .filter(here)
      .map(({ workflow, ref, inputs }) => ({ workflow, ref, inputs })),
    repositoryDispatches: world.repositoryDispatches
      .filter(here)
      .map(({ eventType, payload }) => ({ eventType, payload })),
  };
}
