import type { Job } from "../model/github.ts";

export interface FamilyProgress {
  /** Job family: what stands before ` / ` in a job's name (spec/control-plane §6.2). */
  readonly family: string;
  readonly total: number;
  readonly done: number;
  readonly failed: number;
  readonly running: number;
}

export interface Progress {
  readonly families: readonly FamilyProgress[];
  readonly total: number;
  readonly done: number;
  readonly failed: number;
}

const RED: ReadonlySet<string> = new Set([
  "failure",
  "timed_out",
  "action_required",
  "startup_failure",
]);

/** True for a job that failed; a cancelled one did not. */
export function isRed(job: Job): boolean {
  return RED.has(job.conclusion ?? "");
}

/**
 * How far a run is, a job family at a time, families with failures first. `planned` gives the jobs
 * each family will have; GitHub creates a family's jobs only when the family starts.
 */
export function progressOf(
  jobs: readonly Job[],
  planned: Readonly<Record<string, number>>,
): Progress {
  const plannedJobs = new Map(Object.entries(planned));
  const families = new Map<string, Job[]>(Object.keys(planned).map((family) => [family, []]));
  for (const job of jobs) {
    const family = familyOf(job.name);
    if (family === null) continue;
    families.set(family, [...(families.get(family) ?? []), job]);
  }
  const rows = [...families]
    .map(([family, members]) => familyProgress(family, members, plannedJobs.get(family) ?? 0))
    .filter((row) => row.total > 0)
    .sort((a, b) => Number(b.failed > 0) - Number(a.failed > 0));
  return {
    families: rows,
    total: sum(rows.map((row) => row.total)),
    done: sum(rows.map((row) => row.done)),
    failed: sum(rows.map((row) => row.failed)),
  };
}

/** The job family of a job name, null for the workflow's own steps (set-up, collectors …). */
export function familyOf(jobName: string): string | null {
  const at = jobName.indexOf(" / ");
  return at <= 0 ? null : jobName.slice(0, at);
}

function familyProgress(family: string, jobs: readonly Job[], planned: number): FamilyProgress {
  const counted = jobs.filter((job) => job.conclusion !== "skipped");
  return {
    family,
    total: Math.max(planned, counted.length),
    done: counted.filter((job) => job.status === "completed").length,
    failed: counted.filter(isRed).length,
    running: counted.filter((job) => job.status === "in_progress").length,
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
