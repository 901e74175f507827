import type { GitHub } from "./port.ts";
import type { Requests } from "./requests.ts";
import { numbered } from "./translate.ts";

type Reviews = Pick<GitHub, "createReview">;

const reviewsRoute = "POST /repos/{owner}/{repo}/pulls/{pull_number}/reviews";

/** Reviews that only comment: this app approves nothing and asks for no change. */
export function reviewsOf(requests: Requests): Reviews {
  return {
    createReview(pull, { headSha, body, comments }) {
      return requests.read(numbered, reviewsRoute, {
        pull_number: pull,
        commit_id: headSha,
        event: "COMMENT",
        body,
        comments: comments.map((comment) => ({
          path: comment.path,
          body: comment.body,
          line: comment.endLine,
          side: "RIGHT",
          // GitHub refuses a first line that is the last one, too.
          ...(comment.startLine === comment.endLine
            ? {}
            : { start_line: comment.startLine, start_side: "RIGHT" }),
        })),
      });
    },
  };
}
