import { setImmediate as turn, setTimeout as delay } from "node:timers/promises";
import type { Database } from "./sql.ts";
import type { Inbox, Route } from "./inbox.ts";
import { pruneRuns } from "./watched-runs.ts";

export interface DrainingOptions {
  readonly inbox: Inbox;
  readonly database: Database;
  readonly route: Route;
  readonly now: () => number;
  /** How long deliveries are gathered before they are routed; 100 by default. */
  readonly gatherMs?: number;
  readonly onError: (error: unknown) => void;
}

/** Small enough that webhooks are answered in between: the embedded database shares their thread. */
const batchSize = 50;
/** Deliveries come in bursts, and a batch costs about the same whatever its size. */
const defaultGatherMs = 100;
/** Deliveries that failed before, that did not fit into a batch, or that another process left behind. */
const pollMs = 1_000;
const housekeepingMs = 600_000;
const keepDoneMs = 7 * 24 * 3_600_000;
const keepRunsMs = 30 * 24 * 3_600_000;

/** Empties the inbox as deliveries come in, and keeps the database tidy, until stopped. */
export class Draining {
  readonly #options: DrainingOptions;
  readonly #timers: readonly NodeJS.Timeout[];
  readonly #stop = new AbortController();
  #running: Promise<void> | null = null;
  #again = false;
  /** How many deliveries the last round took. */
  #taken = 0;

  constructor(options: DrainingOptions) {
    this.#options = options;
    options.inbox.onStored(() => {
      this.#wake();
    });
    this.#timers = [
      setInterval(() => {
        this.#wake();
      }, pollMs).unref(),
      setInterval(() => {
        void this.#keepHouse();
      }, housekeepingMs).unref(),
    ];
    this.#wake();
  }

  /** Resolves when no stored delivery is due any more; those that failed are due again later. */
  async idle(): Promise<void> {
    do {
      this.#wake();
      await this.#running;
    } while (this.#taken > 0);
  }

  /** Stops after the batch that is being routed. */
  async stop(): Promise<void> {
    this.#stop.abort();
    this.#timers.forEach((timer) => {
      clearInterval(timer);
    });
    await this.#running;
  }

  #wake(): void {
    this.#again = true;
    if (this.#stop.signal.aborted) {
      return;
    }
    this.#running ??= this.#drainAll()
      .catch(this.#options.onError)
      .finally(() => {
        this.#running = null;
      });
  }

  async #drainAll(): Promise<void> {
    const { gatherMs = defaultGatherMs } = this.#options;
    while (this.#again && !this.#stop.signal.aborted) {
      this.#again = false;
      await delay(gatherMs, undefined, { signal: this.#stop.signal }).catch(() => undefined);
      await this.#drainWaiting();
    }
  }

  async #drainWaiting(): Promise<void> {
    const { inbox, route } = this.#options;
    this.#taken = 0;
    let taken = batchSize;
    while (taken === batchSize && !this.#stop.signal.aborted) {
      taken = await inbox.drain(batchSize, route);
      this.#taken += taken;
      await turn();
    }
  }

  async #keepHouse(): Promise<void> {
    const { inbox, database, now, onError } = this.#options;
    try {
      await inbox.prune(now() - keepDoneMs);
      await pruneRuns(database, now() - keepRunsMs);
      await database.tidy();
    } catch (error) {
      onError(error);
    }
  }
}
