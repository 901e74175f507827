import { classify } from "../../core/causes/classify.ts";
import type { Signatures } from "../../core/causes/signatures.ts";
import { type CauseNeeds, causeNeeds } from "../../core/decide/cause-needs.ts";
import type { CauseReading } from "../../core/model/cause.ts";
import type { Facts, RunFacts } from "../../core/model/facts.ts";
import type { Job } from "../../core/model/github.ts";
import { type Reading, unknown } from "../../core/model/reading.ts";
import { failedAs } from "../errors.ts";
import type { GitHubReader } from "../port.ts";

/** Causes that were found before: a finished job never changes, and its log may be tens of megabytes. */
export interface CauseStore {
  /** By job id; those that are not known are missing. */
  read(
    repositoryId: number,
    jobIds: readonly number[],
  ): Promise<Readonly<Record<string, CauseReading>>>;
  write(repositoryId: number, jobId: number, cause: CauseReading): Promise<void>;
}

export interface CauseSources {
  readonly signatures: Signatures;
  readonly store: CauseStore;
}

/** Logs that are fetched side by side. */
const AT_ONCE = 5;
/** A log shows up within seconds of its job's end; what is missing after this long never comes. */
const LOG_LATE_MS = 60 * 60_000;

export interface CauseQuestion {
  readonly facts: Pick<Facts, "repository" | "config" | "now">;
  readonly runs: readonly RunFacts[];
}

/** Why the jobs of the shown run failed, each read once; what cannot be read is unknown, never guessed. */
export async function readCauses(
  github: GitHubReader,
  { signatures, store }: CauseSources,
  question: CauseQuestion,
): Promise<Facts["causes"]> {
  const { repository, config, now } = question.facts;
  const needs = causeNeeds(question.runs, config.inForce.sweep.autoRetry);
  const jobs = [...needs.failed, ...needs.stopped];
  if (jobs.length === 0) return {};
  const ids = jobs.map(({ id }) => id);
  const causes = { ...(await store.read(repository.id, ids)) };
  const open = jobs.filter(({ id }) => causes[String(id)] === undefined);
  for (let from = 0; from < open.length; from += AT_ONCE) {
    const down = isDown(causes);
    const batch = open.slice(from, from + AT_ONCE).map(async (job) => {
      const cause = down
        ? unknown("unavailable")
        : await readCause(github, signatures, { job, needs });
      causes[String(job.id)] = cause;
      if (isFinal(cause, job, now)) await store.write(repository.id, job.id, cause);
    });
    await Promise.all(batch);
  }
  return causes;
}

async function readCause(
  github: GitHubReader,
  signatures: Signatures,
  { job, needs }: { readonly job: Job; readonly needs: CauseNeeds },
): Promise<CauseReading> {
  const hasLog = needs.failed.includes(job);
  const [annotations, log] = await Promise.all([
    settled(github.listJobAnnotations(job.id)),
    // The log of a job that was only stopped says nothing that its annotations do not.
    hasLog ? settled(github.readJobLog(job.id)) : EMPTY_LOG,
  ]);
  return classify({ job, annotations, log }, signatures);
}

const EMPTY_LOG = { kind: "known", value: { parts: [] } } as const;

/** A server's fault leaves one log unread, and the rest of the look goes on. */
async function settled<T>(reading: Promise<Reading<T>>): Promise<Reading<T>> {
  try {
    return await reading;
  } catch (error) {
    if (failedAs(error, "unavailable")) return unknown("unavailable");
    if (failedAs(error, "invalid")) return unknown("unreadable");
    throw error;
  }
}

/** A storage that answered none of so many is not waited for by the others of this look. */
function isDown(causes: Facts["causes"]): boolean {
  const unavailable = Object.values(causes).filter(
    (cause) => cause.kind === "unknown" && cause.cause === "unavailable",
  );
  return unavailable.length >= AT_ONCE;
}

/** Whether asking again would give the same. */
function isFinal(cause: CauseReading, job: Job, now: number): boolean {
  if (cause.kind === "known") return true;
  if (cause.cause === "too_large") return true;
  return cause.cause === "not_found" && now - (job.completedAt ?? now) > LOG_LATE_MS;
}
