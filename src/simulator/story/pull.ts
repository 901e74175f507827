import { addComment, addLabel, removeLabel } from "../acts/issue.ts";
import { mergePull, updateBranch } from "../acts/merge.ts";
import { closeIssue, editIssue, reopenIssue, requestReview, setDraft } from "../acts/pull.ts";
import { moveRef, writeCommit } from "../acts/refs.ts";
import {
  addReviewComment,
  deleteReviewComment,
  dismissReview,
  editReview,
  editReviewComment,
  submitReview,
} from "../acts/review.ts";
import type { Change } from "../git/tree.ts";
import type { Account } from "../state/accounts.ts";
import { baseOf, testMergeOf } from "../state/pull-view.ts";
import type { Pull, Review, ReviewComment } from "../state/records.ts";
import { worldOf } from "../state/world.ts";

export type Files = Readonly<Record<string, Change>>;

export interface PushOptions {
  readonly message?: string;
  /** Who pushes; the pull request's author when absent. */
  readonly author?: string;
}

interface Made {
  readonly id: number;
}

/** A pull request, driven by the story. */
export class SimulatedPull {
  readonly #pull: Pull;

  constructor(pull: Pull) {
    this.#pull = pull;
  }

  get number(): number {
    return this.#pull.issue.number;
  }

  get headSha(): string {
    return this.#pull.headSha;
  }

  get headRef(): string {
    return this.#pull.headRef;
  }

  get state(): "open" | "closed" {
    return this.#pull.issue.state;
  }

  get merged(): boolean {
    return this.#pull.mergedAt !== null;
  }

  get draft(): boolean {
    return this.#pull.draft;
  }

  get labels(): readonly string[] {
    return this.#pull.issue.labels.map((label) => label.name);
  }

  /** What people see below the description, oldest first. */
  get comments(): readonly {
    readonly id: number;
    readonly author: string;
    readonly body: string;
  }[] {
    return this.#pull.issue.comments.map(({ id, author, body }) => ({
      id,
      author: author.login,
      body,
    }));
  }

  /** The commit that GitHub tries the merge with; null while base and head conflict. */
  get testMergeSha(): string | null {
    return testMergeOf(this.#pull).sha;
  }

  /** The record behind it, for other parts of the simulator. */
  get record(): Pull {
    return this.#pull;
  }

  #account(login: string | undefined): Account {
    const { issue } = this.#pull;
    return login === undefined ? issue.author : worldOf(issue.repository).account(login);
  }

  #move(parent: string, files: Files, options: PushOptions): string {
    const { headRepository, headRef } = this.#pull;
    if (headRepository.deleted) throw new Error("the head repository was deleted");
    const author = this.#account(options.author);
    const message = options.message ?? "Update";
    const sha = writeCommit(headRepository, author, { parent, message, files });
    moveRef(headRepository, `refs/heads/${headRef}`, sha, author);
    return sha;
  }

  /** Adds a commit to the head branch; returns its SHA. */
  push(files: Files, options: PushOptions = {}): string {
    return this.#move(this.#pull.headSha, files, options);
  }

  /** Replaces the branch by one commit on top of the present base. */
  forcePush(files: Files, options: PushOptions = {}): string {
    return this.#move(baseOf(this.#pull), files, { message: "Rewritten", ...options });
  }

  /** Merges the base branch into the head; throws when they conflict. */
  updateBranch(login?: string): string {
    const sha = updateBranch(this.#pull, this.#account(login));
    if (sha === null) throw new Error("base and head conflict");
    return sha;
  }

  label(login: string, name: string): void {
    addLabel(this.#pull.issue, name, this.#account(login));
  }

  unlabel(login: string, name: string): void {
    removeLabel(this.#pull.issue, name, this.#account(login));
  }

  comment(login: string, body: string): Made {
    return { id: addComment(this.#pull.issue, this.#account(login), body).id };
  }

  review(
    login: string,
    content: { readonly state: Review["state"]; readonly body?: string },
  ): Made {
    const { state, body = "" } = content;
    return { id: submitReview(this.#pull, this.#account(login), { state, body }).id };
  }

  editReview(login: string, id: number, body: string): void {
    editReview(this.#review(id), this.#account(login), body);
  }

  dismissReview(login: string, id: number, message = "out of date"): void {
    dismissReview(this.#review(id), this.#account(login), message);
  }

  reviewComment(
    login: string,
    content: { readonly body: string; readonly path: string; readonly line?: number },
  ): Made {
    const { body, path, line = 1 } = content;
    return { id: addReviewComment(this.#pull, this.#account(login), { body, path, line }).id };
  }

  editReviewComment(login: string, id: number, body: string): void {
    editReviewComment(this.#reviewComment(id), this.#account(login), body);
  }

  deleteReviewComment(login: string, id: number): void {
    deleteReviewComment(this.#reviewComment(id), this.#account(login));
  }

  requestReview(login: string, by?: string): void {
    requestReview(this.#pull, this.#account(by), this.#account(login));
  }

  ready(login?: string): void {
    setDraft(this.#pull, this.#account(login), false);
  }

  convertToDraft(login?: string): void {
    setDraft(this.#pull, this.#account(login), true);
  }

  close(login?: string): void {
    closeIssue(this.#pull.issue, this.#account(login));
  }

  reopen(login?: string): void {
    reopenIssue(this.#pull.issue, this.#account(login));
  }

  edit(
    change: { readonly title?: string; readonly body?: string | null; readonly base?: string },
    login?: string,
  ): void {
    editIssue(this.#pull.issue, this.#account(login), change);
  }

  /** Merges it; throws when it is closed or in conflict. Returns the new commit on the base branch. */
  merge(login: string, options: { readonly method: "merge" | "squash" | "rebase" }): string {
    if (this.state === "closed") throw new Error(`#${this.number} is closed`);
    const sha = mergePull(this.#pull, this.#account(login), options);
    if (sha === null) throw new Error(`#${this.number} conflicts with its base`);
    return sha;
  }

  /** Deletes the fork that the head lives in; the pull request stays open, its head repository null. */
  deleteHeadRepository(): void {
    const { headRepository, issue } = this.#pull;
    if (headRepository === issue.repository) throw new Error("the head is not in a fork");
    headRepository.deleted = true;
  }

  #review(id: number): Review {
    return known(
      this.#pull.reviews.find((review) => review.id === id),
      `review ${id}`,
    );
  }

  #reviewComment(id: number): ReviewComment {
    const comment = this.#pull.reviewComments.find((one) => one.id === id);
    return known(comment, `review comment ${id}`);
  }
}

function known<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`no ${name}`);
  return value;
}
