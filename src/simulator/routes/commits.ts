import { diffTrees } from "../git/diff.ts";
import { commitsBetween, logOf, mergeBase, reachable } from "../git/history.ts";
import type { CommitObject } from "../git/store.ts";
import { type Answer, ok, Refusal } from "../http/answer.ts";
import { found, linkHeader, paged, pageAsked, param, type RepositoryCall } from "../http/call.ts";
import { repositoryRoute, type Route } from "../http/route.ts";
import { renderCommit, renderDifference, renderWholeCommit } from "../render/commit.ts";
import type { Json } from "../render/json.ts";
import { renderSimplePull } from "../render/pull.ts";
import { apiUrl, pageUrl } from "../render/repository.ts";
import { commitsOf } from "../state/pull-view.ts";
import type { Pull, Repository } from "../state/records.ts";
import { commitAt, comparedCommit, findRevision } from "./revision.ts";

const MOST_COMPARED_FILES = 300;

function comparisonStatus(ahead: number, behind: number): string {
  if (ahead === 0) return behind === 0 ? "identical" : "behind";
  return behind === 0 ? "ahead" : "diverged";
}

function compare(call: RepositoryCall): Answer {
  const { repository } = call;
  const { git } = repository;
  const [base = "", head = ""] = param(call, "basehead").split("...");
  const [from, to] = [comparedCommit(repository, base), comparedCommit(repository, head)];
  const ancestor = mergeBase(git, from.sha, to.sha);
  if (ancestor === null) {
    throw new Refusal(404, `No common ancestor between ${base} and ${head}.`);
  }
  const ahead = commitsBetween(git, from.sha, to.sha).toReversed();
  const behind = commitsBetween(git, to.sha, from.sha);
  const { page, size } = pageAsked(call);
  const files = page > 1 ? [] : diffTrees(git, git.commit(ancestor).tree, to.tree);
  const url = `${apiUrl(repository)}/compare/${base}...${head}`;
  const site = `${pageUrl(repository)}/compare/${base}...${head}`;
  const body: Json = {
    url,
    html_url: site,
    permalink_url: site,
    diff_url: `${site}.diff`,
    patch_url: `${site}.patch`,
    base_commit: renderCommit(repository, from),
    merge_base_commit: renderCommit(repository, git.commit(ancestor)),
    status: comparisonStatus(ahead.length, behind.length),
    ahead_by: ahead.length,
    behind_by: behind.length,
    total_commits: ahead.length,
    commits: ahead
      .slice((page - 1) * size, page * size)
      .map((commit) => renderCommit(repository, commit)),
    files: files
      .slice(0, MOST_COMPARED_FILES)
      .map((file) => renderDifference(repository, file, to.sha)),
  };
  return { status: 200, body, headers: linkHeader(call, ahead.length) };
}

function listCommits(call: RepositoryCall): Answer {
  const { repository } = call;
  const start = commitAtOr404(repository, call.query.get("sha") ?? repository.defaultBranch);
  const since = Date.parse(call.query.get("since") ?? "") / 1000;
  const until = Date.parse(call.query.get("until") ?? "") / 1000;
  const commits = logOf(repository.git, start.sha, call.query.get("path"))
    .filter((commit) => !(commit.committer.seconds < since))
    .filter((commit) => !(commit.committer.seconds > until));
  return paged(call, commits, (commit) => renderCommit(repository, commit));
}

function commitAtOr404(repository: Repository, revision: string): CommitObject {
  return found(findRevision(repository, revision));
}

/** Pull requests with the commit, open or not; once it is on the default branch, only the merged one. */
function pullsOf(repository: Repository, sha: string): readonly Pull[] {
  const pulls = [...repository.issues.values()]
    .map((issue) => issue.pull)
    .filter((pull) => pull !== null)
    .filter(
      (pull) => pull.mergeCommitSha === sha || commitsOf(pull).some((one) => one.sha === sha),
    );
  const tip = repository.refs.get(`refs/heads/${repository.defaultBranch}`);
  const isMerged = tip !== undefined && reachable(repository.git, tip).has(sha);
  return isMerged ? pulls.filter((pull) => pull.mergedAt !== null) : pulls;
}

function branch(call: RepositoryCall): Answer {
  const { repository } = call;
  const name = param(call, "branch");
  const sha = repository.refs.get(`refs/heads/${name}`);
  if (sha === undefined) throw new Refusal(404, "Branch not found");
  const self = `${apiUrl(repository)}/branches/${name}`;
  return ok({
    name,
    commit: renderCommit(repository, repository.git.commit(sha)),
    _links: { self, html: `${pageUrl(repository)}/tree/${name}` },
    protected: false,
    protection: { enabled: false },
    protection_url: `${self}/protection`,
  });
}

function singleCommit(call: RepositoryCall): Answer {
  const commit = commitAt(call.repository, param(call, "ref"));
  if (/application\/vnd\.github(?:\.v3)?\.sha/.test(call.headers.accept ?? "")) {
    const headers = { "content-type": "application/vnd.github.sha; charset=utf-8" };
    return { status: 200, bytes: Buffer.from(commit.sha), headers };
  }
  return ok(renderWholeCommit(call.repository, commit));
}

/** Branches, commits and comparisons. */
export const commitRoutes: readonly Route[] = [
  repositoryRoute("GET /branches", "contents:read", (call) => {
    const heads = [...call.repository.refs].filter(([ref]) => ref.startsWith("refs/heads/"));
    return paged(call, heads, ([ref, sha]) => ({
      name: ref.slice("refs/heads/".length),
      commit: { sha, url: `${apiUrl(call.repository)}/commits/${sha}` },
      protected: false,
    }));
  }),
  repositoryRoute("GET /branches/{branch+}", "contents:read", branch),
  repositoryRoute("GET /compare/{basehead+}", "contents:read", compare),
  repositoryRoute("GET /commits", "contents:read", listCommits),
  repositoryRoute("GET /commits/{commit_sha}/pulls", "pull_requests:read", (call) => {
    const commit = commitAt(call.repository, param(call, "commit_sha"));
    return paged(call, pullsOf(call.repository, commit.sha), renderSimplePull);
  }),
  repositoryRoute("GET /commits/{ref}", "contents:read", singleCommit),
];
