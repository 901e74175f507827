/** GitHub's JSON for workflow runs, jobs, artifacts, check runs and statuses, in our words. */
import { z } from "zod";
import {
  type Artifact,
  type CheckRun,
  type CommitStatus,
  CONCLUSIONS,
  type Job,
  RUN_STATUSES,
  type WorkflowRun,
} from "../core/model/github.ts";
import { appId, orNull, person, text, time } from "./translate.ts";

const status = z.enum(RUN_STATUSES);
const conclusion = orNull(z.enum(CONCLUSIONS));

export const workflowRun = z
  .object({
    id: z.number(),
    run_attempt: z.number().optional(),
    display_title: z.string(),
    event: z.string(),
    // Null for a moment after the run was created.
    status: orNull(status),
    conclusion,
    head_sha: z.string(),
    head_branch: orNull(z.string()),
    path: z.string(),
    actor: person,
    created_at: time,
    updated_at: time,
    run_started_at: orNull(time),
    html_url: z.string(),
    pull_requests: orNull(z.array(z.object({ number: z.number() }))),
  })
  .transform((raw): WorkflowRun => ({
    id: raw.id,
    attempt: raw.run_attempt ?? 1,
    attemptStartedAt: raw.run_started_at ?? raw.created_at,
    displayTitle: raw.display_title,
    event: raw.event,
    status: raw.status ?? "requested",
    conclusion: raw.conclusion,
    headSha: raw.head_sha,
    headBranch: raw.head_branch,
    path: raw.path.replace(/@.*$/s, ""),
    actor: raw.actor,
    createdAt: raw.created_at,
    updatedAt: raw.updated_at,
    url: raw.html_url,
    pullNumbers: (raw.pull_requests ?? []).map((pull) => pull.number),
  }));

const steps = z
  .array(z.object({ name: z.string(), conclusion: orNull(z.string()) }))
  .nullish()
  .transform((list) => {
    const failed = (list ?? []).find(
      (step) => step.conclusion === "failure" || step.conclusion === "timed_out",
    );
    return failed?.name ?? null;
  });

export const job = z
  .object({
    id: z.number(),
    name: z.string(),
    status,
    conclusion,
    started_at: orNull(time),
    completed_at: orNull(time),
    html_url: orNull(z.string()),
    runner_name: orNull(z.string()),
    labels: z
      .array(z.string())
      .nullish()
      .transform((list) => list ?? []),
    steps,
  })
  .transform((raw): Job => ({
    id: raw.id,
    name: raw.name,
    status: raw.status,
    conclusion: raw.conclusion,
    startedAt: raw.started_at,
    completedAt: raw.completed_at,
    url: raw.html_url,
    runnerName: raw.runner_name,
    labels: raw.labels,
    failedStep: raw.steps,
  }));

export const artifact = z
  .object({
    id: z.number(),
    name: z.string(),
    size_in_bytes: z.number(),
    expired: z.boolean(),
    expires_at: orNull(time),
    created_at: orNull(time),
  })
  .transform((raw): Artifact => ({
    id: raw.id,
    name: raw.name,
    sizeBytes: raw.size_in_bytes,
    expired: raw.expired,
    expiresAt: raw.expires_at,
    createdAt: raw.created_at,
  }));

export const checkRun = z
  .object({
    id: z.number(),
    name: z.string(),
    app: appId,
    head_sha: z.string(),
    external_id: text,
    status,
    conclusion,
    details_url: orNull(z.string()),
    output: z.object({ title: text, summary: text }),
    started_at: orNull(time),
  })
  .transform((raw): CheckRun => ({
    id: raw.id,
    name: raw.name,
    appId: raw.app,
    headSha: raw.head_sha,
    externalId: raw.external_id,
    status: raw.status,
    conclusion: raw.conclusion,
    detailsUrl: raw.details_url,
    title: raw.output.title,
    summary: raw.output.summary,
    startedAt: raw.started_at,
  }));

/** An annotation as it stands on a check run already. */
export const annotation = z.object({
  path: z.string(),
  start_line: z.number(),
  end_line: z.number(),
  annotation_level: orNull(z.string()),
  title: text,
  message: text,
});

export const commitStatus = z
  .object({
    context: z.string(),
    state: z.enum(["error", "failure", "pending", "success"]),
    description: text,
    target_url: orNull(z.string()),
    creator: person,
  })
  .transform((raw): CommitStatus => ({
    context: raw.context,
    state: raw.state,
    description: raw.description,
    targetUrl: raw.target_url,
    creator: raw.creator,
  }));
