import type { Facts, RunFacts } from "../model/facts.ts";
import type { Job } from "../model/github.ts";
import { inTurn, placed, type PlacedJob, waits } from "./placed-jobs.ts";
import { runnerPools } from "./pools.ts";
import { type Remaining, remainingOf } from "./remaining.ts";
import type { PlannedJobs } from "./validation.ts";

/** What a running sweep still has before it; what is not known is left out. */
export interface Outlook {
  /** The job that has been running longest, with its age in whole minutes. */
  readonly oldest: { readonly name: string; readonly minutes: number } | null;
  /** Pools whose runners this run's jobs wait for, the most waited for first. */
  readonly queues: readonly Queue[];
  readonly remaining: Remaining | null;
}

export interface Queue {
  readonly pool: string;
  readonly waiting: number;
  /** Jobs of other pull requests that wait longer than the first of these. */
  readonly before: number;
}

const MINUTE_MS = 60_000;
/** Runners of a pool that the runner file does not count (spec/control-plane §10 row 15). */
const RUNNERS_UNTOLD = 4;

/** Age of the oldest job, queues and time left of a run in progress; null for any other. `planned` is empty where the run is not the present plan's. */
export function outlookOf(
  shown: RunFacts | null,
  planned: readonly PlannedJobs[],
  facts: Facts,
): Outlook | null {
  if (shown?.jobs == null || shown.run.status !== "in_progress") return null;
  const pools = sizesOf(facts, planned);
  const jobs = shown.jobs.flatMap((job) => placed(job, pools, true));
  const others = (facts.pools?.others ?? []).flatMap((job) => placed(job, pools, false));
  return {
    oldest: oldestOf(shown.jobs, facts.now),
    queues: facts.pools === null ? [] : queuesOf(jobs, others),
    remaining:
      facts.pools === null
        ? null
        : remainingOf({ jobs, others, planned, pools }, facts.pools, facts),
  };
}

function sizesOf(facts: Facts, planned: readonly PlannedJobs[]): ReadonlyMap<string, number> {
  const told = runnerPools(facts.documents.runners);
  const all = new Set([...told.keys(), ...planned.map(({ pool }) => pool)]);
  return new Map(
    [...all].map((pool) => {
      const runners = told.get(pool) ?? 0;
      return [pool, runners > 0 ? runners : RUNNERS_UNTOLD];
    }),
  );
}

function oldestOf(jobs: readonly Job[], now: number): Outlook["oldest"] {
  const running = jobs
    .filter((job) => job.status === "in_progress")
    .flatMap(({ name, startedAt }) => (startedAt === null ? [] : [{ name, startedAt }]))
    .sort((a, b) => a.startedAt - b.startedAt);
  const [oldest] = running;
  if (oldest === undefined) return null;
  const minutes = Math.max(0, Math.floor((now - oldest.startedAt) / MINUTE_MS));
  return { name: oldest.name, minutes };
}

function queuesOf(jobs: readonly PlacedJob[], others: readonly PlacedJob[]): readonly Queue[] {
  const waiting = jobs.filter(waits).sort(inTurn);
  const pools = new Set(waiting.flatMap(({ pool }) => pool ?? []));
  return [...pools]
    .map((pool): Queue => {
      const own = waiting.filter((each) => each.pool === pool);
      const [first] = own;
      const before = others.filter(
        (each) =>
          each.pool === pool && waits(each) && first !== undefined && inTurn(each, first) < 0,
      );
      return { pool, waiting: own.length, before: before.length };
    })
    .sort((a, b) => b.waiting - a.waiting);
}
