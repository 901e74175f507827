import { isGoodLink, logLink, logObstacle, logOf } from "../acts/job-log.ts";
import { Refusal } from "../http/answer.ts";
import { type Call, found, numberParam, param } from "../http/call.ts";
import { repositoryRoute, route, type Route } from "../http/route.ts";
import type { Job, Repository } from "../state/records.ts";

function jobOf(repository: Repository, id: number): Job {
  const jobs = [...repository.runs.values()].flatMap((run) =>
    run.attempts.flatMap((attempt) => attempt.jobs),
  );
  return found(jobs.find((job) => job.id === id));
}

/** The storage behind the link: it takes no other permission than the link, and refuses two at once. */
function demandLinkOnly(call: Call, job: Job): void {
  const { query, headers } = call;
  const isGood = isGoodLink(job, query.get("se") ?? "", query.get("sig") ?? "");
  if (isGood && headers.authorization === undefined) return;
  throw new Refusal(403, "Server failed to authenticate the request.");
}

/** Logs of jobs: a redirect to a link that is good for a minute. */
export const jobLogRoutes: readonly Route[] = [
  repositoryRoute("GET /actions/jobs/{job_id}/logs", "actions:read", (call) => {
    const job = jobOf(call.repository, numberParam(call, "job_id"));
    const obstacle = logObstacle(job);
    if (obstacle === 404) throw new Refusal(404, "Not Found");
    if (obstacle === 410) throw new Refusal(410, "Gone");
    return { status: 302, headers: { location: logLink(job) } };
  }),
  route(
    "GET /_logs/{repository_id}/{file}",
    (call) => {
      const repository = found(call.world.repositories.get(numberParam(call, "repository_id")));
      const job = jobOf(repository, Number(param(call, "file").replace(".txt", "")));
      demandLinkOnly(call, job);
      const bytes = Buffer.from(logOf(job, found(job.log)));
      return { status: 200, bytes, headers: { "content-type": "text/plain" } };
    },
    false,
  ),
];
