import type { Json } from "../render/json.ts";
import { renderReview, renderReviewComment } from "../render/review.ts";
import { renderPullEvent } from "../render/pull.ts";
import type { Account } from "../state/accounts.ts";
import type { Pull, Review, ReviewComment } from "../state/records.ts";
import { worldOf } from "../state/world.ts";
import { emit } from "./emit.ts";
import { note, touch } from "./issue.ts";

function emitReview(review: Review, action: string, sender: Account, more: Json = {}): void {
  emit(review.pull.issue.repository, "pull_request_review", sender, {
    action,
    review: renderReview(review, true),
    pull_request: renderPullEvent(review.pull),
    ...more,
  });
}

/** Submits a review on the present head. */
export function submitReview(
  pull: Pull,
  author: Account,
  content: { readonly state: Review["state"]; readonly body: string; readonly commitSha?: string },
): Review {
  const world = worldOf(pull.issue.repository);
  const review: Review = {
    pull,
    id: world.nextId(),
    author,
    state: content.state,
    body: content.body,
    editor: null,
    commitSha: content.commitSha ?? pull.headSha,
    submittedAt: world.now(),
  };
  pull.reviews.push(review);
  pull.requestedReviewers = pull.requestedReviewers.filter((account) => account !== author);
  pull.issue.timeline.push({ kind: "reviewed", review });
  touch(pull.issue);
  emitReview(review, "submitted", author);
  return review;
}

/** Replaces the text of a review. */
export function editReview(review: Review, actor: Account, body: string): void {
  const from = review.body;
  review.body = body;
  review.editor = actor;
  emitReview(review, "edited", actor, { changes: { body: { from } } });
}

/** Dismisses a review, so that it no longer counts. */
export function dismissReview(review: Review, actor: Account, message: string): void {
  review.state = "DISMISSED";
  touch(review.pull.issue);
  note(review.pull.issue, "review_dismissed", actor, {
    detail: { kind: "dismissal", review, message },
  });
  emitReview(review, "dismissed", actor);
}

function emitReviewComment(
  comment: ReviewComment,
  action: string,
  sender: Account,
  more: Json = {},
): void {
  emit(comment.pull.issue.repository, "pull_request_review_comment", sender, {
    action,
    comment: renderReviewComment(comment),
    pull_request: renderPullEvent(comment.pull),
    ...more,
  });
}

/** A comment on a line of a file, or on several lines up to it. */
export interface LineComment {
  readonly path: string;
  readonly body: string;
  readonly line: number;
  readonly startLine: number | null;
}

/** Submits a review with comments on lines. */
export function submitCommentedReview(
  pull: Pull,
  author: Account,
  content: Parameters<typeof submitReview>[2] & { readonly lines: readonly LineComment[] },
): Review {
  const { lines, ...own } = content;
  const review = submitReview(pull, author, own);
  for (const line of lines) addLine(review, line);
  return review;
}

/** Comments on a line of a file; GitHub wraps a lone one in a review of its own. */
export function addReviewComment(
  pull: Pull,
  author: Account,
  content: { readonly body: string; readonly path: string; readonly line: number },
): ReviewComment {
  const review = submitReview(pull, author, { state: "COMMENTED", body: "" });
  return addLine(review, { ...content, startLine: null });
}

function addLine(review: Review, content: LineComment): ReviewComment {
  const { pull, author } = review;
  const world = worldOf(pull.issue.repository);
  const comment: ReviewComment = {
    pull,
    id: world.nextId(),
    author,
    ...content,
    reviewId: review.id,
    editor: null,
    originalCommitSha: review.commitSha,
    createdAt: world.now(),
    updatedAt: world.now(),
  };
  pull.reviewComments.push(comment);
  emitReviewComment(comment, "created", author);
  return comment;
}

/** Replaces the text of a review comment. */
export function editReviewComment(comment: ReviewComment, actor: Account, body: string): void {
  const from = comment.body;
  comment.body = body;
  comment.editor = actor;
  comment.updatedAt = worldOf(comment.pull.issue.repository).now();
  emitReviewComment(comment, "edited", actor, { changes: { body: { from } } });
}

/** Takes a review comment away. */
export function deleteReviewComment(comment: ReviewComment, actor: Account): void {
  const { reviewComments } = comment.pull;
  reviewComments.splice(reviewComments.indexOf(comment), 1);
  emitReviewComment(comment, "deleted", actor);
}
