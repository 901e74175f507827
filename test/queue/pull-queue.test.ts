import { afterEach, expect, test } from "@jest/globals";
import type { PullRef } from "../../src/core/model/signal.ts";
import type { Database } from "../../src/queue/database.ts";
import {
  openPullQueue,
  type PullQueue,
  type PullQueueOptions,
} from "../../src/queue/pull-queue.ts";
import { describeDatabases } from "../support/database.ts";
import { gate, pullRef } from "./pulls.ts";

const openQueues: PullQueue[] = [];

async function queueOn(db: Database, options: Partial<PullQueueOptions> = {}): Promise<PullQueue> {
  const queue = await openPullQueue(db, { debounceMs: 0, onError: () => undefined, ...options });
  openQueues.push(queue);
  return queue;
}

const neverGivenUp = (ref: PullRef, error: string): Promise<void> =>
  Promise.reject(new Error(`gave up ${ref.pull}: ${error}`));

afterEach(async () => {
  await Promise.all(
    openQueues.splice(0).map(async (queue) => {
      await queue.stop();
    }),
  );
});

describeDatabases("queue of pull requests", (open, kind) => {
  test("folds any number of refreshes that wait into one pass", async () => {
    const queue = await queueOn(await open());
    await Promise.all(
      Array.from({ length: 30 }, async () => {
        await queue.refresh(pullRef(1));
      }),
    );
    const passes: number[] = [];
    await queue.work(
      ({ pull }) => {
        passes.push(pull);
        return Promise.resolve();
      },
      { concurrency: 3, onGivenUp: neverGivenUp },
    );
    await queue.drained();
    expect(passes).toEqual([1]);
  });

  test("looks once more after a pass during which something happened", async () => {
    const queue = await queueOn(await open());
    const started = gate();
    const finish = gate();
    let passes = 0;
    await queue.work(
      async () => {
        passes += 1;
        started.open();
        await finish.opened;
      },
      { concurrency: 2, onGivenUp: neverGivenUp },
    );
    await queue.refresh(pullRef(2));
    await started.opened;
    for (let event = 0; event < 10; event += 1) {
      await queue.refresh(pullRef(2));
    }
    finish.open();
    await queue.drained();
    expect(passes).toBe(2);
  });

  test("never runs two passes over one pull request side by side, and others do not wait", async () => {
    const db = await open();
    const queues = [await queueOn(db), ...(kind === "server" ? [await queueOn(db)] : [])];
    const live = new Map<number, number>();
    const both = gate();
    let overlaps = 0;
    let most = 0;
    for (const queue of queues) {
      await queue.work(
        async ({ pull }) => {
          overlaps += live.has(pull) ? 1 : 0;
          live.set(pull, pull);
          most = Math.max(most, live.size);
          if (live.size === 2) {
            both.open();
          }
          await both.opened;
          await new Promise(setImmediate);
          live.delete(pull);
        },
        { concurrency: 4, onGivenUp: neverGivenUp },
      );
    }
    for (let round = 0; round < 20; round += 1) {
      await Promise.all(
        queues.map(async (queue) => {
          await queue.refreshAll([pullRef(10), pullRef(11)]);
        }),
      );
    }
    await queues[0]?.drained();
    expect(overlaps).toBe(0);
    expect(most).toBe(2);
  });

  test("repeats a pass that failed", async () => {
    const queue = await queueOn(await open(), { retries: 3, retrySeconds: 0 });
    let passes = 0;
    await queue.work(
      () => {
        passes += 1;
        return passes < 2 ? Promise.reject(new Error("502")) : Promise.resolve();
      },
      { concurrency: 1, onGivenUp: neverGivenUp },
    );
    await queue.refresh(pullRef(20));
    await queue.drained();
    expect(passes).toBe(2);
    expect(queue.counters).toEqual({ passes: 2, failedPasses: 1, givenUp: 0 });
  });

  test("gives up once, with the reason, after the last repetition", async () => {
    const queue = await queueOn(await open(), { retries: 1, retrySeconds: 0 });
    const told = gate();
    const givenUp: string[] = [];
    let passes = 0;
    await queue.work(
      () => {
        passes += 1;
        return Promise.reject(new Error("GitHub is down"));
      },
      {
        concurrency: 2,
        onGivenUp: ({ pull }, error) => {
          givenUp.push(`${pull}: ${error}`);
          told.open();
          return Promise.resolve();
        },
      },
    );
    await queue.refresh(pullRef(30));
    await told.opened;
    await queue.drained();
    expect(passes).toBe(2);
    expect(givenUp).toEqual(["30: GitHub is down"]);
  });

  test("is not held up by a wish for a later look", async () => {
    const queue = await queueOn(await open());
    let passes = 0;
    await queue.work(
      () => {
        passes += 1;
        return Promise.resolve();
      },
      { concurrency: 1, onGivenUp: neverGivenUp },
    );
    await queue.refreshLater(pullRef(40), 3_600_000);
    await queue.refresh(pullRef(40));
    await queue.drained();
    expect(passes).toBe(1);
    // The earlier of two wishes counts, in whichever order they come.
    await queue.refreshLater(pullRef(40), 50);
    await queue.refreshLater(pullRef(40), 3_600_000);
    await queue.drained({ laterWithinMs: 1_000 });
    expect(passes).toBe(2);
  });

  test("spaces the passes over one pull request under a stream of events", async () => {
    const queue = await queueOn(await open(), { debounceMs: 20, spacingMs: 400 });
    const starts: number[] = [];
    await queue.work(
      () => {
        starts.push(performance.now());
        return Promise.resolve();
      },
      { concurrency: 2, onGivenUp: neverGivenUp },
    );
    const until = performance.now() + 1_000;
    while (performance.now() < until) {
      await queue.refresh(pullRef(50));
      // The embedded database answers without ever letting timers run.
      await new Promise(setImmediate);
    }
    await queue.drained();
    const gaps = starts.slice(1).map((start, index) => start - (starts[index] ?? 0));
    expect(starts.length).toBeGreaterThanOrEqual(2);
    // The times are taken by two clocks, hence the margin.
    expect(Math.min(...gaps)).toBeGreaterThan(350);
  });

  test("puts refreshes into a transaction, so that they vanish when it does", async () => {
    const db = await open();
    const queue = await queueOn(db);
    const failing = db.transaction(async (tx) => {
      await queue.refreshAll([pullRef(60)], tx);
      throw new Error("undone");
    });
    await expect(failing).rejects.toThrow("undone");
    expect(await queue.readState()).toMatchObject({ waiting: 0, running: 0 });
  });

  test("says how much waits", async () => {
    const queue = await queueOn(await open());
    await queue.refreshAll([pullRef(70), pullRef(71)]);
    expect(await queue.readState()).toMatchObject({ waiting: 2, running: 0, laterDue: 0 });
    await queue.work(() => Promise.resolve(), { concurrency: 1, onGivenUp: neverGivenUp });
    await queue.drained();
    expect(await queue.readState()).toMatchObject({ waiting: 0, running: 0 });
  });

  test("reconciles in one process at a time, on a schedule and when asked", async () => {
    const db = await open();
    const queues = [await queueOn(db), ...(kind === "server" ? [await queueOn(db)] : [])];
    const started = gate();
    const finish = gate();
    const ended = gate();
    let runs = 0;
    for (const queue of queues) {
      await queue.schedule(async () => {
        runs += 1;
        started.open();
        await finish.opened;
        ended.open();
      }, 7);
    }
    await queues[0]?.reconcileNow();
    await started.opened;
    await Promise.all(
      queues.map(async (queue) => {
        await queue.reconcileNow();
      }),
    );
    finish.open();
    await ended.opened;
    expect(runs).toBe(1);
    const { rows } = await db.executeSql("select cron from sweepbot_jobs.schedule");
    expect(rows).toEqual([{ cron: "FREQ=MINUTELY;INTERVAL=7" }]);
  });
});
