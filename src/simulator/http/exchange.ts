/** A request and its answer as an observer sees them. */
export interface Exchange {
  readonly method: string;
  /** GitHub's path template; null when no route fits. */
  readonly route: string | null;
  /** Path with query, as asked. */
  readonly path: string;
  readonly requestBody: unknown;
  readonly status: number;
  /** Parsed JSON; null when the answer has no JSON body. */
  readonly responseBody: unknown;
}

/** A line of the request log. */
export interface RequestRecord {
  readonly method: string;
  readonly route: string | null;
  readonly path: string;
  readonly status: number;
  readonly notModified: boolean;
}
