import type { JobLog, JobAnnotation } from "../core/model/cause.ts";
import { known, type Reading, unknown } from "../core/model/reading.ts";
import { asReading, GitHubFailure } from "./errors.ts";
import { keepEnds } from "./log-ends.ts";
import type { GitHub } from "./port.ts";
import type { Requests } from "./requests.ts";
import { annotation } from "./translate-actions.ts";

type JobLogs = Pick<GitHub, "readJobLog" | "listJobAnnotations">;

const logRoute = "GET /repos/{owner}/{repo}/actions/jobs/{job_id}/logs";
const annotationsRoute = "GET /repos/{owner}/{repo}/check-runs/{check_run_id}/annotations";

/** The link is good for a minute; a log of many megabytes takes a while. */
const DOWNLOAD_MS = 60_000;

/** What finished jobs have written, and what GitHub noted on them. */
export function jobLogsOf(requests: Requests): JobLogs {
  return {
    async readJobLog(jobId) {
      const place = await asReading(requests.locate(logRoute, { job_id: jobId }));
      return place.kind === "unknown" ? place : download(place.value, requests);
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

/**
 * Fetches a log from where GitHub keeps it. That is another company's storage: the link is its own
 * permission, and ours must not go there. A log that is gone is `not_found`.
 */
async function download(place: URL, requests: Requests): Promise<Reading<JobLog>> {
  const { baseUrl } = requests.octokit.request.endpoint.DEFAULTS;
  // GitHub's links are as safe as its API.
  if (place.protocol !== new URL(baseUrl).protocol) return unknown("unreadable");
  try {
    const signal = AbortSignal.timeout(DOWNLOAD_MS);
    const answer = await fetch(place, { redirect: "error", signal });
    if (answer.status === 404 || answer.status === 410) return unknown("not_found");
    if (!answer.ok || answer.body === null) throw broken(`status ${answer.status}`);
    const log = await keepEnds(answer.body);
    return log === null ? unknown("too_large") : known(log);
  } catch (error) {
    throw error instanceof GitHubFailure ? error : broken("the connection broke", error);
  }
}

function broken(message: string, cause?: unknown): GitHubFailure {
  return new GitHubFailure({
    kind: "unavailable",
    status: null,
    request: logRoute,
    message,
    cause,
  });
}
