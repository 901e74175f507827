/** What an installation may ask in an hour. */
const HOURLY_LIMIT = 15_000;
const HOUR_SECONDS = 3_600;

export interface Rate {
  readonly limit: number;
  readonly used: number;
  readonly remaining: number;
  /** Seconds since the epoch. */
  readonly reset: number;
}

/** The limit as headers and /rate_limit tell it; it is counted but never enforced: faults do that. */
export function renderRate(now: number, used: number): Rate {
  const hour = Math.floor(now / 1000 / HOUR_SECONDS);
  return {
    limit: HOURLY_LIMIT,
    used,
    remaining: Math.max(0, HOURLY_LIMIT - used),
    reset: (hour + 1) * HOUR_SECONDS,
  };
}
