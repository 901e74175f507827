import { createHash } from "node:crypto";
import type { Job } from "../state/records.ts";
import { worldOf } from "../state/world.ts";

/** GitHub keeps logs as long as artifacts, and gives links to them that are good for a minute. */
const KEPT_MS = 90 * 24 * 60 * 60 * 1000;
const LINK_MS = 60_000;

/** What is in the way of reading a job's log: there is none (404), or not any more (410). */
export function logObstacle(job: Job): 404 | 410 | null {
  if (job.log === null || job.completedAt === null) return 404;
  return worldOf(job.run.workflow.repository).now() - job.completedAt > KEPT_MS ? 410 : null;
}

/** A link that is its own permission, on another host than the API. */
export function logLink(job: Job): string {
  const world = worldOf(job.run.workflow.repository);
  const link = new URL(`/_logs/${job.run.workflow.repository.id}/${job.id}.txt`, world.url);
  link.hostname = "localhost";
  const expires = String(world.now() + LINK_MS);
  link.searchParams.set("se", expires);
  link.searchParams.set("sig", signatureOf(job, expires));
  return link.href;
}

/** Whether a link of `logLink` is right and still good. */
export function isGoodLink(job: Job, expires: string, signature: string): boolean {
  const isInTime = worldOf(job.run.workflow.repository).now() <= Number(expires);
  return isInTime && signature === signatureOf(job, expires);
}

function signatureOf(job: Job, expires: string): string {
  return createHash("sha256").update(`${job.id} ${expires}`).digest("hex");
}

/** The log as GitHub keeps it: each line with the time before it. */
export function logOf(job: Job, lines: string): string {
  const at = new Date(job.completedAt ?? 0).toISOString().replace("Z", "0000Z");
  const body = lines === "" ? [] : lines.split("\n");
  const first = "Current runner version: '2.330.0'";
  const failed =
    job.conclusion === "failure" ? ["##[error]Process completed with exit code 1."] : [];
  return [first, ...body, ...failed].map((line) => `${at} ${line}\n`).join("");
}
