import { commitsOf } from "../state/pull-view.ts";
import type { Issue, TimelineItem } from "../state/records.ts";
import { worldOf } from "../state/world.ts";
import { renderAccount } from "./account.ts";
import { renderGitCommit } from "./commit.ts";
import { renderComment } from "./issue.ts";
import { iso, type Json, nodeId } from "./json.ts";
import { apiUrl } from "./repository.ts";
import { renderReview } from "./review.ts";

type EventItem = Extract<TimelineItem, { readonly kind: "event" }>;

function detailOf(issue: Issue, item: EventItem): Json {
  const world = worldOf(issue.repository);
  const { detail } = item;
  switch (detail.kind) {
    case "none":
      return {};
    case "label":
      return { label: { name: detail.label.name, color: "ededed" } };
    case "rename":
      return { rename: { from: detail.from, to: detail.to } };
    case "reviewer":
      return {
        review_requester: renderAccount(world, item.actor),
        requested_reviewer: renderAccount(world, detail.reviewer),
      };
    case "dismissal":
      return {
        dismissed_review: {
          state: "dismissed",
          review_id: detail.review.id,
          dismissal_message: detail.message,
        },
      };
  }
}

/** An issue event, as both the timeline and the event list give it. */
export function renderEvent(issue: Issue, item: EventItem): Json {
  const { repository } = issue;
  const api = apiUrl(repository);
  return {
    id: item.id,
    node_id: nodeId("EV", item.id),
    url: `${api}/issues/events/${item.id}`,
    actor: item.actor.deleted ? null : renderAccount(worldOf(repository), item.actor),
    event: item.event,
    commit_id: item.commitSha,
    commit_url: item.commitSha === null ? null : `${api}/commits/${item.commitSha}`,
    created_at: iso(item.at),
    performed_via_github_app: null,
    ...detailOf(issue, item),
  };
}

function renderItem(issue: Issue, item: TimelineItem): Json {
  const world = worldOf(issue.repository);
  switch (item.kind) {
    case "event":
      return renderEvent(issue, item);
    case "commented": {
      const actor = renderAccount(world, item.comment.author);
      return { event: "commented", ...renderComment(item.comment), actor };
    }
    case "committed": {
      const commit = issue.repository.git.commit(item.sha);
      return { event: "committed", ...renderGitCommit(issue.repository, commit) };
    }
    case "reviewed":
      return { event: "reviewed", ...renderReview(item.review, true) };
  }
}

/** The whole timeline, oldest first; commits that a force push took away are not in it. */
export function timelineOf(issue: Issue): readonly Json[] {
  const present = new Set(
    issue.pull === null ? [] : commitsOf(issue.pull).map((commit) => commit.sha),
  );
  return issue.timeline
    .filter((item) => item.kind !== "committed" || present.has(item.sha))
    .map((item) => renderItem(issue, item));
}

/** The events alone: no comments, commits or reviews. */
export function eventsOf(issue: Issue): readonly EventItem[] {
  return issue.timeline.filter((item) => item.kind === "event");
}
