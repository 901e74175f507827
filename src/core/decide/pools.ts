import { parseRunners } from "../contract/runners.ts";
import type { Documents, RunFacts } from "../model/facts.ts";
import type { Job } from "../model/github.ts";
import type { JobDuration } from "../model/run-states.ts";
import { familyOf } from "./progress.ts";

/** Runner labels and how many runners carry each, of both sides of the change; empty while the file is unread. */
export function runnerPools({ base, head }: Documents["runners"]): ReadonlyMap<string, number> {
  const files = [head, base].flatMap((side) => (side.kind === "known" ? (side.value ?? []) : []));
  return new Map(
    files
      .flatMap((file) => [...parseRunners(file).runners.labels])
      .map(([label, nodes]) => [label, nodes.length]),
  );
}

/** The pool that a job waits for or runs on; null when it asks for none of the known ones. */
export function poolOf(
  job: Pick<Job, "labels">,
  pools: { has: (label: string) => boolean },
): string | null {
  return job.labels.find((label) => pools.has(label)) ?? null;
}

/** How long the successful jobs of families took, where it is known on which pool. */
export function durationsOf(
  jobs: readonly Job[],
  pools: ReadonlySet<string>,
): readonly JobDuration[] {
  return jobs.flatMap((job): readonly JobDuration[] => {
    const family = familyOf(job.name);
    const pool = poolOf(job, pools);
    const { startedAt, completedAt, conclusion } = job;
    if (family === null || pool === null || conclusion !== "success") return [];
    if (startedAt === null || completedAt === null || completedAt < startedAt) return [];
    return [{ jobId: job.id, family, pool, ms: completedAt - startedAt, endedAt: completedAt }];
  });
}

/** Whether a run is the pull request's own and has not ended. */
export function isUnderWay(run: RunFacts | undefined): boolean {
  return run?.belongs === true && run.run.status !== "completed";
}
