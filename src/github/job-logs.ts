import type { JobLog, JobAnnotation } from "../core/model/cause.ts";
import { known, type Reading, unknown } from "../core/model/reading.ts";
import { download } from "./download.ts";
import { asReading } from "./errors.ts";
import { keepEnds } from "./log-ends.ts";
import type { GitHub } from "./port.ts";
import type { Requests } from "./requests.ts";
import { annotation } from "./translate-actions.ts";

type JobLogs = Pick<GitHub, "readJobLog" | "listJobAnnotations">;

const logRoute = "GET /repos/{owner}/{repo}/actions/jobs/{job_id}/logs";
const annotationsRoute = "GET /repos/{owner}/{repo}/check-runs/{check_run_id}/annotations";

/** What finished jobs have written, and what GitHub noted on them. */
export function jobLogsOf(requests: Requests): JobLogs {
  return {
    async readJobLog(jobId) {
      const place = await asReading(requests.locate(logRoute, { job_id: jobId }));
      return place.kind === "unknown" ? place : download(place.value, requests, readEnds);
    },
    listJobAnnotations(jobId) {
      const parameters = { check_run_id: jobId };
      return asReading(requests.list(jobAnnotation, annotationsRoute, { parameters }));
    },
  };
}

const jobAnnotation = annotation.transform(
  ({ annotation_level: level, message }): JobAnnotation => ({
    level: level ?? "",
    message,
  }),
);

async function readEnds(body: ReadableStream<Uint8Array>): Promise<Reading<JobLog>> {
  const log = await keepEnds(body);
  return log === null ? unknown("too_large") : known(log);
}
