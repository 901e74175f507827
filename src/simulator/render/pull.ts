import { countLines } from "../git/diff.ts";
import type { Account } from "../state/accounts.ts";
import { commitsOf, differencesOf, type Mergeability } from "../state/pull-view.ts";
import type { Pull, Repository } from "../state/records.ts";
import { worldOf } from "../state/world.ts";
import { renderAccount, renderUser } from "./account.ts";
import { association, issuePage, renderLabel } from "./issue.ts";
import { iso, isoOrNull, type Json, nodeId } from "./json.ts";
import { apiUrl, renderRepository } from "./repository.ts";

/** "pull-request-minimal", as check runs and workflow runs name pull requests. */
export function renderMinimalPull(pull: Pull): Json {
  const end = (ref: string, sha: string, repository: Repository): Json => ({
    ref,
    sha,
    repo: { id: repository.id, url: apiUrl(repository), name: repository.name },
  });
  const { repository, number } = pull.issue;
  return {
    url: `${apiUrl(repository)}/pulls/${number}`,
    id: pull.id,
    number,
    head: end(pull.headRef, pull.headSha, pull.headRepository),
    base: end(pull.baseRef, pull.baseSha, repository),
  };
}

/** Open pull requests of the repository itself whose head is this commit now. */
export function pullsWithHead(repository: Repository, sha: string): readonly Pull[] {
  return [...repository.issues.values()]
    .map((issue) => issue.pull)
    .filter((pull) => pull !== null)
    .filter((pull) => pull.headSha === sha && pull.issue.state === "open")
    .filter((pull) => pull.headRepository === repository);
}

function renderEnd(
  world: ReturnType<typeof worldOf>,
  end: {
    readonly owner: Account;
    readonly ref: string;
    readonly sha: string;
    readonly repository: Repository;
  },
): Json {
  return {
    label: `${end.owner.login}:${end.ref}`,
    ref: end.ref,
    sha: end.sha,
    user: renderUser(world, end.owner),
    repo: end.repository.deleted ? null : renderRepository(end.repository),
  };
}

function renderLinks(pull: Pull): Json {
  const { repository, number } = pull.issue;
  const api = apiUrl(repository);
  const url = `${api}/pulls/${number}`;
  return {
    self: { href: url },
    html: { href: issuePage(pull.issue) },
    issue: { href: `${api}/issues/${number}` },
    comments: { href: `${api}/issues/${number}/comments` },
    review_comments: { href: `${url}/comments` },
    review_comment: { href: `${api}/pulls/comments{/number}` },
    commits: { href: `${url}/commits` },
    statuses: { href: `${api}/statuses/${pull.headSha}` },
  };
}

function renderAddresses(pull: Pull): Json {
  const { repository, number } = pull.issue;
  const api = apiUrl(repository);
  const url = `${api}/pulls/${number}`;
  const page = issuePage(pull.issue);
  return {
    url,
    html_url: page,
    diff_url: `${page}.diff`,
    patch_url: `${page}.patch`,
    issue_url: `${api}/issues/${number}`,
    commits_url: `${url}/commits`,
    review_comments_url: `${url}/comments`,
    review_comment_url: `${api}/pulls/comments{/number}`,
    comments_url: `${api}/issues/${number}/comments`,
    statuses_url: `${api}/statuses/${pull.headSha}`,
    _links: renderLinks(pull),
  };
}

/** "pull-request-simple", as lists give it. */
export function renderSimplePull(pull: Pull): Json {
  const { issue } = pull;
  const { repository } = issue;
  const world = worldOf(repository);
  return {
    ...renderAddresses(pull),
    id: pull.id,
    node_id: nodeId("PR", pull.id),
    number: issue.number,
    state: issue.state,
    locked: false,
    title: issue.title,
    user: renderUser(world, issue.author),
    body: issue.body,
    created_at: iso(issue.createdAt),
    updated_at: iso(issue.updatedAt),
    closed_at: isoOrNull(issue.closedAt),
    merged_at: isoOrNull(pull.mergedAt),
    merge_commit_sha: pull.mergeCommitSha ?? pull.testMerge?.sha ?? null,
    assignee: null,
    assignees: [],
    requested_reviewers: pull.requestedReviewers.map((account) => renderAccount(world, account)),
    requested_teams: [],
    labels: issue.labels.map((label) => renderLabel(repository, label)),
    milestone: null,
    draft: pull.draft,
    head: renderEnd(world, {
      owner: pull.headOwner,
      ref: pull.headRef,
      sha: pull.headSha,
      repository: pull.headRepository,
    }),
    base: renderEnd(world, {
      owner: repository.owner,
      ref: pull.baseRef,
      sha: pull.baseSha,
      repository,
    }),
    author_association: association(repository, issue.author),
    auto_merge: null,
    active_lock_reason: null,
  };
}

/** "pull-request", as a single read and webhooks give it. */
export function renderPull(pull: Pull, merge: Mergeability): Json {
  const { issue } = pull;
  const { git } = issue.repository;
  const counts = differencesOf(pull).map((difference) => countLines(git, difference));
  return {
    ...renderSimplePull(pull),
    merge_commit_sha: merge.mergeCommitSha,
    merged: pull.mergedAt !== null,
    mergeable: merge.mergeable,
    rebaseable: merge.mergeable,
    mergeable_state: merge.state,
    merged_by: renderUser(worldOf(issue.repository), pull.mergedBy),
    comments: issue.comments.length,
    review_comments: pull.reviewComments.length,
    maintainer_can_modify: pull.maintainerCanModify,
    commits: commitsOf(pull).length,
    additions: counts.reduce((sum, count) => sum + count.additions, 0),
    deletions: counts.reduce((sum, count) => sum + count.deletions, 0),
    changed_files: counts.length,
  };
}

/** "pull-request" as a webhook carries it: GitHub has not looked at mergeability again by then. */
export function renderPullEvent(pull: Pull): Json {
  const merged = pull.mergedAt !== null;
  return renderPull(pull, {
    mergeable: null,
    state: "unknown",
    mergeCommitSha: merged ? pull.mergeCommitSha : (pull.testMerge?.sha ?? null),
  });
}
