import { countLines, diffTrees, type FileDifference, patchOf } from "../git/diff.ts";
import type { CommitObject, Signature } from "../git/store.ts";
import type { Account } from "../state/accounts.ts";
import type { Repository } from "../state/records.ts";
import { worldOf } from "../state/world.ts";
import { mailOf, renderUser } from "./account.ts";
import { iso, type Json, nodeId } from "./json.ts";
import { apiUrl, pageUrl } from "./repository.ts";

const unverified = {
  verified: false,
  reason: "unsigned",
  signature: null,
  payload: null,
  verified_at: null,
};

function renderSignature(signature: Signature): Json {
  return { name: signature.name, email: signature.email, date: iso(signature.seconds * 1000) };
}

/** The account that GitHub connects with a commit signature; null when the mail address is nobody's. */
function accountOf(repository: Repository, signature: Signature): Account | null {
  const account = worldOf(repository).accounts.get(
    (signature.name === "GitHub" ? "web-flow" : signature.name).toLowerCase(),
  );
  return account !== undefined && mailOf(account).email === signature.email ? account : null;
}

function renderParents(repository: Repository, commit: CommitObject, below: string): Json[] {
  return commit.parents.map((sha) => ({
    sha,
    url: `${apiUrl(repository)}/${below}/${sha}`,
    html_url: `${pageUrl(repository)}/commit/${sha}`,
  }));
}

/** "git-commit", the plain object of the Git database. */
export function renderGitCommit(repository: Repository, commit: CommitObject): Json {
  const api = apiUrl(repository);
  return {
    sha: commit.sha,
    node_id: nodeId("C", commit.sha),
    url: `${api}/git/commits/${commit.sha}`,
    html_url: `${pageUrl(repository)}/commit/${commit.sha}`,
    author: renderSignature(commit.author),
    committer: renderSignature(commit.committer),
    tree: { sha: commit.tree, url: `${api}/git/trees/${commit.tree}` },
    message: commit.message,
    parents: renderParents(repository, commit, "git/commits"),
    verification: unverified,
  };
}

/** "commit" as lists give it, without files. */
export function renderCommit(repository: Repository, commit: CommitObject): Json {
  const api = apiUrl(repository);
  const world = worldOf(repository);
  const { sha } = commit;
  return {
    sha,
    node_id: nodeId("C", sha),
    commit: {
      author: renderSignature(commit.author),
      committer: renderSignature(commit.committer),
      message: commit.message,
      tree: { sha: commit.tree, url: `${api}/git/trees/${commit.tree}` },
      url: `${api}/git/commits/${sha}`,
      comment_count: 0,
      verification: unverified,
    },
    url: `${api}/commits/${sha}`,
    html_url: `${pageUrl(repository)}/commit/${sha}`,
    comments_url: `${api}/commits/${sha}/comments`,
    author: renderUser(world, accountOf(repository, commit.author)),
    committer: renderUser(world, accountOf(repository, commit.committer)),
    parents: renderParents(repository, commit, "commits"),
  };
}

/** "commit" as a single read gives it, with its files and counts. */
export function renderWholeCommit(repository: Repository, commit: CommitObject): Json {
  const { git } = repository;
  const parent = commit.parents[0];
  const from = parent === undefined ? null : git.commit(parent).tree;
  const files = diffTrees(git, from, commit.tree);
  const counts = files.map((file) => countLines(git, file));
  const additions = counts.reduce((sum, count) => sum + count.additions, 0);
  const deletions = counts.reduce((sum, count) => sum + count.deletions, 0);
  return {
    ...renderCommit(repository, commit),
    stats: { total: additions + deletions, additions, deletions },
    files: files.slice(0, 300).map((file) => renderDifference(repository, file, commit.sha)),
  };
}

/** "diff-entry" at a revision. */
export function renderDifference(
  repository: Repository,
  difference: FileDifference,
  revision: string,
): Json {
  const { git } = repository;
  const { additions, deletions } = countLines(git, difference);
  const path = difference.path.split("/").map(encodeURIComponent).join("/");
  const patch = patchOf(git, difference);
  return {
    sha: (difference.after ?? difference.before)?.sha ?? null,
    filename: difference.path,
    status: difference.status,
    additions,
    deletions,
    changes: additions + deletions,
    blob_url: `${pageUrl(repository)}/blob/${revision}/${path}`,
    raw_url: `${pageUrl(repository)}/raw/${revision}/${path}`,
    contents_url: `${apiUrl(repository)}/contents/${path}?ref=${revision}`,
    ...(patch === "" || patch.length > 100_000 ? {} : { patch }),
    ...(difference.previousPath === null ? {} : { previous_filename: difference.previousPath }),
  };
}

/** A commit as `push` and `workflow_run` carry it. */
export function renderPushedCommit(repository: Repository, commit: CommitObject): Json {
  const { git } = repository;
  const parent = commit.parents[0];
  const files = diffTrees(git, parent === undefined ? null : git.commit(parent).tree, commit.tree);
  const paths = (status: string): string[] =>
    files.filter((file) => file.status === status).map((file) => file.path);
  const renamed = files.filter((file) => file.status === "renamed");
  const person = (signature: Signature): Json => ({
    name: signature.name,
    email: signature.email,
    username: accountOf(repository, signature)?.login ?? null,
  });
  return {
    id: commit.sha,
    tree_id: commit.tree,
    distinct: true,
    message: commit.message,
    timestamp: iso(commit.committer.seconds * 1000),
    url: `${pageUrl(repository)}/commit/${commit.sha}`,
    author: person(commit.author),
    committer: person(commit.committer),
    added: [...paths("added"), ...renamed.map((file) => file.path)],
    removed: [...paths("removed"), ...renamed.map((file) => file.previousPath ?? "")],
    modified: paths("modified"),
  };
}
