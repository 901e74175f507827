import { renderComment, renderIssue, renderLabel } from "../render/issue.ts";
import type { Json } from "../render/json.ts";
import { renderPullEvent } from "../render/pull.ts";
import type { Account } from "../state/accounts.ts";
import type { Label } from "../state/label.ts";
import type { Comment, Issue, Reaction, Repository, TimelineDetail } from "../state/records.ts";
import { worldOf } from "../state/world.ts";
import { emit } from "./emit.ts";

/** Writes an event into the timeline of an issue. */
export function note(
  issue: Issue,
  event: string,
  actor: Account,
  more: { readonly detail?: TimelineDetail; readonly commitSha?: string } = {},
): void {
  const world = worldOf(issue.repository);
  issue.timeline.push({
    kind: "event",
    id: world.nextId(),
    event,
    actor,
    at: world.now(),
    commitSha: more.commitSha ?? null,
    detail: more.detail ?? { kind: "none" },
  });
}

/** Marks the issue as changed now. */
export function touch(issue: Issue): void {
  issue.updatedAt = worldOf(issue.repository).now();
}

/** Sends `issues` or `pull_request`, whichever the issue is. */
export function emitIssue(issue: Issue, action: string, sender: Account, more: Json = {}): void {
  if (issue.pull === null) {
    emit(issue.repository, "issues", sender, { action, issue: renderIssue(issue), ...more });
  } else {
    const subject = { number: issue.number, pull_request: renderPullEvent(issue.pull) };
    emit(issue.repository, "pull_request", sender, { action, ...subject, ...more });
  }
}

/** The repository's label of this name; made when it is new. */
function labelNamed(repository: Repository, name: string): Label {
  const key = name.toLowerCase();
  const label = repository.labels.get(key) ?? { id: worldOf(repository).nextId(), name };
  repository.labels.set(key, label);
  return label;
}

/** Puts a label on; nothing happens when it is on already. */
export function addLabel(issue: Issue, name: string, actor: Account): void {
  const label = labelNamed(issue.repository, name);
  if (issue.labels.includes(label)) return;
  issue.labels = [...issue.labels, label];
  touch(issue);
  note(issue, "labeled", actor, { detail: { kind: "label", label } });
  emitIssue(issue, "labeled", actor, { label: renderLabel(issue.repository, label) });
}

/** Takes a label off; false when it was not on. */
export function removeLabel(issue: Issue, name: string, actor: Account): boolean {
  const label = issue.labels.find((one) => one.name.toLowerCase() === name.toLowerCase());
  if (label === undefined) return false;
  issue.labels = issue.labels.filter((one) => one !== label);
  touch(issue);
  note(issue, "unlabeled", actor, { detail: { kind: "label", label } });
  emitIssue(issue, "unlabeled", actor, { label: renderLabel(issue.repository, label) });
  return true;
}

/** Opens an issue that is no pull request. */
export function openIssue(
  repository: Repository,
  author: Account,
  content: { readonly title: string; readonly body: string | null },
): Issue {
  const issue = makeIssue(repository, author, content);
  emitIssue(issue, "opened", author);
  return issue;
}

/** A new issue record with the next number, without any webhook. */
export function makeIssue(
  repository: Repository,
  author: Account,
  content: { readonly title: string; readonly body: string | null },
): Issue {
  const world = worldOf(repository);
  const issue: Issue = {
    repository,
    id: world.nextId(),
    number: repository.nextNumber,
    author,
    ...content,
    state: "open",
    labels: [],
    comments: [],
    timeline: [],
    createdAt: world.now(),
    updatedAt: world.now(),
    closedAt: null,
    closedBy: null,
    pull: null,
  };
  repository.nextNumber += 1;
  repository.issues.set(issue.number, issue);
  return issue;
}

function emitComment(comment: Comment, action: string, sender: Account, more: Json = {}): void {
  const { issue } = comment;
  emit(issue.repository, "issue_comment", sender, {
    action,
    issue: renderIssue(issue),
    comment: renderComment(comment),
    ...more,
  });
}

/** Adds a conversation comment. */
export function addComment(issue: Issue, author: Account, body: string): Comment {
  const world = worldOf(issue.repository);
  const comment: Comment = {
    issue,
    id: world.nextId(),
    author,
    byApp: author === world.bot,
    body,
    editor: null,
    createdAt: world.now(),
    updatedAt: world.now(),
    reactions: [],
    minimized: null,
  };
  issue.comments.push(comment);
  issue.timeline.push({ kind: "commented", comment });
  issue.repository.comments.set(comment.id, comment);
  touch(issue);
  emitComment(comment, "created", author);
  return comment;
}

/** Replaces the text of a comment. */
export function editComment(comment: Comment, actor: Account, body: string): void {
  const from = comment.body;
  comment.body = body;
  comment.editor = actor;
  comment.updatedAt = worldOf(comment.issue.repository).now();
  emitComment(comment, "edited", actor, { changes: from === body ? {} : { body: { from } } });
}

/** Takes a comment away. */
export function deleteComment(comment: Comment, actor: Account): void {
  const { issue } = comment;
  issue.comments = issue.comments.filter((one) => one !== comment);
  issue.repository.comments.delete(comment.id);
  const at = issue.timeline.findIndex(
    (item) => item.kind === "commented" && item.comment === comment,
  );
  issue.timeline.splice(at, 1);
  emitComment(comment, "deleted", actor);
}

/** Reacts to a comment; an earlier equal reaction by the same account stands and is returned. */
export function react(
  comment: Comment,
  author: Account,
  content: string,
): { readonly reaction: Reaction; readonly isNew: boolean } {
  const present = comment.reactions.find(
    (reaction) => reaction.author === author && reaction.content === content,
  );
  if (present !== undefined) return { reaction: present, isNew: false };
  const world = worldOf(comment.issue.repository);
  const reaction = { id: world.nextId(), author, content, createdAt: world.now() };
  comment.reactions.push(reaction);
  return { reaction, isNew: true };
}
