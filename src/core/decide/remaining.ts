import type { Facts } from "../model/facts.ts";
import type { PoolFacts } from "../model/run-states.ts";
import { type EstimateOf, estimates } from "./durations.ts";
import { inTurn, type PlacedJob, waits } from "./placed-jobs.ts";
import { lastEnd, type PoolLoad, type RunningJob, type WaitingJob } from "./schedule.ts";
import type { PlannedJobs } from "./validation.ts";

const MINUTE_MS = 60_000;

/** How long a run still takes, and what that rests on. */
export interface Remaining {
  readonly minutes: number;
  /** Earlier jobs that the estimate rests on; 0 for none. */
  readonly pastJobs: number;
  /** Whether nominal times stand in where there is no earlier job. */
  readonly nominal: boolean;
}

/** The jobs of a run and of others beside it, by pool. */
export interface Load {
  readonly jobs: readonly PlacedJob[];
  readonly others: readonly PlacedJob[];
  readonly planned: readonly PlannedJobs[];
  readonly pools: ReadonlyMap<string, number>;
}

/** Null where nothing is left to estimate, or where a job asks for a runner that is not known: the estimate would be too short. */
export function remainingOf(load: Load, { durations }: PoolFacts, facts: Facts): Remaining | null {
  if (load.jobs.some(({ pool }) => pool === null)) return null;
  const estimateOf = estimates(durations, load.planned, facts.config.inForce);
  const toCome = stillToCome(load);
  const ends = [...load.pools].flatMap(([pool, runners]) => {
    const end = lastEnd(
      loadOf(pool, { ...load, toCome, runners, estimateOf }, facts.now),
      facts.now,
    );
    return end ?? [];
  });
  if (ends.length === 0) return null;
  const unfinished = load.jobs.filter(({ job }) => job.status !== "completed");
  const kinds = [...unfinished, ...toCome].map(({ family, pool }) => ({
    family,
    pool: pool ?? "",
  }));
  const used = new Map(
    kinds.map(({ family, pool }) => [JSON.stringify([family, pool]), estimateOf(family, pool)]),
  );
  return {
    minutes: Math.ceil((Math.max(...ends) - facts.now) / MINUTE_MS),
    pastJobs: [...used.values()].reduce((total, { pastJobs }) => total + pastJobs, 0),
    nominal: [...used.values()].some(({ pastJobs }) => pastJobs === 0),
  };
}

/** Planned jobs that GitHub has not created yet: it does so only when their family starts. A skipped family does not come. */
function stillToCome({ jobs, planned }: Load): readonly PlannedJobs[] {
  return planned.flatMap((plan) => {
    const family = jobs.filter((each) => each.family === plan.family);
    if (family.some(({ job }) => job.conclusion === "skipped")) return [];
    const created = family.filter(({ pool }) => pool === plan.pool).length;
    return created >= plan.jobs ? [] : [{ ...plan, jobs: plan.jobs - created }];
  });
}

interface PoolInput extends Load {
  readonly toCome: readonly PlannedJobs[];
  readonly runners: number;
  readonly estimateOf: EstimateOf;
}

function loadOf(pool: string, input: PoolInput, now: number): PoolLoad {
  const { runners, estimateOf, toCome } = input;
  const here = [...input.jobs, ...input.others].filter((each) => each.pool === pool);
  const running = here
    .filter(({ job }) => job.status === "in_progress")
    .map(({ job, family, own }): RunningJob => {
      const expected = (job.startedAt ?? now) + estimateOf(family, pool).ms;
      return { endsAt: Math.max(now + MINUTE_MS, expected), own };
    });
  const queued = here
    .filter(waits)
    .sort(inTurn)
    .map(({ family, own }): WaitingJob => ({ durationMs: estimateOf(family, pool).ms, own }));
  const planned = toCome
    .filter((plan) => plan.pool === pool)
    .flatMap(({ family, jobs }) =>
      Array.from({ length: jobs }, (): WaitingJob => ({
        durationMs: estimateOf(family, pool).ms,
        own: true,
      })),
    );
  return { runners, running, waiting: [...queued, ...planned] };
}
