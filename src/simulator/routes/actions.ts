import { z } from "zod";
import { dispatchWorkflow } from "../acts/dispatch.ts";
import { completeRun, rerun, succeeded } from "../acts/run.ts";
import { type Answer, created, noContent, ok, Refusal } from "../http/answer.ts";
import { found, numberParam, pagedIn, param, readBody, type RepositoryCall } from "../http/call.ts";
import { repositoryRoute, route, type Route } from "../http/route.ts";
import { apiUrl, pageUrl } from "../render/repository.ts";
import {
  isExpired,
  latestAttempt,
  renderArtifact,
  renderJob,
  renderRun,
  renderWorkflow,
} from "../render/run.ts";
import type { Artifact, Job, Run, Workflow } from "../state/records.ts";
import { worldOf } from "../state/world.ts";
import { selectRuns } from "./run-filter.ts";

const MONTH_MS = 30 * 24 * 3_600_000;

const dispatchWish = z.object({
  ref: z.string(),
  inputs: z.record(z.string(), z.unknown()).optional(),
  return_run_details: z.boolean().optional(),
});

function workflowAt(call: RepositoryCall): Workflow {
  const wanted = param(call, "workflow_id");
  return found(
    [...call.repository.workflows.values()].find(
      (workflow) => String(workflow.id) === wanted || workflow.path.split("/").at(-1) === wanted,
    ),
  );
}

function runAt(call: RepositoryCall): Run {
  return found(call.repository.runs.get(numberParam(call, "run_id")));
}

function artifactAt(call: RepositoryCall): Artifact {
  const id = numberParam(call, "artifact_id");
  const artifacts = [...call.repository.runs.values()].flatMap((run) => run.artifacts);
  return found(artifacts.find((artifact) => artifact.id === id));
}

function dispatch(call: RepositoryCall): Answer {
  const workflow = workflowAt(call);
  const wish = readBody(call, dispatchWish);
  const { ref, inputs = {} } = wish;
  const run = dispatchWorkflow(workflow, call.actor.account, { ref, inputs });
  if (wish.return_run_details !== true) return noContent;
  return ok({
    workflow_run_id: run.id,
    run_url: `${apiUrl(call.repository)}/actions/runs/${run.id}`,
    html_url: `${pageUrl(call.repository)}/actions/runs/${run.id}`,
  });
}

function cancel(call: RepositoryCall): Answer {
  const run = runAt(call);
  if (latestAttempt(run).status === "completed") {
    throw new Refusal(409, "Cannot cancel a workflow run that is completed.");
  }
  completeRun(run, "cancelled");
  return { status: 202, body: {} };
}

/** GitHub runs again what was created less than a month ago, has ended and, job by job, did not succeed. */
function refuseRerun(run: Run, which: "all" | "failed"): void {
  const latest = latestAttempt(run);
  if (latest.status !== "completed") {
    throw new Refusal(403, "This workflow is already running");
  }
  const { now } = worldOf(run.workflow.repository);
  if (now() - run.createdAt > MONTH_MS) {
    const verb = which === "all" ? "re-run" : "retry";
    const why = "because it was created over a month ago";
    throw new Refusal(403, `Unable to ${verb} this workflow run ${why}`);
  }
  if (which === "failed" && latest.jobs.every(succeeded)) {
    throw new Refusal(403, "This workflow run cannot be retried");
  }
}

function rerunRoute(which: "all" | "failed"): (call: RepositoryCall) => Answer {
  return (call) => {
    const run = runAt(call);
    refuseRerun(run, which);
    rerun(run, call.actor.account, which);
    return created({});
  };
}

function listJobs(call: RepositoryCall, jobs: readonly Job[]): Answer {
  return pagedIn(call, "jobs", jobs, renderJob);
}

/** Every job of every attempt once: jobs that a re-run kept belong to several attempts. */
function allJobs(run: Run): readonly Job[] {
  return [...new Set(run.attempts.flatMap((attempt) => attempt.jobs))];
}

const runRoutes: readonly Route[] = [
  repositoryRoute("GET /actions/runs", "actions:read", (call) =>
    selectRuns(call, [...call.repository.runs.values()]),
  ),
  repositoryRoute("GET /actions/runs/{run_id}", "actions:read", (call) =>
    ok(renderRun(runAt(call))),
  ),
  repositoryRoute(
    "GET /actions/runs/{run_id}/attempts/{attempt_number}",
    "actions:read",
    (call) => {
      const run = runAt(call);
      return ok(renderRun(run, found(run.attempts[numberParam(call, "attempt_number") - 1])));
    },
  ),
  repositoryRoute(
    "GET /actions/runs/{run_id}/attempts/{attempt_number}/jobs",
    "actions:read",
    (call) => {
      const attempt = found(runAt(call).attempts[numberParam(call, "attempt_number") - 1]);
      return listJobs(call, attempt.jobs);
    },
  ),
  repositoryRoute("GET /actions/runs/{run_id}/jobs", "actions:read", (call) => {
    const run = runAt(call);
    return listJobs(
      call,
      call.query.get("filter") === "all" ? allJobs(run) : latestAttempt(run).jobs,
    );
  }),
  repositoryRoute("GET /actions/runs/{run_id}/artifacts", "actions:read", (call) => {
    const name = call.query.get("name");
    const artifacts = runAt(call).artifacts.filter((one) => name === null || one.name === name);
    return pagedIn(call, "artifacts", artifacts.toReversed(), renderArtifact);
  }),
  repositoryRoute("POST /actions/runs/{run_id}/cancel", "actions:write", cancel),
  repositoryRoute("POST /actions/runs/{run_id}/rerun", "actions:write", rerunRoute("all")),
  repositoryRoute(
    "POST /actions/runs/{run_id}/rerun-failed-jobs",
    "actions:write",
    rerunRoute("failed"),
  ),
];

/** GitHub Actions: workflows, runs, jobs, artifacts. */
export const actionRoutes: readonly Route[] = [
  ...runRoutes,
  repositoryRoute("GET /actions/workflows", "actions:read", (call) =>
    pagedIn(call, "workflows", [...call.repository.workflows.values()], renderWorkflow),
  ),
  repositoryRoute("GET /actions/workflows/{workflow_id}", "actions:read", (call) =>
    ok(renderWorkflow(workflowAt(call))),
  ),
  repositoryRoute("GET /actions/workflows/{workflow_id}/runs", "actions:read", (call) => {
    const workflow = workflowAt(call);
    const runs = [...call.repository.runs.values()].filter((run) => run.workflow === workflow);
    return selectRuns(call, runs);
  }),
  repositoryRoute("POST /actions/workflows/{workflow_id}/dispatches", "actions:write", dispatch),
  repositoryRoute("GET /actions/jobs/{job_id}", "actions:read", (call) => {
    const id = numberParam(call, "job_id");
    const jobs = [...call.repository.runs.values()].flatMap(allJobs);
    return ok(renderJob(found(jobs.find((job) => job.id === id))));
  }),
  repositoryRoute("GET /actions/artifacts/{artifact_id}", "actions:read", (call) =>
    ok(renderArtifact(artifactAt(call))),
  ),
  repositoryRoute(
    "GET /actions/artifacts/{artifact_id}/{archive_format}",
    "actions:read",
    (call) => {
      const artifact = artifactAt(call);
      if (param(call, "archive_format") !== "zip") throw new Refusal(404, "Not Found");
      if (isExpired(artifact)) throw new Refusal(410, "Artifact has expired");
      // Another origin, as on GitHub: clients that follow by themselves leave their token behind.
      const storage = call.world.url.replace("//127.0.0.1:", "//localhost:");
      const location = `${storage}/_artifacts/${call.repository.id}/${artifact.id}.zip`;
      return { status: 302, headers: { location } };
    },
  ),
  route(
    "GET /_artifacts/{repository_id}/{file}",
    async (call) => {
      // The storage knows signed addresses only, and takes a token for a bad one of its own.
      if (call.headers.authorization !== undefined)
        throw new Refusal(403, "InvalidAuthenticationInfo");
      const repository = found(call.world.repositories.get(numberParam(call, "repository_id")));
      const id = Number(param(call, "file").replace(".zip", ""));
      const artifacts = [...repository.runs.values()].flatMap((run) => run.artifacts);
      const bytes = await found(artifacts.find((artifact) => artifact.id === id)).zip();
      return { status: 200, bytes, headers: { "content-type": "application/zip" } };
    },
    false,
  ),
];
