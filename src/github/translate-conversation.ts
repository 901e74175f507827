/** GitHub's JSON for what people say and do at a pull request, in our words. */
import { z } from "zod";
import type {
  Comment,
  LabelEvent,
  ReactionContent,
  Review,
  ReviewComment,
  ReadyEvent,
} from "../core/model/github.ts";
import { appId, orNull, person, text, time } from "./translate.ts";

const contents = [
  "+1",
  "-1",
  "laugh",
  "confused",
  "heart",
  "hooray",
  "rocket",
  "eyes",
] as const satisfies readonly ReactionContent[];

/** Counts by content; the summary that GitHub gives also has a URL and a total. */
const reactionCounts = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform((summary) => {
    const counts: Partial<Record<ReactionContent, number>> = {};
    for (const content of contents) {
      const count = summary?.[content];
      if (typeof count === "number") counts[content] = count;
    }
    return counts;
  });

export const comment = z
  .object({
    id: z.number(),
    node_id: z.string(),
    user: person,
    performed_via_github_app: appId,
    body: text,
    created_at: time,
    updated_at: time,
    html_url: z.string(),
    reactions: reactionCounts,
  })
  .transform((raw): Comment => ({
    id: raw.id,
    nodeId: raw.node_id,
    author: raw.user,
    // A person may write through the app, too: that is not the app.
    appId: raw.user?.isBot === true ? raw.performed_via_github_app : null,
    body: raw.body,
    createdAt: raw.created_at,
    updatedAt: raw.updated_at,
    url: raw.html_url,
    reactionCounts: raw.reactions,
  }));

export const review = z
  .object({
    id: z.number(),
    node_id: z.string(),
    user: person,
    state: z.enum(["APPROVED", "CHANGES_REQUESTED", "COMMENTED", "DISMISSED", "PENDING"]),
    body: text,
    commit_id: orNull(z.string()),
    submitted_at: orNull(time),
    html_url: z.string(),
  })
  .transform((raw): Review => ({
    id: raw.id,
    nodeId: raw.node_id,
    author: raw.user,
    state: raw.state,
    body: raw.body,
    commitSha: raw.commit_id,
    submittedAt: raw.submitted_at,
    url: raw.html_url,
  }));

export const reviewComment = z
  .object({
    id: z.number(),
    node_id: z.string(),
    user: person,
    body: text,
    original_commit_id: orNull(z.string()),
    created_at: time,
    updated_at: time,
    html_url: z.string(),
  })
  .transform((raw): ReviewComment => ({
    id: raw.id,
    nodeId: raw.node_id,
    author: raw.user,
    body: raw.body,
    originalCommitSha: raw.original_commit_id,
    createdAt: raw.created_at,
    updatedAt: raw.updated_at,
    url: raw.html_url,
  }));

/** Any event of an issue: only those that concern labels and drafts are looked at further. */
export const issueEvent = z.looseObject({ event: z.string().nullish() });

export const labelEvent = z
  .object({
    id: z.number(),
    event: z.enum(["labeled", "unlabeled"]),
    label: z.object({ name: z.string() }),
    actor: person,
    created_at: time,
  })
  .transform((raw): LabelEvent => ({
    id: raw.id,
    kind: raw.event,
    label: raw.label.name,
    actor: raw.actor,
    createdAt: raw.created_at,
  }));

export const readyEvent = z
  .object({ id: z.number(), created_at: time })
  .transform((raw): ReadyEvent => ({ id: raw.id, createdAt: raw.created_at }));
