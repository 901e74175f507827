import { z } from "zod";
import { mergePull, updateBranch } from "../acts/merge.ts";
import { closeIssue, editIssue, openPull, reopenIssue } from "../acts/pull.ts";
import { type Answer, created, invalid, ok, Refusal } from "../http/answer.ts";
import { isAncestor } from "../git/history.ts";
import { found, numberParam, paged, readBody, type RepositoryCall } from "../http/call.ts";
import { repositoryRoute, type Route } from "../http/route.ts";
import { renderCommit, renderDifference } from "../render/commit.ts";
import { renderPull, renderSimplePull } from "../render/pull.ts";
import { renderReviewComment } from "../render/review.ts";
import {
  commitsOf,
  differencesOf,
  isBehind,
  missingChecks,
  readMergeability,
  testMergeOf,
} from "../state/pull-view.ts";
import type { Pull, Repository } from "../state/records.ts";

const MOST_FILES = 3_000;
const MOST_COMMITS = 250;

const draft = z.object({
  title: z.string().min(1),
  head: z.string().min(1),
  base: z.string().min(1),
  body: z.string().nullish(),
  draft: z.boolean().optional(),
  maintainer_can_modify: z.boolean().optional(),
});
const edit = z.object({
  title: z.string().optional(),
  body: z.string().nullable().optional(),
  state: z.enum(["open", "closed"]).optional(),
  base: z.string().optional(),
  maintainer_can_modify: z.boolean().optional(),
});
const mergeWish = z.object({
  commit_title: z.string().optional(),
  commit_message: z.string().optional(),
  sha: z.string().optional(),
  merge_method: z.enum(["merge", "squash", "rebase"]).optional(),
});
const updateWish = z.object({ expected_head_sha: z.string().optional() });

/** The pull request that a route names, or 404. */
function pullAt(call: RepositoryCall): Pull {
  return found(call.repository.issues.get(numberParam(call, "pull_number"))?.pull);
}

function allPulls(repository: Repository): readonly Pull[] {
  return [...repository.issues.values()].map((issue) => issue.pull).filter((pull) => pull !== null);
}

function listPulls(call: RepositoryCall): Answer {
  const { query } = call;
  const state = query.get("state") ?? "open";
  const [head, base] = [query.get("head"), query.get("base")];
  const pulls = allPulls(call.repository)
    .filter((pull) => state === "all" || pull.issue.state === state)
    .filter((pull) => base === null || pull.baseRef === base)
    .filter((pull) => head === null || `${pull.headOwner.login}:${pull.headRef}` === head);
  const by = query.get("sort") ?? "created";
  const key = (pull: Pull): number =>
    by === "updated" ? pull.issue.updatedAt : pull.issue.createdAt;
  const sorted = pulls.toSorted((a, b) => key(a) - key(b) || a.issue.number - b.issue.number);
  const direction = query.get("direction") ?? (by === "created" ? "desc" : "asc");
  return paged(call, direction === "desc" ? sorted.toReversed() : sorted, renderSimplePull);
}

/** The head of a new pull request: a branch of this repository, or `owner:branch` of a fork. */
function headOf(call: RepositoryCall, head: string): { repository: Repository; ref: string } {
  const [branch = "", owner = call.repository.owner.login] = head.split(":", 2).toReversed();
  const { repository } = call;
  const repositories = [...call.world.repositories.values()];
  const home =
    owner === repository.owner.login
      ? repository
      : repositories.find((one) => one.owner.login === owner && one.parent === repository);
  if (home?.refs.has(`refs/heads/${branch}`) !== true) throw refusedField("head");
  return { repository: home, ref: branch };
}

function refusedField(field: string): Refusal {
  const errors = [{ resource: "PullRequest", field, code: "invalid" }];
  return new Refusal(422, "Validation Failed", { extra: { errors } });
}

function open(call: RepositoryCall): Answer {
  const wish = readBody(call, draft);
  const { repository } = call;
  const head = headOf(call, wish.head);
  const baseSha = repository.refs.get(`refs/heads/${wish.base}`);
  if (baseSha === undefined) throw refusedField("base");
  const standing = allPulls(repository).find(
    (pull) =>
      pull.issue.state === "open" &&
      pull.headRepository === head.repository &&
      pull.headRef === head.ref &&
      pull.baseRef === wish.base,
  );
  const label = `${head.repository.owner.login}:${head.ref}`;
  if (standing !== undefined) {
    throw invalid("PullRequest", "head", `A pull request already exists for ${label}.`);
  }
  const headSha = head.repository.refs.get(`refs/heads/${head.ref}`) ?? "";
  if (isAncestor(head.repository.git, headSha, baseSha)) {
    throw invalid("PullRequest", "head", `No commits between ${wish.base} and ${head.ref}`);
  }
  const { title, body = null } = wish;
  const pull = openPull(repository, {
    author: call.actor.account,
    ...{ title, body, labels: [], baseRef: wish.base },
    headRepository: head.repository,
    headRef: head.ref,
    draft: wish.draft ?? false,
    maintainerCanModify: wish.maintainer_can_modify ?? true,
  });
  return created(renderPull(pull, readMergeability(pull)));
}

function editPull(call: RepositoryCall): Answer {
  const pull = pullAt(call);
  const wish = readBody(call, edit);
  const { account } = call.actor;
  if (wish.base !== undefined && !call.repository.refs.has(`refs/heads/${wish.base}`)) {
    const errors = [{ resource: "PullRequest", field: "base", code: "invalid" }];
    throw new Refusal(422, "Validation Failed", { extra: { errors } });
  }
  const { title, body, base } = wish;
  editIssue(pull.issue, account, {
    ...(title === undefined ? {} : { title }),
    ...(body === undefined ? {} : { body }),
    ...(base === undefined ? {} : { base }),
  });
  if (wish.state === "closed") closeIssue(pull.issue, account);
  if (wish.state === "open") {
    if (pull.mergedAt !== null) throw new Refusal(422, "Validation Failed");
    reopenIssue(pull.issue, account);
  }
  return ok(renderPull(pull, readMergeability(pull)));
}

function refuseUnmergeable(pull: Pull, sha: string | undefined): void {
  if (pull.issue.state === "closed") throw new Refusal(405, "Pull Request is not mergeable");
  if (pull.draft) throw new Refusal(405, "Pull Request is still a draft");
  if (sha !== undefined && sha !== pull.headSha) {
    throw new Refusal(409, "Head branch was modified. Review and try the merge again.");
  }
  if (testMergeOf(pull).sha === null) throw new Refusal(405, "Pull Request is not mergeable");
  refuseByRules(pull);
}

function refuseByRules(pull: Pull): void {
  const missing = missingChecks(pull);
  const [first] = missing;
  if (first !== undefined) {
    const words =
      missing.length === 1
        ? `Required status check "${first.name}" is ${first.word}.`
        : `${missing.length} of ${missing.length} required status checks are expected.`;
    throw new Refusal(405, words);
  }
  if (isBehind(pull))
    throw new Refusal(405, "Head branch is out of date. Update it and try again.");
}

function merge(call: RepositoryCall): Answer {
  const pull = pullAt(call);
  const wish = readBody(call, mergeWish);
  refuseUnmergeable(pull, wish.sha);
  const sha = mergePull(pull, call.actor.account, {
    method: wish.merge_method ?? "merge",
    ...(wish.commit_title === undefined ? {} : { title: wish.commit_title }),
    ...(wish.commit_message === undefined ? {} : { message: wish.commit_message }),
  });
  if (sha === null) throw new Refusal(405, "Rebase merges are not possible on this pull request");
  return ok({ sha, merged: true, message: "Pull Request successfully merged" });
}

function update(call: RepositoryCall): Answer {
  const pull = pullAt(call);
  const wish = readBody(call, updateWish);
  if (wish.expected_head_sha !== undefined && wish.expected_head_sha !== pull.headSha) {
    throw new Refusal(422, `expected head sha didn't match current head ref.`);
  }
  if (updateBranch(pull, call.actor.account) === null) {
    throw new Refusal(422, "merge conflict between base and head");
  }
  const url = `https://github.com/${call.repository.owner.login}/${call.repository.name}/pull/${pull.issue.number}`;
  return { status: 202, body: { message: "Updating pull request branch.", url } };
}

/** Pull requests, their files, commits and review comments. */
export const pullRoutes: readonly Route[] = [
  repositoryRoute("GET /pulls", "pull_requests:read", listPulls),
  repositoryRoute("POST /pulls", "pull_requests:write", open),
  repositoryRoute("GET /pulls/comments/{comment_id}", "pull_requests:read", (call) => {
    const id = numberParam(call, "comment_id");
    const comments = allPulls(call.repository).flatMap((pull) => pull.reviewComments);
    return ok(renderReviewComment(found(comments.find((comment) => comment.id === id))));
  }),
  repositoryRoute("GET /pulls/{pull_number}", "pull_requests:read", (call) => {
    const pull = pullAt(call);
    return ok(renderPull(pull, readMergeability(pull)));
  }),
  repositoryRoute("PATCH /pulls/{pull_number}", "pull_requests:write", editPull),
  repositoryRoute("GET /pulls/{pull_number}/files", "pull_requests:read", (call) => {
    const pull = pullAt(call);
    const files = differencesOf(pull).slice(0, MOST_FILES);
    return paged(call, files, (file) => renderDifference(call.repository, file, pull.headSha));
  }),
  repositoryRoute("GET /pulls/{pull_number}/commits", "pull_requests:read", (call) => {
    const commits = commitsOf(pullAt(call)).slice(0, MOST_COMMITS);
    return paged(call, commits, (commit) => renderCommit(call.repository, commit));
  }),
  repositoryRoute("GET /pulls/{pull_number}/comments", "pull_requests:read", (call) =>
    paged(call, pullAt(call).reviewComments, renderReviewComment),
  ),
  repositoryRoute("PUT /pulls/{pull_number}/merge", "contents:write", merge),
  repositoryRoute("PUT /pulls/{pull_number}/update-branch", "pull_requests:write", update),
];
