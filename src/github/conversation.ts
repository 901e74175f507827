import { COMMENT_CHARACTERS } from "../core/model/limits.ts";
import { translateGraphqlFailure, unlessGone } from "./errors.ts";
import type { GitHub } from "./port.ts";
import { type Requests, translate } from "./requests.ts";
import {
  comment,
  labelEvent,
  readyEvent,
  review,
  reviewComment,
  issueEvent,
} from "./translate-conversation.ts";
import { numbered } from "./translate.ts";

type Conversation = Pick<
  GitHub,
  | "listComments"
  | "listReviews"
  | "listReviewComments"
  | "listIssueEvents"
  | "createComment"
  | "updateComment"
  | "deleteComment"
  | "minimizeComment"
  | "addReaction"
  | "removeLabel"
>;

const commentsRoute = "/repos/{owner}/{repo}/issues/{issue_number}/comments";
const commentRoute = "/repos/{owner}/{repo}/issues/comments/{comment_id}";
const reactionsRoute = `${commentRoute}/reactions`;
const pullRoute = "GET /repos/{owner}/{repo}/pulls/{pull_number}";
/** Not the timeline: that repeats all comments, and is new with every edit of ours. */
const eventsRoute = "GET /repos/{owner}/{repo}/issues/{issue_number}/events";

const minimize = `mutation ($id: ID!) {
  minimizeComment(input: { subjectId: $id, classifier: OUTDATED }) { clientMutationId }
}`;

/** Comments, reviews, reactions and labels of a pull request. */
export function conversationOf(requests: Requests): Conversation {
  return {
    listComments: (pull) =>
      requests.list(comment, `GET ${commentsRoute}`, { parameters: { issue_number: pull } }),
    listReviews: (pull) =>
      requests.list(review, `${pullRoute}/reviews`, { parameters: { pull_number: pull } }),
    listReviewComments: (pull) =>
      requests.list(reviewComment, `${pullRoute}/comments`, { parameters: { pull_number: pull } }),
    async listIssueEvents(pull) {
      const parameters = { issue_number: pull };
      const entries = await requests.list(issueEvent, eventsRoute, { parameters });
      const of = (...kinds: readonly string[]): typeof entries =>
        entries.filter(({ event }) => kinds.includes(event ?? ""));
      const origin = { request: eventsRoute };
      return {
        labels: of("labeled", "unlabeled").map((entry) => translate(labelEvent, entry, origin)),
        ready: of("ready_for_review").map((entry) => translate(readyEvent, entry, origin)),
      };
    },
    async createComment(pull, body) {
      const parameters = { issue_number: pull, body: checkedBody(body) };
      return requests.read(numbered, `POST ${commentsRoute}`, parameters);
    },
    async updateComment(commentId, body) {
      const parameters = { comment_id: commentId, body: checkedBody(body) };
      await requests.send(`PATCH ${commentRoute}`, parameters);
    },
    deleteComment: (commentId) =>
      unlessGone(requests.send(`DELETE ${commentRoute}`, { comment_id: commentId })),
    minimizeComment: (nodeId) => unlessGone(minimizeComment(requests, nodeId)),
    async addReaction(commentId, content) {
      await requests.send(`POST ${reactionsRoute}`, { comment_id: commentId, content });
    },
    removeLabel(pull, label) {
      const route = "DELETE /repos/{owner}/{repo}/issues/{issue_number}/labels/{name}";
      return unlessGone(requests.send(route, { issue_number: pull, name: label }));
    },
  };
}

/** The cut, with its visible note, belongs to what renders the comment (case LIM-13). */
function checkedBody(body: string): string {
  if (body.length <= COMMENT_CHARACTERS) return body;
  throw new RangeError(`a comment of ${body.length} characters is over GitHub's limit`);
}

async function minimizeComment({ octokit }: Requests, nodeId: string): Promise<void> {
  try {
    await octokit.graphql(minimize, { id: nodeId, request: { retries: 0 } });
  } catch (error) {
    throw translateGraphqlFailure(error, "POST /graphql", Date.now());
  }
}
