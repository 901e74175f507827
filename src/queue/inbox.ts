import type { PullRef } from "../core/model/signal.ts";
import { pullKey } from "../core/model/signal.ts";
import type { Database, Statements } from "./sql.ts";
import {
  deleteDone,
  failRouting,
  finishDeliveries,
  insertDeliveries,
  leaseDeliveries,
  listFailedDeliveries,
  readBacklog,
  releaseLeases,
  retryDelivery,
  type Backlog,
  type Delivery,
  type FailedDelivery,
  type TakenDelivery,
} from "./delivery.ts";
import { groupInserts } from "./group-insert.ts";

/** What the inbox did since this process began, for the metrics. */
export interface InboxCounters {
  stored: number;
  duplicate: number;
  routed: number;
  routingFailed: number;
  givenUp: number;
}

/** Finds the pull requests that a delivery is about; may ask GitHub, may throw, may be asked again. */
export type Route = (delivery: Delivery) => Promise<readonly PullRef[]>;

export interface InboxOptions {
  /** Puts the refreshes of a batch into the queue, as a part of the given transaction. */
  readonly refreshAll: (refs: readonly PullRef[], db: Statements) => Promise<void>;
  /** A delivery that could not be routed this often is marked failed. */
  readonly maxAttempts?: number;
  /** Wait after the first failed attempt; doubles with each further one, at most an hour. */
  readonly firstBackoffMs?: number;
  readonly routeTimeoutMs?: number;
}

export type { Backlog, Delivery, FailedDelivery } from "./delivery.ts";

const groupLimits = {
  items: 500,
  bytes: 32 * 1024 * 1024,
  sizeOf: (delivery: Delivery): number => delivery.body.length,
};
const longestBackoffMs = 3_600_000;
const leaseMarginMs = 40_000;

/**
 * The durable list of deliveries. Whatever is answered "stored" or "duplicate" is routed at least
 * once, also after a crash at any point; repeating a refresh is harmless (architecture §1).
 */
export class Inbox {
  readonly counters: InboxCounters;
  readonly #database: Database;
  readonly #options: InboxOptions;
  readonly #insert: (delivery: Delivery) => Promise<boolean>;
  readonly #listeners: (() => void)[] = [];

  constructor(database: Database, options: InboxOptions) {
    this.counters = { stored: 0, duplicate: 0, routed: 0, routingFailed: 0, givenUp: 0 };
    this.#database = database;
    this.#options = options;
    this.#insert = groupInserts(
      async (deliveries: readonly Delivery[]) => await insertDeliveries(database, deliveries),
      groupLimits,
    );
  }

  /** Stores the delivery, once for each delivery id; resolves when it is safe from a killed process. */
  async accept(delivery: Delivery): Promise<"stored" | "duplicate"> {
    if (!(await this.#insert(delivery))) {
      this.counters.duplicate += 1;
      return "duplicate";
    }
    this.counters.stored += 1;
    this.#listeners.forEach((listener) => {
      listener();
    });
    return "stored";
  }

  /** Routes at most this many waiting deliveries, oldest first; gives how many it took, failed ones included. */
  async drain(batchSize: number, route: Route): Promise<number> {
    const { routeTimeoutMs = 20_000 } = this.#options;
    const taken = await leaseDeliveries(this.#database, batchSize, routeTimeoutMs + leaseMarginMs);
    const outcomes = await Promise.all(
      taken.map(async (delivery) => await attempt(delivery, route, routeTimeoutMs)),
    );
    if (taken.length > 0) {
      await this.#settle(outcomes);
    }
    return taken.length;
  }

  /** Called after each stored delivery, for whoever drains. */
  onStored(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Counts what is not done yet. */
  async readBacklog(): Promise<Backlog> {
    return await readBacklog(this.#database);
  }

  /** Deliveries that were given up, newest first. */
  async listFailed(most: number): Promise<readonly FailedDelivery[]> {
    return await listFailedDeliveries(this.#database, most);
  }

  /** Lets a delivery that was given up be routed again; false when there is no such one. */
  async retryFailed(deliveryId: string): Promise<boolean> {
    return await retryDelivery(this.#database, deliveryId);
  }

  /** Deletes deliveries done before this time (milliseconds since the epoch); gives how many. */
  async prune(doneBefore: number): Promise<number> {
    return await deleteDone(this.#database, doneBefore);
  }

  /** Frees what a killed process had taken; only right for whoever is alone with the database. */
  async recover(): Promise<void> {
    await releaseLeases(this.#database);
  }

  async #settle(outcomes: readonly Outcome[]): Promise<void> {
    const { refreshAll, maxAttempts = 8, firstBackoffMs = 5_000 } = this.#options;
    const routed = outcomes.filter((outcome) => outcome.kind === "routed");
    const failed = outcomes.filter((outcome) => outcome.kind === "failed");
    let givenUp = 0;
    // One transaction: a delivery is never done without its refreshes, nor failed by its neighbour.
    await this.#database.transaction(async (db) => {
      await refreshAll(distinct(routed.flatMap(({ refs }) => refs)), db);
      await finishDeliveries(
        db,
        routed.map(({ delivery }) => delivery.id),
      );
      for (const { delivery, error } of failed) {
        const isLast = delivery.attempts + 1 >= maxAttempts;
        const backoffMs = Math.min(firstBackoffMs * 2 ** delivery.attempts, longestBackoffMs);
        await failRouting(db, delivery.id, { error, isLast, backoffMs });
        givenUp += isLast ? 1 : 0;
      }
    });
    this.counters.routed += routed.length;
    this.counters.routingFailed += failed.length;
    this.counters.givenUp += givenUp;
  }
}

type Outcome =
  | { readonly kind: "routed"; readonly delivery: TakenDelivery; readonly refs: readonly PullRef[] }
  | { readonly kind: "failed"; readonly delivery: TakenDelivery; readonly error: string };

async function attempt(delivery: TakenDelivery, route: Route, timeoutMs: number): Promise<Outcome> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`routing took longer than ${timeoutMs} ms`));
    }, timeoutMs);
  });
  try {
    return { kind: "routed", delivery, refs: await Promise.race([route(delivery), timeout]) };
  } catch (error) {
    return { kind: "failed", delivery, error: String(error) };
  } finally {
    clearTimeout(timer);
  }
}

function distinct(refs: readonly PullRef[]): PullRef[] {
  // The last one wins: it has the name that the repository was seen under most recently.
  return [...new Map(refs.map((ref) => [pullKey(ref), ref])).values()];
}
