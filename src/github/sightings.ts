import { z } from "zod";
import type { Sighting } from "../core/model/run-states.ts";
import { job, workflowRun } from "./translate-actions.ts";

const Repository = z.object({ id: z.number() });
const JobPlace = z.object({
  repository: Repository,
  workflow_job: z.object({ run_id: z.number(), run_attempt: z.number().nullish() }),
});
const JobDelivery = z.object({ workflow_job: job });
const RunDelivery = z.object({ repository: Repository, workflow_run: workflowRun });

/** The state of a job or run that a delivery carries; null for all other deliveries, and for what is not as documented. */
export function sightingOf(event: string, payload: unknown): Sighting | null {
  if (event === "workflow_job") {
    const place = JobPlace.safeParse(payload).data;
    const state = JobDelivery.safeParse(payload).data?.workflow_job;
    if (place === undefined || state === undefined) return null;
    const { run_id: runId, run_attempt: attempt } = place.workflow_job;
    const at = { repositoryId: place.repository.id, runId, attempt: attempt ?? 1 };
    return { kind: "job", ...at, job: state };
  }
  if (event !== "workflow_run") return null;
  const { data } = RunDelivery.safeParse(payload);
  if (data === undefined) return null;
  return { kind: "run", repositoryId: data.repository.id, run: data.workflow_run };
}
