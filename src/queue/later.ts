import { z } from "zod";
import { pullKey, type PullRef } from "../core/model/signal.ts";
import { readRows, type Database, type Statements } from "./sql.ts";
import { pullRefShape } from "./pull-ref.ts";

/** Wishes of other processes, and of killed ones, are found this late at most. */
const pollMs = 5_000;
const wakeMarginMs = 15;
const atOnce = 200;

interface LaterOptions {
  readonly refreshAll: (refs: readonly PullRef[], db: Statements) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/**
 * Wishes for a later look. They stand in a table of their own because a job that waits for its time
 * in the queue would swallow every look asked for meanwhile (one waiting job for each pull request).
 */
export class Later {
  readonly #database: Database;
  readonly #options: LaterOptions;
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #poll: NodeJS.Timeout;
  #moving: Promise<void> | null = null;

  constructor(database: Database, options: LaterOptions) {
    this.#database = database;
    this.#options = options;
    this.#poll = setInterval(() => {
      this.#look();
    }, pollMs).unref();
  }

  /** Wishes for a look at the pull request after so long; of several wishes the earliest counts. */
  async ask(ref: PullRef, delayMs: number): Promise<void> {
    await this.#database.executeSql(
      `insert into sweepbot.later (pull_key, ref, due_at)
       values ($1, $2::text::jsonb, now() + $3 * interval '1 millisecond')
       on conflict (pull_key) do update
       set ref = excluded.ref, due_at = least(later.due_at, excluded.due_at)`,
      [pullKey(ref), JSON.stringify(ref), delayMs],
    );
    if (delayMs <= pollMs) {
      const timer = setTimeout(() => {
        this.#timers.delete(timer);
        this.#look();
      }, delayMs + wakeMarginMs);
      this.#timers.add(timer.unref());
    }
  }

  /** Stops looking and waits for a look that is under way. */
  async stop(): Promise<void> {
    clearInterval(this.#poll);
    this.#timers.forEach((timer) => {
      clearTimeout(timer);
    });
    await this.#moving;
  }

  #look(): void {
    this.#moving ??= this.#moveDue()
      .catch(this.#options.onError)
      .finally(() => {
        this.#moving = null;
      });
  }

  async #moveDue(): Promise<void> {
    await this.#database.transaction(async (db) => {
      const due = await readRows(
        db,
        z.object({ ref: pullRefShape }),
        `delete from sweepbot.later where pull_key in (
           select pull_key from sweepbot.later where due_at <= now()
           order by due_at limit $1 for update skip locked)
         returning ref`,
        [atOnce],
      );
      const refs = due.map(({ ref }) => ref);
      await this.#options.refreshAll(refs, db);
    });
  }
}
