import { setTimeout as delay } from "node:timers/promises";
import type { PgBoss } from "pg-boss";
import { pullKey, type PullRef } from "../core/model/signal.ts";
import { askReconcile, QUEUE, scheduleReconcile, startBoss } from "./boss.ts";
import type { Database, Statements } from "./sql.ts";
import { Later } from "./later.ts";
import { readWaits } from "./pass-times.ts";
import { readQueueState, type QueueState } from "./queue-state.ts";
import { Workers, type Pass, type QueueCounters, type WorkOptions } from "./workers.ts";

export type { QueueState } from "./queue-state.ts";
export type { Pass, QueueCounters, WorkOptions } from "./workers.ts";

export interface PullQueueOptions {
  /** A refresh waits this long, so that a burst of events becomes one pass. */
  readonly debounceMs?: number;
  /** Two passes over one pull request begin at least this far apart; eight debounces by default. */
  readonly spacingMs?: number;
  /** A failing pass is repeated this often before it is given up. */
  readonly retries?: number;
  /** Wait before the first repetition, in whole seconds; doubles each time, at most ten minutes. */
  readonly retrySeconds?: number;
  /** Errors of the queue itself: it goes on and tries again. */
  readonly onError: (error: unknown) => void;
}

const defaultDebounceMs = 250;
const defaultGraceMs = 20_000;
const drainedPollMs = 50;

/** Opens the queue on the database; what a killed process was running is taken up again. */
export async function openPullQueue(
  database: Database,
  options: PullQueueOptions,
): Promise<PullQueue> {
  return new PullQueue(await startBoss(database, options), database, options);
}

/** The looks at pull requests that are to be done: folded, spaced, one at a time for each, repeated when they fail. */
export class PullQueue {
  readonly counters: QueueCounters;
  readonly #boss: PgBoss;
  readonly #database: Database;
  readonly #pace: { readonly debounceMs: number; readonly spacingMs: number };
  readonly #workers: Workers;
  readonly #later: Later;

  constructor(boss: PgBoss, database: Database, options: PullQueueOptions) {
    const { debounceMs = defaultDebounceMs, onError } = options;
    this.counters = { passes: 0, failedPasses: 0, givenUp: 0 };
    this.#boss = boss;
    this.#database = database;
    this.#pace = { debounceMs, spacingMs: options.spacingMs ?? debounceMs * 8 };
    this.#workers = new Workers({
      boss,
      database,
      counters: this.counters,
      spacingMs: this.#pace.spacingMs,
      refresh: async (ref) => {
        await this.refresh(ref);
      },
      onError,
    });
    this.#later = new Later(database, {
      refreshAll: async (refs, db) => {
        await this.refreshAll(refs, db);
      },
      onError,
    });
  }

  /** Asks for a look at the pull request. Folds into a look that already waits, never into one that runs. */
  async refresh(ref: PullRef): Promise<void> {
    await this.refreshAll([ref]);
  }

  /** Many refreshes in one statement, as a part of the transaction if one is given. */
  async refreshAll(refs: readonly PullRef[], db: Statements = this.#database): Promise<void> {
    if (refs.length === 0) {
      return;
    }
    const waitsMs = await readWaits(db, refs, this.#pace);
    const jobs = refs.flatMap((ref) => {
      const key = pullKey(ref);
      const waitMs = waitsMs.get(key);
      return waitMs === undefined
        ? []
        : [{ data: ref, singletonKey: key, startAfter: waitMs / 1_000 }];
    });
    if (jobs.length > 0) {
      await this.#boss.insert(QUEUE, jobs, { db });
    }
    for (const waitMs of new Set(waitsMs.values())) {
      this.#workers.wakeAfter(waitMs);
    }
  }

  /** Asks for a look after a while; the earliest of several wishes counts, and it holds no other look up. */
  async refreshLater(ref: PullRef, delayMs: number): Promise<void> {
    await this.#later.ask(ref, delayMs);
  }

  /** Begins to work: at most one pass at a time for each pull request, whatever the number of processes. */
  async work(pass: Pass, options: WorkOptions): Promise<void> {
    await this.#workers.start(pass, options);
  }

  /** Runs the reconciliation every so many minutes (1 to 1440), in one process, never beside itself. */
  async schedule(reconcile: () => Promise<void>, everyMinutes: number): Promise<void> {
    await scheduleReconcile(this.#boss, reconcile, everyMinutes);
  }

  /** Asks for a reconciliation now, after a start for example; folds into one that waits or runs. */
  async reconcileNow(): Promise<void> {
    await askReconcile(this.#boss);
  }

  /** Resolves when nothing waits or runs, nor is wished for within the time given. For tests and measurements. */
  async drained({ laterWithinMs = 0 } = {}): Promise<void> {
    while (!isIdle(await readQueueState(this.#database, laterWithinMs))) {
      await delay(drainedPollMs);
    }
  }

  /** Where the queue stands, for the health page. */
  async readState(): Promise<QueueState> {
    return await readQueueState(this.#database, 0);
  }

  /** Lets running passes finish for so long, then stops; what did not finish is taken up elsewhere or later. */
  async stop(graceMs = defaultGraceMs): Promise<void> {
    await this.#later.stop();
    this.#workers.stop();
    await this.#boss.stop({ graceful: true, timeout: graceMs, close: true });
  }
}

function isIdle(state: QueueState): boolean {
  return state.waiting + state.running + state.laterDue === 0;
}
