import { addForeignCheck, emitCheckRun, setStatus } from "../acts/check.ts";
import { addComment, deleteComment, editComment, openIssue, react } from "../acts/issue.ts";
import { moveRef } from "../acts/refs.ts";
import { makeRepository, moveRepository, setInstalled } from "../acts/repository.ts";
import type { WorkflowContent } from "../acts/workflow-file.ts";
import { addWorkflow } from "../acts/workflow.ts";
import type { Account, Permission } from "../state/accounts.ts";
import type { Status } from "../state/checks.ts";
import type { Comment, Issue, Repository } from "../state/records.ts";
import { fullName, worldOf } from "../state/world.ts";
import {
  type CommitOptions,
  commitTo,
  openPullFrom,
  type PullOptions,
  readText,
  tipOf,
} from "./branches.ts";
import { SimulatedPull } from "./pull.ts";
import { SimulatedRun } from "./run.ts";
import { type RepositoryState, stateOf } from "./state.ts";
import { dispatchByHand, type RunOptions, startWorkflow } from "./workflows.ts";

/** A repository, driven by the story. Whoever acts is named by login; the owner acts where none is. */
export class SimulatedRepository {
  /** The record behind it, for other parts of the simulator. */
  readonly record: Repository;

  constructor(record: Repository) {
    this.record = record;
  }

  get id(): number {
    return this.record.id;
  }

  get owner(): string {
    return this.record.owner.login;
  }

  get name(): string {
    return this.record.name;
  }

  get fullName(): string {
    return fullName(this.record);
  }

  #account(login: string | undefined): Account {
    return login === undefined ? this.record.owner : worldOf(this.record).account(login);
  }

  setPermission(login: string, permission: Permission): void {
    this.record.permissions.set(this.#account(login).login.toLowerCase(), permission);
  }

  /** The commit a branch points to; throws when there is no such branch. */
  tip(branch: string = this.record.defaultBranch): string {
    return tipOf(this.record, branch);
  }

  /** The text of a file at a branch or commit; null when it is not there. */
  read(path: string, revision: string = this.record.defaultBranch): string | null {
    return readText(this.record, path, revision);
  }

  /** Commits to a branch and pushes it; returns the SHA. */
  commit(options: CommitOptions): string {
    return commitTo(this.record, options);
  }

  /** Makes a branch from another branch or a commit. */
  createBranch(name: string, from: string = this.record.defaultBranch, login?: string): void {
    const sha = this.record.refs.get(`refs/heads/${from}`) ?? this.record.git.commit(from).sha;
    moveRef(this.record, `refs/heads/${name}`, sha, this.#account(login));
  }

  /** Points a branch at a commit, whatever was there. */
  resetBranch(name: string, sha: string, login?: string): void {
    moveRef(this.record, `refs/heads/${name}`, sha, this.#account(login));
  }

  deleteBranch(name: string, login?: string): void {
    moveRef(this.record, `refs/heads/${name}`, null, this.#account(login));
  }

  /** A fork in a person's account, with all branches; the app is not installed there. */
  fork(login: string, name: string = this.record.name): SimulatedRepository {
    const { defaultBranch, private: isPrivate } = this.record;
    const draft = {
      name,
      defaultBranch,
      private: isPrivate,
      installed: false,
      parent: this.record,
    };
    const owner = this.#account(login);
    return new SimulatedRepository(makeRepository(worldOf(this.record), { ...draft, owner }));
  }

  openPull(
    options: PullOptions & { readonly headRepository?: SimulatedRepository },
  ): SimulatedPull {
    const head = options.headRepository?.record ?? this.record;
    return new SimulatedPull(openPullFrom(this.record, head, options));
  }

  pull(number: number): SimulatedPull {
    return new SimulatedPull(known(this.#issue(number).pull, `pull request ${number}`));
  }

  /** An issue that is no pull request; returns its number. */
  openIssue(options: {
    readonly author: string;
    readonly title: string;
    readonly body?: string;
  }): number {
    const { author, title, body = null } = options;
    return openIssue(this.record, this.#account(author), { title, body }).number;
  }

  /** Comments on an issue or pull request by number. */
  comment(login: string, number: number, body: string): { readonly id: number } {
    return { id: addComment(this.#issue(number), this.#account(login), body).id };
  }

  editComment(login: string, id: number, body: string): void {
    editComment(this.#comment(id), this.#account(login), body);
  }

  deleteComment(login: string, id: number): void {
    deleteComment(this.#comment(id), this.#account(login));
  }

  react(login: string, id: number, content: string): void {
    react(this.#comment(id), this.#account(login), content);
  }

  /** Makes a workflow known to Actions; without content, from its file on the default branch. */
  addWorkflow(path: string, content?: WorkflowContent): void {
    addWorkflow(this.record, path, content);
  }

  /** Starts a run by an event; throws for a pull_request event while the pull request conflicts. */
  startRun(options: RunOptions): SimulatedRun {
    return new SimulatedRun(startWorkflow(this.record, options));
  }

  /** Starts a workflow with the "Run workflow" button. */
  dispatch(
    login: string,
    wish: {
      readonly workflow: string;
      readonly ref?: string;
      readonly inputs?: Readonly<Record<string, string>>;
    },
  ): SimulatedRun {
    return new SimulatedRun(dispatchByHand(this.record, login, wish));
  }

  /** The run that a push to the default branch started. */
  pushRun(workflow: string, sha: string = this.tip()): SimulatedRun {
    return this.startRun({ event: "push", workflow, sha });
  }

  run(id: number): SimulatedRun {
    return new SimulatedRun(known(this.record.runs.get(id), `run ${id}`));
  }

  /** All runs, oldest first. */
  runs(): readonly SimulatedRun[] {
    return [...this.record.runs.values()].map((run) => new SimulatedRun(run));
  }

  /** A commit status by somebody else. */
  setStatus(
    login: string,
    sha: string,
    status: {
      readonly context: string;
      readonly state: Status["state"];
      readonly description?: string;
    },
  ): void {
    const { context, state, description = null } = status;
    setStatus(this.record, this.#account(login), {
      sha,
      context,
      state,
      description,
      targetUrl: null,
    });
  }

  /** A completed check run of another app. */
  addCheckRun(
    appId: number,
    check: { readonly sha: string; readonly name: string; readonly conclusion: string },
  ): void {
    addForeignCheck(this.record, appId, check);
  }

  /** The "Re-run" link of one of the app's own check runs; throws when there is no such check. */
  rerequestCheck(login: string, sha: string, name: string): void {
    const { app } = worldOf(this.record);
    const check = [...this.record.checkRuns.values()]
      .filter((one) => one.headSha === sha && one.name === name && one.appId === app.id)
      .at(-1);
    emitCheckRun(known(check, `check run ${name}`), "rerequested", this.#account(login));
  }

  /** Gives it another name; the old address redirects from then on. */
  rename(name: string, login?: string): void {
    moveRepository(this.record, this.#account(login), { name });
  }

  /** Gives it to another account; the old address redirects from then on. */
  transfer(owner: string, login?: string): void {
    const world = worldOf(this.record);
    moveRepository(this.record, this.#account(login), { owner: world.organization(owner) });
  }

  /** Gives the app access, or takes it away. */
  setInstalled(installed: boolean, login?: string): void {
    setInstalled(this.record, this.#account(login), installed);
  }

  /** What GET codeowners/errors answers. */
  setCodeownersErrors(errors: readonly Readonly<Record<string, unknown>>[]): void {
    this.record.codeownersErrors.splice(0, this.record.codeownersErrors.length, ...errors);
  }

  /** What people and other programs see, plain and without ids or times: equal states compare equal. */
  state(): RepositoryState {
    return stateOf(this.record);
  }

  #issue(number: number): Issue {
    return known(this.record.issues.get(number), `issue ${number}`);
  }

  #comment(id: number): Comment {
    return known(this.record.comments.get(id), `comment ${id}`);
  }
}

function known<T>(value: T | null | undefined, name: string): T {
  if (value === null || value === undefined) throw new Error(`no ${name}`);
  return value;
}
