import { dispatchWorkflow } from "../acts/dispatch.ts";
import { startRun } from "../acts/run.ts";
import type { Account } from "../state/accounts.ts";
import { testMergeOf } from "../state/pull-view.ts";
import type { Repository, Run, Workflow } from "../state/records.ts";
import { worldOf } from "../state/world.ts";
import type { SimulatedPull } from "./pull.ts";

export interface RunOptions {
  readonly event: string;
  /** Workflow file as it was added. */
  readonly workflow: string;
  /** The pull request that triggers it, for pull_request events. */
  readonly pull?: SimulatedPull;
  /** Branch whose tip it runs on; the default branch when neither it nor a pull request is given. */
  readonly branch?: string;
  /** A commit other than the tip of the branch. */
  readonly sha?: string;
  readonly actor?: string;
  readonly displayTitle?: string;
}

function workflowOf(repository: Repository, path: string): Workflow {
  const workflow =
    repository.workflows.get(path) ?? repository.workflows.get(`.github/workflows/${path}`);
  if (workflow === undefined) throw new Error(`no workflow ${path}`);
  return workflow;
}

function subjectOf(
  repository: Repository,
  options: RunOptions,
): Pick<Run, "headSha" | "headBranch" | "headRepository"> & {
  readonly title: string;
  readonly actor: Account;
} {
  const { pull, branch = repository.defaultBranch } = options;
  if (pull !== undefined) {
    const { issue, headSha, headRef, headRepository } = pull.record;
    if (options.event === "pull_request" && testMergeOf(pull.record).sha === null) {
      throw new Error(
        `GitHub starts no pull_request run while #${pull.number} conflicts with its base`,
      );
    }
    return {
      headSha,
      headBranch: headRef,
      headRepository,
      title: issue.title,
      actor: issue.author,
    };
  }
  const headSha = options.sha ?? repository.refs.get(`refs/heads/${branch}`);
  if (headSha === undefined) throw new Error(`no branch ${branch}`);
  const title = repository.git.commit(headSha).message.split("\n")[0] ?? "";
  return {
    headSha,
    headBranch: branch,
    headRepository: repository,
    title,
    actor: repository.owner,
  };
}

/** Starts a run of a workflow by an event other than a dispatch; it waits, without jobs. */
export function startWorkflow(repository: Repository, options: RunOptions): Run {
  const workflow = workflowOf(repository, options.workflow);
  const { title, actor, ...subject } = subjectOf(repository, options);
  return startRun(workflow, {
    ...subject,
    event: options.event,
    displayTitle: options.displayTitle ?? workflow.runName?.({}) ?? title,
    actor: options.actor === undefined ? actor : worldOf(repository).account(options.actor),
    inputs: {},
  });
}

/** Starts a workflow as a person does with the "Run workflow" button. */
export function dispatchByHand(
  repository: Repository,
  login: string,
  wish: {
    readonly workflow: string;
    readonly ref?: string;
    readonly inputs?: Readonly<Record<string, string>>;
  },
): Run {
  return dispatchWorkflow(
    workflowOf(repository, wish.workflow),
    worldOf(repository).account(login),
    {
      ref: wish.ref ?? repository.defaultBranch,
      inputs: wish.inputs ?? {},
    },
  );
}
