import type { Review, ReviewComment } from "../state/records.ts";
import { worldOf } from "../state/world.ts";
import { renderUser } from "./account.ts";
import { association, issuePage, renderRollup } from "./issue.ts";
import { iso, type Json, nodeId } from "./json.ts";
import { apiUrl } from "./repository.ts";

/** "pull-request-review"; `webhook` writes the state in lower case, as GitHub's webhooks do. */
export function renderReview(review: Review, webhook: boolean): Json {
  const { issue } = review.pull;
  const page = `${issuePage(issue)}#pullrequestreview-${review.id}`;
  const pullUrl = `${apiUrl(issue.repository)}/pulls/${issue.number}`;
  return {
    id: review.id,
    node_id: nodeId("PRR", review.id),
    user: renderUser(worldOf(issue.repository), review.author),
    body: review.body,
    state: webhook ? review.state.toLowerCase() : review.state,
    html_url: page,
    pull_request_url: pullUrl,
    author_association: association(issue.repository, review.author),
    _links: { html: { href: page }, pull_request: { href: pullUrl } },
    submitted_at: iso(review.submittedAt),
    commit_id: review.commitSha,
  };
}

/** "pull-request-review-comment". */
export function renderReviewComment(comment: ReviewComment): Json {
  const { issue, headSha } = comment.pull;
  const { repository } = issue;
  const url = `${apiUrl(repository)}/pulls/comments/${comment.id}`;
  const page = `${issuePage(issue)}#discussion_r${comment.id}`;
  const pullUrl = `${apiUrl(repository)}/pulls/${issue.number}`;
  return {
    url,
    pull_request_review_id: comment.reviewId,
    id: comment.id,
    node_id: nodeId("PRRC", comment.id),
    diff_hunk: `@@ -${comment.line} +${comment.line} @@`,
    path: comment.path,
    commit_id: headSha,
    original_commit_id: comment.originalCommitSha,
    user: renderUser(worldOf(repository), comment.author),
    body: comment.body,
    created_at: iso(comment.createdAt),
    updated_at: iso(comment.updatedAt),
    html_url: page,
    pull_request_url: pullUrl,
    author_association: association(repository, comment.author),
    _links: { self: { href: url }, html: { href: page }, pull_request: { href: pullUrl } },
    reactions: renderRollup(url, []),
    line: comment.line,
    original_line: comment.line,
    side: "RIGHT",
    start_line: comment.startLine,
    original_start_line: comment.startLine,
    start_side: comment.startLine === null ? null : "RIGHT",
    position: comment.line,
    original_position: comment.line,
    subject_type: "line",
  };
}
