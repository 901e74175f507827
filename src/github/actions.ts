import { z } from "zod";
import { DISPATCH_INPUTS } from "../core/model/limits.ts";
import { asReading, failedAs, GitHubFailure } from "./errors.ts";
import type { GitHub } from "./port.ts";
import { type Requests, translate } from "./requests.ts";
import { fileName, listRuns } from "./runs.ts";
import { artifact, job, workflowRun } from "./translate-actions.ts";

type Actions = Pick<
  GitHub,
  | "listRuns"
  | "readRun"
  | "listJobs"
  | "listArtifacts"
  | "cancelRun"
  | "rerunRun"
  | "dispatchWorkflow"
  | "dispatchRepository"
>;

const workflowRoute = "/repos/{owner}/{repo}/actions/workflows/{workflow_id}";
const runRoute = "/repos/{owner}/{repo}/actions/runs/{run_id}";

/** Most fields a repository_dispatch payload may have. */
const payloadFields = 10;

/** Workflow runs: reading, cancelling, starting. */
export function actionsOf(requests: Requests): Actions {
  return {
    listRuns: (workflow, query) => listRuns(requests, workflow, query),
    readRun: (runId) => asReading(requests.read(workflowRun, `GET ${runRoute}`, { run_id: runId })),
    listJobs(runId) {
      const parameters = { run_id: runId, filter: "latest" };
      return requests.list(job, `GET ${runRoute}/jobs`, { parameters, key: "jobs" });
    },
    listArtifacts(runId) {
      const parameters = { run_id: runId };
      return requests.list(artifact, `GET ${runRoute}/artifacts`, { parameters, key: "artifacts" });
    },
    cancelRun: (runId) => cancelRun(requests, runId),
    async rerunRun(runId, which) {
      const action = which === "all" ? "rerun" : "rerun-failed-jobs";
      await requests.send(`POST ${runRoute}/${action}`, { run_id: runId });
    },
    async dispatchWorkflow(workflow, ref, inputs) {
      atMost(DISPATCH_INPUTS, inputs);
      const answer = await requests.send(`POST ${workflowRoute}/dispatches`, {
        workflow_id: fileName(workflow),
        ref,
        inputs,
        return_run_details: true,
      });
      if (answer.status === 204) return { runId: null };
      return translate(dispatched, answer.data, answer);
    },
    async dispatchRepository({ owner, name }, eventType, payload) {
      atMost(payloadFields, payload);
      const body = { event_type: eventType, client_payload: payload };
      const target = { owner, repo: name };
      await requests.send("POST /repos/{owner}/{repo}/dispatches", { ...target, ...body });
    },
  };
}

/** Servers from before `return_run_details` ignore it. */
const dispatched = z
  .object({ workflow_run_id: z.number().nullish() })
  .transform(({ workflow_run_id: runId }) => ({ runId: runId ?? null }));

function atMost(most: number, fields: Readonly<Record<string, string>>): void {
  const count = Object.keys(fields).length;
  if (count > most) throw new RangeError(`${count} inputs, GitHub takes at most ${most}`);
}

/** A 409 means that the run has ended, or that it cannot be cancelled yet; a run that is gone has ended, too. */
async function cancelRun(requests: Requests, runId: number): Promise<"done" | "not_yet"> {
  try {
    await requests.send(`POST ${runRoute}/cancel`, { run_id: runId });
  } catch (error) {
    if (failedAs(error, "gone")) return "done";
    if (!(error instanceof GitHubFailure) || error.status !== 409) throw error;
    const run = await requests.read(workflowRun, `GET ${runRoute}`, { run_id: runId });
    return run.status === "completed" ? "done" : "not_yet";
  }
  return "done";
}
