import { openPull } from "../acts/pull.ts";
import { moveRef, writeCommit } from "../acts/refs.ts";
import { entryAt } from "../git/tree.ts";
import type { Pull, Repository } from "../state/records.ts";
import { fullName, worldOf } from "../state/world.ts";
import type { Files } from "./pull.ts";

export interface CommitOptions {
  /** The default branch when absent. */
  readonly branch?: string;
  readonly author: string;
  readonly message?: string;
  /** Content by path; null takes the file away. */
  readonly files: Files;
}

/** The commit a branch points to; throws when there is no such branch. */
export function tipOf(repository: Repository, branch: string): string {
  const sha = repository.refs.get(`refs/heads/${branch}`);
  if (sha === undefined) throw new Error(`${fullName(repository)} has no branch ${branch}`);
  return sha;
}

/** The text of a file at a branch or commit; null when it is not there. */
export function readText(repository: Repository, path: string, revision: string): string | null {
  const { git, refs } = repository;
  const commit = git.commit(refs.get(`refs/heads/${revision}`) ?? revision);
  const entry = entryAt(git, commit.tree, path);
  return entry === null ? null : Buffer.from(git.blob(entry.sha)).toString("utf8");
}

/** Commits to a branch and pushes it; returns the SHA. */
export function commitTo(repository: Repository, options: CommitOptions): string {
  const { branch = repository.defaultBranch, message = "Update", files } = options;
  const author = worldOf(repository).account(options.author);
  const parent = tipOf(repository, branch);
  const sha = writeCommit(repository, author, { parent, message, files });
  moveRef(repository, `refs/heads/${branch}`, sha, author);
  return sha;
}

export interface PullOptions {
  readonly author: string;
  /** Head branch; made from the base when there is none of this name. */
  readonly branch: string;
  /** One commit that is pushed to the head branch first. */
  readonly files?: Files;
  readonly base?: string;
  readonly title: string;
  readonly body?: string | null;
  readonly labels?: readonly string[];
  readonly draft?: boolean;
  /** Whether maintainers may edit the branch of a fork; they may when nothing is said. */
  readonly maintainerCanModify?: boolean;
}

/** Opens a pull request from a branch of `head`, the repository itself or a fork of it. */
export function openPullFrom(repository: Repository, head: Repository, options: PullOptions): Pull {
  const { branch, author, files, title, base = repository.defaultBranch } = options;
  const account = worldOf(repository).account(author);
  const ref = `refs/heads/${branch}`;
  if (!head.refs.has(ref)) moveRef(head, ref, tipOf(repository, base), account);
  if (files !== undefined) commitTo(head, { branch, author, message: title, files });
  return openPull(repository, {
    author: account,
    title,
    body: options.body ?? null,
    headRepository: head,
    headRef: branch,
    baseRef: base,
    labels: options.labels ?? [],
    draft: options.draft ?? false,
    maintainerCanModify: options.maintainerCanModify ?? head !== repository,
  });
}
