/** GitHub's JSON for pull requests and commits, in our words. Fields that we do not read are let go. */
import { z } from "zod";
import {
  type ChangedFile,
  type Commit,
  type Comparison,
  type Person,
  type PullRequest,
  type Repository,
} from "../core/model/github.ts";
import { MERGE_STATES } from "../core/model/merge-state.ts";
import type { PullSummary } from "./port.ts";

/** An ISO time as milliseconds since the epoch. */
export const time = z.string().transform((text, context) => {
  const milliseconds = Date.parse(text);
  if (Number.isNaN(milliseconds)) context.addIssue({ code: "custom", message: "not a time" });
  return milliseconds;
});

/** Null and absent alike as null. */
export function orNull<T>(schema: z.ZodType<T>): z.ZodType<T | null> {
  return schema.nullish().transform((value) => value ?? null);
}

/** Null and absent alike as the empty text. */
export const text = z
  .string()
  .nullish()
  .transform((value) => value ?? "");

/** Case IDN-08: a deleted account is null, and never a bot. */
export const person = orNull(
  z
    .object({ id: z.number(), login: z.string(), type: z.string() })
    .transform(({ id, login, type }): Person => ({ id, login, isBot: type === "Bot" })),
);

/** The id of the app that stands in the field; null without one. */
export const appId = orNull(z.object({ id: z.number() }).transform(({ id }) => id));

/** The answer to having created something. */
export const numbered = z.object({ id: z.number() });

export const repository = z
  .object({
    id: z.number(),
    name: z.string(),
    owner: z.object({ login: z.string() }),
    default_branch: z.string(),
  })
  .transform((raw): Repository => ({
    id: raw.id,
    owner: raw.owner.login,
    name: raw.name,
    defaultBranch: raw.default_branch,
  }));

export const state = z.enum(["open", "closed"]);

/** A pull request, with the base facts that only the adapter needs. */
export const pullRequest = z
  .object({
    number: z.number(),
    title: z.string(),
    body: text,
    user: person,
    state,
    draft: z.boolean().optional(),
    merged: z.boolean(),
    merge_commit_sha: orNull(z.string()),
    mergeable: orNull(z.boolean()),
    mergeable_state: z.enum(MERGE_STATES).catch("unknown"),
    head: z.object({
      sha: z.string(),
      ref: z.string(),
      repo: orNull(z.object({ id: z.number(), full_name: z.string() })),
    }),
    base: z.object({ ref: z.string(), sha: z.string(), repo: z.object({ id: z.number() }) }),
    labels: z.array(z.object({ name: z.string() })),
    maintainer_can_modify: z.boolean().optional(),
    created_at: time,
    merged_at: orNull(time),
  })
  .transform(({ head, base, ...raw }) => ({
    base,
    pull: {
      number: raw.number,
      title: raw.title,
      body: raw.body,
      author: raw.user,
      state: raw.state,
      draft: raw.draft ?? false,
      merged: raw.merged,
      mergeCommitSha: raw.merge_commit_sha,
      mergeable: raw.mergeable,
      mergeState: raw.mergeable_state,
      headSha: head.sha,
      headRef: head.ref,
      headRepository:
        head.repo === null ? null : { id: head.repo.id, fullName: head.repo.full_name },
      baseRef: base.ref,
      labels: raw.labels.map((label) => label.name),
      maintainerCanModify: raw.maintainer_can_modify ?? false,
      createdAt: raw.created_at,
      mergedAt: raw.merged_at,
    } satisfies PullRequest,
  }));

export const pullSummary = z
  .object({ number: z.number(), head: z.object({ sha: z.string() }), updated_at: time, state })
  .transform((raw): PullSummary => ({
    number: raw.number,
    headSha: raw.head.sha,
    updatedAt: raw.updated_at,
    state: raw.state,
  }));

/** A pull request as the list of a commit shows it. */
export const pullOfCommit = z.object({
  number: z.number(),
  base: z.object({ repo: z.object({ id: z.number() }) }),
});

const fileStatuses = {
  added: "added",
  // The file that was copied from stays where it is.
  copied: "added",
  modified: "modified",
  // Only the kind or the mode of the file changed.
  changed: "modified",
  removed: "removed",
  renamed: "renamed",
} as const;

/** Null for an entry that GitHub lists as unchanged; `blobSha` is null when GitHub withholds it. */
export const changedFile = z
  .object({
    filename: z.string(),
    previous_filename: z.string().optional(),
    status: z.enum(["added", "copied", "modified", "changed", "removed", "renamed", "unchanged"]),
    sha: z.string().nullable(),
  })
  .transform((raw): (Omit<ChangedFile, "blobSha"> & { blobSha: string | null }) | null => {
    if (raw.status === "unchanged") return null;
    const previousPath = raw.status === "renamed" ? (raw.previous_filename ?? null) : null;
    const status = fileStatuses[raw.status];
    return { path: raw.filename, previousPath, status, blobSha: raw.sha };
  });

const parents = z.array(z.object({ sha: z.string() }).transform(({ sha }) => sha));

/** A commit of a list, where Git's own part is nested. */
export const listedCommit = z
  .object({ sha: z.string(), commit: z.object({ message: z.string() }), parents })
  .transform((raw): Commit => ({
    sha: raw.sha,
    message: raw.commit.message,
    parents: raw.parents,
  }));

/** A commit of the Git database. */
export const gitCommit = z.object({ sha: z.string(), message: z.string(), parents });

export const comparison = z
  .object({
    merge_base_commit: z.object({ sha: z.string() }),
    base_commit: z.object({ sha: z.string() }),
    ahead_by: z.number(),
    behind_by: z.number(),
  })
  .transform((raw): Comparison => ({
    mergeBaseSha: raw.merge_base_commit.sha,
    baseSha: raw.base_commit.sha,
    aheadBy: raw.ahead_by,
    behindBy: raw.behind_by,
  }));
