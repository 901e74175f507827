import { z } from "zod";
import { type LineComment, submitCommentedReview } from "../acts/review.ts";
import { hunkLines } from "../git/diff.ts";
import { type Answer, invalid, ok, Refusal } from "../http/answer.ts";
import { found, numberParam, param, paged, readBody, type RepositoryCall } from "../http/call.ts";
import { repositoryRoute, type Route } from "../http/route.ts";
import { renderReview } from "../render/review.ts";
import { commitsOf, differencesOf } from "../state/pull-view.ts";
import type { Pull } from "../state/records.ts";

const lineComment = z.object({
  path: z.string(),
  body: z.string().min(1),
  line: z.int().positive().optional(),
  side: z.enum(["LEFT", "RIGHT"]).default("RIGHT"),
  start_line: z.int().positive().optional(),
  start_side: z.enum(["LEFT", "RIGHT"]).optional(),
});
const newReview = z.object({
  commit_id: z.string().optional(),
  body: z.string().default(""),
  event: z.enum(["APPROVE", "REQUEST_CHANGES", "COMMENT"]).optional(),
  comments: z.array(lineComment).default([]),
});

const STATES = {
  APPROVE: "APPROVED",
  REQUEST_CHANGES: "CHANGES_REQUESTED",
  COMMENT: "COMMENTED",
} as const;

function pullAt(call: RepositoryCall): Pull {
  return found(call.repository.issues.get(numberParam(call, "pull_number"))?.pull);
}

/** GitHub takes a comment on a changed line or one of the three around it, both ends in one hunk. */
function placed(pull: Pull, comment: z.output<typeof lineComment>): LineComment {
  const { path, body, line, start_line: start = line } = comment;
  const difference = differencesOf(pull).find((each) => each.path === path);
  if (difference === undefined) throw invalid("PullRequestReviewComment", "path", "is invalid");
  const hunks = hunkLines(pull.issue.repository.git, difference);
  const isShown = hunks.some(
    ({ from, to }) => line !== undefined && start !== undefined && from <= start && line <= to,
  );
  if (line === undefined || start === undefined || start > line || !isShown) {
    throw new Refusal(422, "Unprocessable Entity", {
      extra: { errors: ["Line could not be resolved"] },
    });
  }
  return { path, body, line, startLine: comment.start_line === undefined ? null : start };
}

function create(call: RepositoryCall): Answer {
  const pull = pullAt(call);
  const { commit_id: commitSha = pull.headSha, body, event, comments } = readBody(call, newReview);
  if (event === undefined) throw new Refusal(422, "pending reviews are not simulated");
  if (event !== "APPROVE" && body === "" && comments.length === 0) {
    throw invalid("PullRequestReview", "body", "can't be blank");
  }
  if (!commitsOf(pull).some(({ sha }) => sha === commitSha)) {
    throw invalid("PullRequestReview", "commit_id", "is not part of the pull request");
  }
  const { account } = call.actor;
  const lines = comments.map((comment) => placed(pull, comment));
  const content = { state: STATES[event], body, commitSha };
  return ok(renderReview(submitCommentedReview(pull, account, { ...content, lines }), false));
}

/** Reviews of pull requests, read and written. */
export const reviewRoutes: readonly Route[] = [
  repositoryRoute("GET /pulls/{pull_number}/reviews", "pull_requests:read", (call) =>
    paged(call, pullAt(call).reviews, (review) => renderReview(review, false)),
  ),
  repositoryRoute("POST /pulls/{pull_number}/reviews", "pull_requests:write", create),
  repositoryRoute("GET /pulls/{pull_number}/reviews/{review_id}", "pull_requests:read", (call) => {
    const id = Number(param(call, "review_id"));
    return ok(renderReview(found(pullAt(call).reviews.find((one) => one.id === id)), false));
  }),
];
