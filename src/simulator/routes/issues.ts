import { z } from "zod";
import {
  addComment,
  addLabel,
  deleteComment,
  editComment,
  react,
  removeLabel,
} from "../acts/issue.ts";
import { created, invalid, noContent, ok, Refusal } from "../http/answer.ts";
import { found, numberParam, paged, param, readBody, type RepositoryCall } from "../http/call.ts";
import { permissionOf, repositoryRoute, type Route } from "../http/route.ts";
import { allows } from "../render/account.ts";
import {
  isReactionContent,
  renderComment,
  renderIssue,
  renderLabel,
  renderReaction,
} from "../render/issue.ts";
import { eventsOf, renderEvent, timelineOf } from "../render/timeline.ts";
import type { Comment, Issue } from "../state/records.ts";

const LONGEST_COMMENT = 65_536;

const commentBody = z.object({ body: z.string().min(1) });
const reactionBody = z.object({ content: z.string() });
const labelNames = z.object({
  labels: z.array(z.union([z.string(), z.object({ name: z.string() })])),
});

const READ = "issues|pull_requests:read";
const WRITE = "issues|pull_requests:write";
const SPEAK = "issues|pull_requests:speak";

function issueAt(call: RepositoryCall): Issue {
  return found(call.repository.issues.get(numberParam(call, "issue_number")));
}

function commentAt(call: RepositoryCall): Comment {
  return found(call.repository.comments.get(numberParam(call, "comment_id")));
}

function readComment(call: RepositoryCall): string {
  const { body } = readBody(call, commentBody);
  if (body.length > LONGEST_COMMENT) {
    throw invalid(
      "IssueComment",
      "body",
      `body is too long (maximum is ${LONGEST_COMMENT} characters)`,
    );
  }
  return body;
}

/** Its author may change a comment; so may everybody who can write, the app included. */
function demandAuthorship(call: RepositoryCall, comment: Comment): void {
  const { account, kind } = call.actor;
  if (comment.author === account || kind === "installation") return;
  if (!allows(permissionOf(call.repository, account.login), "write")) {
    throw new Refusal(403, "Must have admin rights to Repository.");
  }
}

function renderLabels(issue: Issue): unknown[] {
  return issue.labels.map((label) => renderLabel(issue.repository, label));
}

const commentRoutes: readonly Route[] = [
  repositoryRoute("GET /issues/comments/{comment_id}", READ, (call) =>
    ok(renderComment(commentAt(call))),
  ),
  repositoryRoute("PATCH /issues/comments/{comment_id}", SPEAK, (call) => {
    const comment = commentAt(call);
    demandAuthorship(call, comment);
    editComment(comment, call.actor.account, readComment(call));
    return ok(renderComment(comment));
  }),
  repositoryRoute("DELETE /issues/comments/{comment_id}", SPEAK, (call) => {
    const comment = commentAt(call);
    demandAuthorship(call, comment);
    deleteComment(comment, call.actor.account);
    return noContent;
  }),
  repositoryRoute("GET /issues/comments/{comment_id}/reactions", READ, (call) => {
    const content = call.query.get("content");
    const reactions = commentAt(call).reactions.filter(
      (reaction) => content === null || reaction.content === content,
    );
    return paged(call, reactions, (reaction) => renderReaction(call.repository, reaction));
  }),
  repositoryRoute("POST /issues/comments/{comment_id}/reactions", SPEAK, (call) => {
    const comment = commentAt(call);
    const { content } = readBody(call, reactionBody);
    if (!isReactionContent(content)) throw invalid("Reaction", "content", "content is not valid");
    const { reaction, isNew } = react(comment, call.actor.account, content);
    return { status: isNew ? 201 : 200, body: renderReaction(call.repository, reaction) };
  }),
  repositoryRoute("DELETE /issues/comments/{comment_id}/reactions/{reaction_id}", SPEAK, (call) => {
    const comment = commentAt(call);
    const id = numberParam(call, "reaction_id");
    const reaction = found(comment.reactions.find((one) => one.id === id));
    if (reaction.author !== call.actor.account) throw new Refusal(404, "Not Found");
    comment.reactions = comment.reactions.filter((one) => one !== reaction);
    return noContent;
  }),
];

const labelRoutes: readonly Route[] = [
  repositoryRoute("GET /issues/{issue_number}/labels", READ, (call) =>
    paged(call, issueAt(call).labels, (label) => renderLabel(call.repository, label)),
  ),
  repositoryRoute("POST /issues/{issue_number}/labels", WRITE, (call) => {
    const issue = issueAt(call);
    for (const label of readBody(call, labelNames).labels) {
      addLabel(issue, typeof label === "string" ? label : label.name, call.actor.account);
    }
    return ok(renderLabels(issue));
  }),
  repositoryRoute("DELETE /issues/{issue_number}/labels/{name}", WRITE, (call) => {
    const issue = issueAt(call);
    if (!removeLabel(issue, param(call, "name"), call.actor.account)) {
      throw new Refusal(404, "Label does not exist");
    }
    return ok(renderLabels(issue));
  }),
];

/** Issues and the conversation side of pull requests. */
export const issueRoutes: readonly Route[] = [
  ...commentRoutes,
  ...labelRoutes,
  repositoryRoute("GET /issues/{issue_number}", READ, (call) => ok(renderIssue(issueAt(call)))),
  repositoryRoute("GET /issues/{issue_number}/comments", READ, (call) => {
    const since = Date.parse(call.query.get("since") ?? "");
    const comments = issueAt(call).comments.filter((comment) => !(comment.updatedAt < since));
    return paged(call, comments, renderComment);
  }),
  repositoryRoute("POST /issues/{issue_number}/comments", SPEAK, (call) => {
    const issue = issueAt(call);
    return created(renderComment(addComment(issue, call.actor.account, readComment(call))));
  }),
  repositoryRoute("GET /issues/{issue_number}/timeline", READ, (call) =>
    paged(call, timelineOf(issueAt(call)), (item) => item),
  ),
  repositoryRoute("GET /issues/{issue_number}/events", READ, (call) => {
    const issue = issueAt(call);
    return paged(call, eventsOf(issue), (item) => renderEvent(issue, item));
  }),
];
