import { commitsBetween, isAncestor } from "../git/history.ts";
import type { CommitObject } from "../git/store.ts";
import { type Change, treeWith } from "../git/tree.ts";
import { mailOf, renderAccount } from "../render/account.ts";
import { renderPushedCommit } from "../render/commit.ts";
import type { Json } from "../render/json.ts";
import { pageUrl } from "../render/repository.ts";
import type { Account } from "../state/accounts.ts";
import type { Activity } from "../state/activity.ts";
import type { Pull, Repository } from "../state/records.ts";
import { worldOf } from "../state/world.ts";
import { emit } from "./emit.ts";
import { closeIssue, markMerged, synchronize } from "./pull.ts";

const NO_COMMIT = "0".repeat(40);
/** GitHub lists no more commits than this in one push. */
const MOST_PUSHED_COMMITS = 2_048;

/** Writes a commit on top of `parent` (null: a first commit) without moving any branch. */
export function writeCommit(
  repository: Repository,
  author: Account,
  content: {
    readonly parent: string | null;
    readonly message: string;
    readonly files: Readonly<Record<string, Change>>;
  },
): string {
  const { git } = repository;
  const { parent } = content;
  const base = parent === null ? null : git.commit(parent).tree;
  const seconds = Math.floor(worldOf(repository).now() / 1000);
  const signature = { ...mailOf(author), seconds };
  return git.writeCommit({
    tree: treeWith(git, base, new Map(Object.entries(content.files))),
    parents: parent === null ? [] : [parent],
    author: signature,
    committer: signature,
    message: content.message,
  });
}

interface Move {
  readonly ref: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly forced: boolean;
}

/** Points a ref at a commit (null: deletes it), with all that follows: push, synchronize, merges, closing. */
export function moveRef(
  repository: Repository,
  ref: string,
  after: string | null,
  actor: Account,
): void {
  const before = repository.refs.get(ref) ?? null;
  if (before === after) return;
  if (after === null) repository.refs.delete(ref);
  else repository.refs.set(ref, after);
  const replaced = before !== null && after !== null;
  const move = {
    ref,
    before,
    after,
    forced: replaced && !isAncestor(repository.git, before, after),
  };
  repository.pushedAt = worldOf(repository).now();
  repository.activity.push(activityOf(repository, move, actor));
  emitMove(repository, move, actor);
  if (ref.startsWith("refs/heads/")) followPulls(repository, move, actor);
}

function followPulls(repository: Repository, move: Move, actor: Account): void {
  const { before, after, forced } = move;
  const branch = move.ref.slice("refs/heads/".length);
  for (const pull of openPullsFrom(repository, branch)) {
    if (after === null) closeIssue(pull.issue, actor);
    else if (before !== null) synchronize(pull, actor, { before, after, forced });
  }
  if (after === null || before === null) return;
  mergeContained(repository, { branch, before, after }, actor);
}

function activityOf(repository: Repository, move: Move, actor: Account): Activity {
  const world = worldOf(repository);
  const { ref } = move;
  const [before, after] = [move.before ?? NO_COMMIT, move.after ?? NO_COMMIT];
  return { id: world.nextId(), ref, before, after, at: world.now(), kind: kindOf(move), actor };
}

function kindOf(move: Move): Activity["kind"] {
  if (move.before === null) return "branch_creation";
  if (move.after === null) return "branch_deletion";
  return move.forced ? "force_push" : "push";
}

function emitMove(repository: Repository, move: Move, actor: Account): void {
  const isTag = move.ref.startsWith("refs/tags/");
  const named = {
    ref: move.ref.replace(/^refs\/(?:heads|tags)\//, ""),
    ref_type: isTag ? "tag" : "branch",
    pusher_type: "user",
  };
  if (move.before === null) {
    const master = { master_branch: repository.defaultBranch, description: null };
    emit(repository, "create", actor, { ...named, ...master });
  }
  if (move.after === null) emit(repository, "delete", actor, named);
  emitPush(repository, move, actor);
}

function emitPush(repository: Repository, move: Move, actor: Account): void {
  const before = move.before ?? NO_COMMIT;
  const after = move.after ?? NO_COMMIT;
  const commits = pushedCommits(repository, move).map((one) => renderPushedCommit(repository, one));
  emit(repository, "push", actor, {
    ref: move.ref,
    before,
    after,
    created: move.before === null,
    deleted: move.after === null,
    forced: move.forced,
    base_ref: null,
    compare: `${pageUrl(repository)}/compare/${before.slice(0, 12)}...${after.slice(0, 12)}`,
    commits: commits.slice(0, MOST_PUSHED_COMMITS),
    head_commit: headCommit(repository, move.after),
    repository: pushedRepository(repository),
    pusher: { name: actor.login, email: mailOf(actor).email },
  });
}

/** What `push` alone tells of the repository; its times are seconds, as nowhere else. */
function pushedRepository(repository: Repository): Json {
  const { owner, defaultBranch } = repository;
  const account = renderAccount(worldOf(repository), owner);
  return {
    owner: { ...account, name: owner.login, email: null },
    created_at: Math.floor(repository.createdAt / 1000),
    pushed_at: Math.floor(repository.pushedAt / 1000),
    stargazers: 0,
    master_branch: defaultBranch,
  };
}

function headCommit(repository: Repository, sha: string | null): Json | null {
  return sha === null ? null : renderPushedCommit(repository, repository.git.commit(sha));
}

/** Commits that the push brought, oldest first; a new branch brings what the default branch lacks. */
function pushedCommits(repository: Repository, move: Move): readonly CommitObject[] {
  if (move.after === null) return [];
  const since = move.before ?? defaultTip(repository);
  return commitsBetween(repository.git, since, move.after).toReversed();
}

function defaultTip(repository: Repository): string | null {
  return repository.refs.get(`refs/heads/${repository.defaultBranch}`) ?? null;
}

function openPulls(repository: Repository): readonly Pull[] {
  return [...repository.issues.values()]
    .map((issue) => issue.pull)
    .filter((pull) => pull !== null)
    .filter((pull) => pull.issue.state === "open");
}

function openPullsFrom(repository: Repository, branch: string): readonly Pull[] {
  return [...worldOf(repository).repositories.values()]
    .flatMap(openPulls)
    .filter((pull) => pull.headRepository === repository && pull.headRef === branch);
}

/** GitHub counts a pull request as merged when its commits arrive on the base branch by other ways. */
function mergeContained(
  repository: Repository,
  move: { readonly branch: string; readonly before: string; readonly after: string },
  actor: Account,
): void {
  const { git } = repository;
  for (const pull of openPulls(repository)) {
    if (pull.baseRef !== move.branch || isAncestor(git, pull.headSha, move.before)) continue;
    if (!isAncestor(git, pull.headSha, move.after)) continue;
    markMerged(pull, actor, { mergeSha: move.after, baseSha: move.before });
  }
}
