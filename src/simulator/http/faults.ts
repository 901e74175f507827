/** One way in which GitHub misbehaves for a while. */
export interface Fault {
  readonly method?: string;
  readonly path: RegExp;
  /** Needed unless the connection hangs up or is merely slow. */
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** How many requests are hit; all when absent. */
  readonly times?: number;
  /** "after": the effect happens and only the answer is lost. */
  readonly when?: "before" | "after";
  readonly hangUp?: boolean;
  readonly latencyMs?: number;
}

interface ActiveFault {
  readonly fault: Fault;
  left: number;
}

/** The faults in force. The first that fits a request and is not used up hits it. */
export class Faults {
  #active: ActiveFault[] = [];

  /** Puts a fault in force; returns a function that ends it. */
  add(fault: Fault): () => void {
    const active = { fault, left: fault.times ?? Number.POSITIVE_INFINITY };
    this.#active.push(active);
    return () => {
      this.#active = this.#active.filter((one) => one !== active);
    };
  }

  /** The answer to going over the hourly limit, which resets at `resetAt` (milliseconds). */
  addPrimaryLimit(limit: {
    readonly path: RegExp;
    readonly times: number;
    readonly resetAt: number;
  }): void {
    const reset = String(Math.ceil(limit.resetAt / 1000));
    this.add({
      path: limit.path,
      times: limit.times,
      status: 403,
      body: {
        message: "API rate limit exceeded for installation.",
        documentation_url: DOCUMENTATION,
      },
      headers: { "x-ratelimit-remaining": "0", "x-ratelimit-reset": reset },
    });
  }

  /** The answer to asking too fast. */
  addSecondaryLimit(limit: {
    readonly path: RegExp;
    readonly times: number;
    readonly retryAfterSeconds: number;
  }): void {
    this.add({
      path: limit.path,
      times: limit.times,
      status: 403,
      body: {
        message:
          "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.",
        documentation_url: DOCUMENTATION,
      },
      headers: { "retry-after": String(limit.retryAfterSeconds) },
    });
  }

  /** Ends all faults. */
  clear(): void {
    this.#active = [];
  }

  /** Takes the fault that hits this request, and counts it. */
  take(method: string, path: string): Fault | null {
    const hit = this.#active.find(
      ({ fault, left }) =>
        left > 0 && (fault.method ?? method).toUpperCase() === method && fault.path.test(path),
    );
    if (hit === undefined) return null;
    hit.left -= 1;
    return hit.fault;
  }
}

const DOCUMENTATION = "https://docs.github.com/rest";
