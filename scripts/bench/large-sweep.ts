import type { SimulatedJob, SimulatedRun } from "../../src/simulator/story/run.ts";

/** A job family of a large sweep: how many jobs, on which runners, each for how long. */
export interface LargeFamily {
  readonly name: string;
  readonly jobs: number;
  readonly pool: string;
  readonly minutes: number;
}

/** Something that happens in a sweep; `at` in milliseconds since it began. */
export interface SweepMoment {
  readonly at: number;
  readonly act: () => void;
}

/** Three hundred jobs in eight families, over about three hours. */
export const LARGE_SWEEP: readonly LargeFamily[] = [
  { name: "canary", jobs: 1, pool: "b200", minutes: 8 },
  { name: "single-node 1k1k", jobs: 90, pool: "b200", minutes: 12 },
  { name: "single-node 8k1k", jobs: 80, pool: "b200", minutes: 19 },
  { name: "multi-node 1k1k", jobs: 24, pool: "mi355x", minutes: 22 },
  { name: "multi-node 8k1k", jobs: 20, pool: "mi355x", minutes: 31 },
  { name: "agentic", jobs: 25, pool: "mi355x", minutes: 27 },
  { name: "eval", jobs: 40, pool: "b200", minutes: 16 },
  { name: "agentic eval", jobs: 20, pool: "mi355x", minutes: 14 },
];

const MINUTE_MS = 60_000;
const RUNNERS: Readonly<Record<string, number>> = { b200: 20, mi355x: 12 };
/** So far apart runners are handed out, as GitHub does not do everything at the same moment. */
const APART_MS = 700;

/**
 * The moments of a sweep, in order: the canary first, then all other families at once, each runner
 * taking the next job of its pool. `failing` names jobs, by their place from zero, that fail.
 */
export function momentsOf(
  run: SimulatedRun,
  families: readonly LargeFamily[],
  failing: ReadonlySet<number>,
): readonly SweepMoment[] {
  const moments: SweepMoment[] = [{ at: 0, act: () => run.start() }];
  const free = new Map<string, number[]>();
  let place = 0;
  let begin = MINUTE_MS;
  for (const { name, jobs, pool, minutes } of families) {
    const runners = free.get(pool) ?? Array<number>(RUNNERS[pool] ?? 4).fill(begin);
    free.set(pool, runners);
    for (let index = 0; index < jobs; index += 1) {
      const [next = begin, ...others] = runners.sort((a, b) => a - b);
      const startsAt = Math.max(next, begin) + APART_MS * (index + 1);
      // No two jobs take equally long.
      const endsAt = startsAt + minutes * MINUTE_MS * (0.8 + ((place * 7) % 10) / 25);
      runners.splice(0, runners.length, ...others, endsAt);
      const jobName = `${name} / tiny ${pool} / ${index}`;
      const queuedAt = begin + index;
      moments.push(
        ...jobMoments(run, { jobName, pool, isFailing: failing.has(place) }, [
          queuedAt,
          startsAt,
          endsAt,
        ]),
      );
      if (name === "canary") begin = endsAt + MINUTE_MS;
      place += 1;
    }
  }
  return moments.sort((a, b) => a.at - b.at);
}

/** What happens within one span of time. */
export interface SweepWindow {
  /** Milliseconds since the sweep began. */
  readonly endsAt: number;
  readonly moments: readonly SweepMoment[];
}

/** The moments in spans of equal length, without the spans in which nothing happens. */
export function windowsOf(
  moments: readonly SweepMoment[],
  lengthMs: number,
): readonly SweepWindow[] {
  const windows = new Map<number, SweepMoment[]>();
  for (const moment of moments) {
    const endsAt = (Math.floor(moment.at / lengthMs) + 1) * lengthMs;
    windows.set(endsAt, [...(windows.get(endsAt) ?? []), moment]);
  }
  return [...windows].map(([endsAt, within]) => ({ endsAt, moments: within }));
}

interface Lot {
  readonly jobName: string;
  readonly pool: string;
  readonly isFailing: boolean;
}

function jobMoments(
  run: SimulatedRun,
  { jobName, pool, isFailing }: Lot,
  [queuedAt, startsAt, endsAt]: readonly [number, number, number],
): readonly SweepMoment[] {
  let job: SimulatedJob | null = null;
  const queue = (): void => {
    job = run.addJob(jobName, { labels: [pool] });
  };
  const start = (): void => {
    job?.start(`${pool}-runner`);
  };
  const end = (): void => {
    if (isFailing) job?.complete("failure", { failedStep: "Run the benchmark" });
    else job?.complete("success");
  };
  return [
    { at: queuedAt, act: queue },
    { at: startsAt, act: start },
    { at: endsAt, act: end },
  ];
}
