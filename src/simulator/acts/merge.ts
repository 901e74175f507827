import { mergeBase } from "../git/history.ts";
import { mergeTrees } from "../git/merge.ts";
import type { CommitObject, Signature } from "../git/store.ts";
import { mailOf } from "../render/account.ts";
import type { Account } from "../state/accounts.ts";
import { baseOf, commitsOf, testMergeOf } from "../state/pull-view.ts";
import type { Pull } from "../state/records.ts";
import { worldOf } from "../state/world.ts";
import { markMerged } from "./pull.ts";
import { moveRef } from "./refs.ts";

type MergeMethod = "merge" | "squash" | "rebase";

export interface MergeWish {
  readonly method: MergeMethod;
  readonly title?: string;
  readonly message?: string;
}

/** Merges an open pull request that has no conflict; returns the new tip, or null when it conflicts. */
export function mergePull(pull: Pull, actor: Account, wish: MergeWish): string | null {
  const { repository } = pull.issue;
  const base = baseOf(pull);
  const test = testMergeOf(pull);
  if (test.sha === null) return null;
  const committer = {
    name: "GitHub",
    email: "noreply@github.com",
    seconds: Math.floor(worldOf(repository).now() / 1000),
  };
  const tree = repository.git.commit(test.sha).tree;
  const sha =
    wish.method === "rebase"
      ? rebase(pull, base, committer)
      : repository.git.writeCommit({
          tree,
          parents: wish.method === "merge" ? [base, pull.headSha] : [base],
          author: {
            ...mailOf(wish.method === "merge" ? actor : pull.issue.author),
            seconds: committer.seconds,
          },
          committer,
          message: messageOf(pull, wish),
        });
  if (sha === null) return null;
  // Marked first, or moving the branch would take it for a merge by push.
  const ref = `refs/heads/${pull.baseRef}`;
  markMerged(pull, actor, { mergeSha: sha, baseSha: base });
  moveRef(repository, ref, sha, actor);
  return sha;
}

function messageOf(pull: Pull, wish: MergeWish): string {
  const { issue } = pull;
  const merged = wish.method === "merge";
  const own = merged
    ? `Merge pull request #${issue.number} from ${pull.headOwner.login}/${pull.headRef}`
    : `${issue.title} (#${issue.number})`;
  const squashed = commitsOf(pull)
    .map((commit) => `* ${commit.message}`)
    .join("\n\n");
  const body = wish.message ?? (merged ? issue.title : squashed);
  return body === "" ? (wish.title ?? own) : `${wish.title ?? own}\n\n${body}`;
}

function rebase(pull: Pull, base: string, committer: Signature): string | null {
  const { git } = pull.issue.repository;
  let tip = base;
  for (const commit of commitsOf(pull)) {
    if (commit.parents.length !== 1) return null;
    const tree = pickedTree(pull, commit, tip);
    if (tree === null) return null;
    const { author, message } = commit;
    tip = git.writeCommit({ tree, parents: [tip], author, committer, message });
  }
  return tip;
}

function pickedTree(pull: Pull, commit: CommitObject, onto: string): string | null {
  const { git } = pull.issue.repository;
  const parent = commit.parents[0];
  const outcome = mergeTrees(git, {
    base: parent === undefined ? null : git.commit(parent).tree,
    ours: git.commit(onto).tree,
    theirs: commit.tree,
  });
  return outcome.kind === "merged" ? outcome.tree : null;
}

/** Merges the base branch into the head branch, as the "Update branch" button does; null on conflict. */
export function updateBranch(pull: Pull, actor: Account): string | null {
  const { git } = pull.issue.repository;
  const base = baseOf(pull);
  const ancestor = mergeBase(git, base, pull.headSha);
  const outcome = mergeTrees(git, {
    base: ancestor === null ? null : git.commit(ancestor).tree,
    ours: git.commit(pull.headSha).tree,
    theirs: git.commit(base).tree,
  });
  if (outcome.kind === "conflict") return null;
  const seconds = Math.floor(worldOf(pull.issue.repository).now() / 1000);
  const sha = git.writeCommit({
    tree: outcome.tree,
    parents: [pull.headSha, base],
    author: { ...mailOf(actor), seconds },
    committer: { name: "GitHub", email: "noreply@github.com", seconds },
    message: `Merge branch '${pull.baseRef}' into ${pull.headRef}`,
  });
  moveRef(pull.headRepository, `refs/heads/${pull.headRef}`, sha, actor);
  return sha;
}
