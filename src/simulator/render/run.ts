import type { Artifact, Job, Pull, Run, RunAttempt, Workflow } from "../state/records.ts";
import { worldOf } from "../state/world.ts";
import { renderAccount } from "./account.ts";
import { renderPushedCommit } from "./commit.ts";
import { iso, isoOrNull, type Json, nodeId } from "./json.ts";
import { pullsWithHead, renderMinimalPull } from "./pull.ts";
import { apiUrl, pageUrl, renderMinimalRepository } from "./repository.ts";

/** "workflow". */
export function renderWorkflow(workflow: Workflow): Json {
  const { repository, id, path } = workflow;
  const file = path.split("/").at(-1) ?? path;
  return {
    id,
    node_id: nodeId("W", id),
    name: workflow.name,
    path,
    state: "active",
    created_at: iso(workflow.createdAt),
    updated_at: iso(workflow.createdAt),
    url: `${apiUrl(repository)}/actions/workflows/${id}`,
    html_url: `${pageUrl(repository)}/blob/${repository.defaultBranch}/${path}`,
    badge_url: `${pageUrl(repository)}/workflows/${encodeURIComponent(file)}/badge.svg`,
  };
}

/** The newest attempt of a run; a run always has one. */
export function latestAttempt(run: Run): RunAttempt {
  const attempt = run.attempts.at(-1);
  if (attempt === undefined) throw new Error(`run ${run.id} has no attempt`);
  return attempt;
}

function runPulls(run: Run): readonly Pull[] {
  return run.headRepository === run.workflow.repository
    ? pullsWithHead(run.workflow.repository, run.headSha)
    : [];
}

function runAddresses(run: Run, attempt: RunAttempt): Json {
  const api = apiUrl(run.workflow.repository);
  const url = `${api}/actions/runs/${run.id}`;
  const previous = attempt.number - 1;
  return {
    url,
    html_url: `${pageUrl(run.workflow.repository)}/actions/runs/${run.id}`,
    jobs_url: `${url}/jobs`,
    logs_url: `${url}/logs`,
    check_suite_url: `${api}/check-suites/${run.suiteId}`,
    artifacts_url: `${url}/artifacts`,
    cancel_url: `${url}/cancel`,
    rerun_url: `${url}/rerun`,
    previous_attempt_url: previous === 0 ? null : `${url}/attempts/${previous}`,
    workflow_url: `${api}/actions/workflows/${run.workflow.id}`,
  };
}

/** "workflow-run", at its latest attempt or an earlier one. */
export function renderRun(run: Run, attempt: RunAttempt = latestAttempt(run)): Json {
  const { workflow } = run;
  const { repository } = workflow;
  const world = worldOf(repository);
  return {
    ...runAddresses(run, attempt),
    id: run.id,
    name: workflow.name,
    node_id: nodeId("WFR", run.id),
    check_suite_id: run.suiteId,
    check_suite_node_id: nodeId("CS", run.suiteId),
    head_branch: run.headBranch,
    head_sha: run.headSha,
    path: workflow.path,
    run_number: run.number,
    run_attempt: attempt.number,
    display_title: run.displayTitle,
    event: run.event,
    status: attempt.status,
    conclusion: attempt.conclusion,
    workflow_id: workflow.id,
    referenced_workflows: [],
    pull_requests: runPulls(run).map(renderMinimalPull),
    created_at: iso(run.createdAt),
    updated_at: iso(attempt.updatedAt),
    run_started_at: iso(attempt.startedAt),
    actor: renderAccount(world, run.actor),
    triggering_actor: renderAccount(world, attempt.triggeredBy),
    head_commit: renderPushedCommit(repository, repository.git.commit(run.headSha)),
    repository: renderMinimalRepository(repository),
    head_repository: renderMinimalRepository(run.headRepository),
    head_repository_id: run.headRepository.id,
  };
}

function renderSteps(job: Job): Json[] {
  return job.steps.map((step, index) => ({
    name: step.name,
    status: "completed",
    conclusion: step.conclusion,
    number: index + 1,
    started_at: isoOrNull(job.startedAt),
    completed_at: isoOrNull(job.completedAt),
  }));
}

/** "job". */
export function renderJob(job: Job): Json {
  const { run, id } = job;
  const { repository } = run.workflow;
  const api = apiUrl(repository);
  return {
    id,
    run_id: run.id,
    run_url: `${api}/actions/runs/${run.id}`,
    run_attempt: job.attempt,
    node_id: nodeId("CR", id),
    head_sha: run.headSha,
    head_branch: run.headBranch,
    workflow_name: run.workflow.name,
    url: `${api}/actions/jobs/${id}`,
    html_url: `${pageUrl(repository)}/actions/runs/${run.id}/job/${id}`,
    status: job.status,
    conclusion: job.conclusion,
    created_at: iso(job.createdAt),
    // GitHub fills this even for jobs that wait; a reader must look at the status.
    started_at: iso(job.startedAt ?? job.createdAt),
    completed_at: isoOrNull(job.completedAt),
    name: job.name,
    steps: renderSteps(job),
    check_run_url: `${api}/check-runs/${id}`,
    labels: job.labels,
    runner_id: job.runnerName === null ? null : 1,
    runner_name: job.runnerName,
    runner_group_id: job.runnerName === null ? null : 1,
    runner_group_name: job.runnerName === null ? null : "Default",
  };
}

/** Whether the artifact can no longer be downloaded. */
export function isExpired(artifact: Artifact): boolean {
  return artifact.expired || worldOf(artifact.run.workflow.repository).now() >= artifact.expiresAt;
}

/** "artifact". */
export function renderArtifact(artifact: Artifact): Json {
  const { run, id } = artifact;
  const { repository } = run.workflow;
  const url = `${apiUrl(repository)}/actions/artifacts/${id}`;
  return {
    id,
    node_id: nodeId("ART", id),
    name: artifact.name,
    size_in_bytes: artifact.sizeBytes,
    url,
    archive_download_url: `${url}/zip`,
    expired: isExpired(artifact),
    created_at: iso(artifact.createdAt),
    updated_at: iso(artifact.createdAt),
    expires_at: iso(artifact.expiresAt),
    workflow_run: {
      id: run.id,
      repository_id: repository.id,
      head_repository_id: run.headRepository.id,
      head_branch: run.headBranch,
      head_sha: run.headSha,
    },
  };
}
