import type { Account } from "../state/accounts.ts";
import type { Label } from "../state/label.ts";
import type { Comment, Issue, Reaction, Repository } from "../state/records.ts";
import { worldOf } from "../state/world.ts";
import { renderApp, renderUser } from "./account.ts";
import { iso, isoOrNull, type Json, nodeId } from "./json.ts";
import { apiUrl, pageUrl } from "./repository.ts";

/** "label". */
export function renderLabel(repository: Repository, label: Label): Json {
  return {
    id: label.id,
    node_id: nodeId("LA", label.id),
    url: `${apiUrl(repository)}/labels/${encodeURIComponent(label.name)}`,
    name: label.name,
    color: "ededed",
    default: false,
    description: null,
  };
}

/** GitHub's guess at how close a person is to the repository; deliberately no proof of permission. */
export function association(repository: Repository, account: Account): string {
  if (account === repository.owner) return "OWNER";
  const permission = repository.permissions.get(account.login.toLowerCase());
  return permission === undefined || permission === "none" ? "NONE" : "COLLABORATOR";
}

const CONTENTS = ["+1", "-1", "laugh", "hooray", "confused", "heart", "rocket", "eyes"] as const;

/** The eight reactions that GitHub knows. */
export function isReactionContent(content: string): boolean {
  return (CONTENTS as readonly string[]).includes(content);
}

/** "reaction-rollup". */
export function renderRollup(url: string, reactions: readonly Reaction[]): Json {
  const rollup: Json = { url: `${url}/reactions`, total_count: reactions.length };
  for (const content of CONTENTS) {
    rollup[content] = reactions.filter((reaction) => reaction.content === content).length;
  }
  return rollup;
}

/** "reaction". */
export function renderReaction(repository: Repository, reaction: Reaction): Json {
  return {
    id: reaction.id,
    node_id: nodeId("REA", reaction.id),
    user: renderUser(worldOf(repository), reaction.author),
    content: reaction.content,
    created_at: iso(reaction.createdAt),
  };
}

/** The page of an issue or pull request. */
export function issuePage(issue: Issue): string {
  const kind = issue.pull === null ? "issues" : "pull";
  return `${pageUrl(issue.repository)}/${kind}/${issue.number}`;
}

function pullLinks(issue: Issue): Json {
  if (issue.pull === null) return {};
  const page = issuePage(issue);
  return {
    draft: issue.pull.draft,
    pull_request: {
      url: `${apiUrl(issue.repository)}/pulls/${issue.number}`,
      html_url: page,
      diff_url: `${page}.diff`,
      patch_url: `${page}.patch`,
      merged_at: isoOrNull(issue.pull.mergedAt),
    },
  };
}

/** "issue". */
export function renderIssue(issue: Issue): Json {
  const { repository, number } = issue;
  const world = worldOf(repository);
  const url = `${apiUrl(repository)}/issues/${number}`;
  return {
    url,
    repository_url: apiUrl(repository),
    labels_url: `${url}/labels{/name}`,
    comments_url: `${url}/comments`,
    events_url: `${url}/events`,
    html_url: issuePage(issue),
    id: issue.id,
    node_id: nodeId("I", issue.id),
    number,
    title: issue.title,
    user: renderUser(world, issue.author),
    labels: issue.labels.map((label) => renderLabel(repository, label)),
    state: issue.state,
    locked: false,
    assignee: null,
    assignees: [],
    milestone: null,
    comments: issue.comments.length,
    created_at: iso(issue.createdAt),
    updated_at: iso(issue.updatedAt),
    closed_at: isoOrNull(issue.closedAt),
    author_association: association(repository, issue.author),
    active_lock_reason: null,
    ...pullLinks(issue),
    body: issue.body,
    closed_by: renderUser(world, issue.closedBy),
    reactions: renderRollup(url, []),
    timeline_url: `${url}/timeline`,
    performed_via_github_app: null,
    state_reason: null,
  };
}

/** "issue-comment". */
export function renderComment(comment: Comment): Json {
  const { issue, id } = comment;
  const { repository } = issue;
  const world = worldOf(repository);
  const url = `${apiUrl(repository)}/issues/comments/${id}`;
  return {
    url,
    html_url: `${issuePage(issue)}#issuecomment-${id}`,
    issue_url: `${apiUrl(repository)}/issues/${issue.number}`,
    id,
    node_id: nodeId("IC", id),
    user: renderUser(world, comment.author),
    created_at: iso(comment.createdAt),
    updated_at: iso(comment.updatedAt),
    author_association: association(repository, comment.author),
    body: comment.body,
    reactions: renderRollup(url, comment.reactions),
    performed_via_github_app: comment.byApp ? renderApp(world, world.app.id) : null,
  };
}
