/** A job that waits for a runner. */
export interface WaitingJob {
  readonly durationMs: number;
  /** Whether its end is asked for; others only hold runners. */
  readonly own: boolean;
}

/** A job on a runner now. */
export interface RunningJob {
  readonly endsAt: number;
  readonly own: boolean;
}

export interface PoolLoad {
  readonly runners: number;
  readonly running: readonly RunningJob[];
  /** In the order in which they are taken. */
  readonly waiting: readonly WaitingJob[];
}

/**
 * When the last own job of a pool ends if each runner that becomes free takes the next that waits;
 * null without own jobs. Times in milliseconds since the epoch. A rougher cousin, for a whole pool
 * at once, is in spec/control-plane §10 row 15.
 */
export function lastEnd(load: PoolLoad, now: number): number | null {
  const running = load.running.map((job) => ({ ...job, endsAt: Math.max(job.endsAt, now) }));
  // More jobs run than there should be runners: then the runner file is not up to date.
  const idle = Math.max(0, Math.max(1, load.runners) - running.length);
  const free = [...running.map((job) => job.endsAt), ...Array<number>(idle).fill(now)];
  const ends = running.filter((job) => job.own).map((job) => job.endsAt);
  for (const { durationMs, own } of load.waiting) {
    const next = indexOfLeast(free);
    const endsAt = (free[next] ?? now) + durationMs;
    free[next] = endsAt;
    if (own) ends.push(endsAt);
  }
  return ends.length === 0 ? null : Math.max(...ends);
}

function indexOfLeast(times: readonly number[]): number {
  return times.reduce((least, time, index) => (time < (times[least] ?? time) ? index : least), 0);
}
