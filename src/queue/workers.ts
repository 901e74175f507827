import type { JobWithMetadata, PgBoss } from "pg-boss";
import type { PullRef } from "../core/model/signal.ts";
import { GIVEN_UP, QUEUE } from "./boss.ts";
import type { Database } from "./sql.ts";
import { notePass } from "./pass-times.ts";
import { pullRefShape } from "./pull-ref.ts";

/** Looks at one pull request, from reading to writing. The signal says that the look is no longer ours to finish. */
export type Pass = (ref: PullRef, signal: AbortSignal) => Promise<void>;

export interface WorkOptions {
  /** Pull requests looked at side by side in this process. */
  readonly concurrency: number;
  /** Called once after the last repetition failed, also when the process died in it; repeated when it throws. */
  readonly onGivenUp: (ref: PullRef, error: string) => Promise<void>;
}

/** What the queue did since this process began, for the metrics. */
export interface QueueCounters {
  passes: number;
  failedPasses: number;
  givenUp: number;
}

interface Surroundings {
  readonly boss: PgBoss;
  readonly database: Database;
  readonly counters: QueueCounters;
  /** Two passes over one pull request begin at least this far apart, repetitions aside. */
  readonly spacingMs: number;
  readonly refresh: (ref: PullRef) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

type Jobs = readonly JobWithMetadata<unknown>[];

/** Retries, and what other processes asked for later, are found by polling only. */
const polling = { pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 1 };
/** The database's clock decides when a job is due, and a timer here may run ahead of it. */
const wakeMarginMs = 15;
/** Jobs due within the same slice of time share one timer. */
const wakeSliceMs = 50;

/** The workers of this process on the queue of pull requests. */
export class Workers {
  readonly #around: Surroundings;
  readonly #ids = new Set<string>();
  readonly #timers = new Map<number, NodeJS.Timeout>();

  constructor(around: Surroundings) {
    this.#around = around;
  }

  /** Begins to work with as many workers as the concurrency says. */
  async start(pass: Pass, { concurrency, onGivenUp }: WorkOptions): Promise<void> {
    const { boss, counters } = this.#around;
    for (let worker = 0; worker < concurrency; worker += 1) {
      await this.#startOne(pass);
    }
    await boss.work(GIVEN_UP, { ...polling, includeMetadata: true }, async ([job]: Jobs) => {
      if (job !== undefined) {
        await onGivenUp(pullRefShape.parse(job.data), describe(job.sourceOutput));
        counters.givenUp += 1;
      }
    });
  }

  /** Lets the workers look for jobs after this long: pg-boss tells nobody of a job that is due later. */
  wakeAfter(waitMs: number): void {
    const at = Math.ceil((Date.now() + waitMs + wakeMarginMs) / wakeSliceMs) * wakeSliceMs;
    if (this.#timers.has(at)) {
      return;
    }
    const timer = setTimeout(() => {
      this.#timers.delete(at);
      this.#ids.forEach((id) => {
        this.#around.boss.notifyWorker(id);
      });
    }, at - Date.now());
    this.#timers.set(at, timer.unref());
  }

  /** Stops the timers; the workers themselves end with pg-boss. */
  stop(): void {
    this.#timers.forEach((timer) => {
      clearTimeout(timer);
    });
  }

  async #startOne(pass: Pass): Promise<void> {
    const { boss } = this.#around;
    const own: { id: string | null } = { id: null };
    own.id = await boss.work(
      QUEUE,
      { ...polling, includeMetadata: true },
      async ([job]: Jobs): Promise<void> => {
        try {
          if (job !== undefined) {
            await this.#run(pass, job);
          }
        } finally {
          // Otherwise the worker would sit out its polling interval with more jobs waiting.
          if (own.id !== null) {
            boss.notifyWorker(own.id);
          }
        }
      },
    );
    this.#ids.add(own.id);
  }

  async #run(pass: Pass, job: JobWithMetadata<unknown>): Promise<void> {
    const { counters, onError } = this.#around;
    try {
      const ref = pullRefShape.parse(job.data);
      if (await this.#mayBegin(ref, job.retryCount)) {
        counters.passes += 1;
        await pass(ref, job.signal);
      }
    } catch (error) {
      counters.failedPasses += 1;
      onError(error);
      throw error;
    }
  }

  /** A refresh that came while the look before it was being taken up could not know of it: it is put off here. */
  async #mayBegin(ref: PullRef, retryCount: number): Promise<boolean> {
    const { database, spacingMs, refresh } = this.#around;
    const begins = await notePass(database, ref, retryCount > 0 ? 0 : spacingMs);
    if (!begins) {
      await refresh(ref);
    }
    return begins;
  }
}

function describe(output: unknown): string {
  if (typeof output === "object" && output !== null && "message" in output) {
    return String(output.message);
  }
  return JSON.stringify(output ?? null);
}
