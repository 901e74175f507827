import { expect, test } from "@jest/globals";
import type { PullRef } from "../../src/core/model/signal.ts";
import type { Database } from "../../src/queue/database.ts";
import { Inbox, type Delivery, type InboxOptions, type Route } from "../../src/queue/inbox.ts";
import { describeDatabases } from "../support/database.ts";
import { pullRef } from "./pulls.ts";

function delivery(deliveryId: string, pull = 1): Delivery {
  return { deliveryId, event: "issues", body: JSON.stringify({ pull }), receivedAt: 1_000 };
}

const byNumber: Route = ({ body }) => {
  const { pull } = JSON.parse(body) as { pull: number };
  return Promise.resolve([pullRef(pull)]);
};

interface Bench {
  readonly inbox: Inbox;
  /** What was asked to be looked at, one list for each batch. */
  readonly refreshed: PullRef[][];
}

async function clean(db: Database, options: Partial<InboxOptions> = {}): Promise<Bench> {
  await db.executeSql("truncate sweepbot.delivery");
  const refreshed: PullRef[][] = [];
  const inbox = new Inbox(db, {
    refreshAll: (refs) => {
      refreshed.push([...refs]);
      return Promise.resolve();
    },
    firstBackoffMs: 0,
    ...options,
  });
  return { inbox, refreshed };
}

describeDatabases("inbox", (open) => {
  test("stores a delivery once, whatever is repeated at the same moment or later", async () => {
    const { inbox } = await clean(await open());
    const together = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => await inbox.accept(delivery(`d${index % 4}`))),
    );
    expect(together.filter((answer) => answer === "stored")).toHaveLength(4);
    expect(await inbox.accept(delivery("d0"))).toBe("duplicate");
    expect(inbox.counters).toMatchObject({ stored: 4, duplicate: 17 });
  });

  test("gives the route every delivery as it came in, oldest first", async () => {
    const { inbox } = await clean(await open());
    const body = JSON.stringify({ text: '\u0000 ✓ 中文 "quoted" \\' });
    await inbox.accept({ ...delivery("first"), body });
    await inbox.accept(delivery("second"));
    const seen: Delivery[] = [];
    await inbox.drain(10, (taken) => {
      seen.push(taken);
      return Promise.resolve([]);
    });
    expect(seen.map(({ deliveryId }) => deliveryId)).toEqual(["first", "second"]);
    expect(seen[0]).toMatchObject({ event: "issues", body, receivedAt: 1_000 });
  });

  test("asks for each pull request once in a batch and leaves nothing waiting", async () => {
    const { inbox, refreshed } = await clean(await open());
    for (const [index, pull] of [1, 2, 1, 1, 2].entries()) {
      await inbox.accept(delivery(`d${index}`, pull));
    }
    expect(await inbox.drain(10, byNumber)).toBe(5);
    expect(refreshed).toEqual([[pullRef(1), pullRef(2)]]);
    expect(await inbox.drain(10, byNumber)).toBe(0);
    expect(await inbox.readBacklog()).toMatchObject({ waiting: 0, failed: 0 });
  });

  test("never gives one delivery to two that drain side by side", async () => {
    const { inbox } = await clean(await open());
    await Promise.all(
      Array.from({ length: 40 }, async (_, index) => await inbox.accept(delivery(`d${index}`))),
    );
    const seen: string[] = [];
    const route: Route = (taken) => {
      seen.push(taken.deliveryId);
      return Promise.resolve([]);
    };
    await Promise.all(Array.from({ length: 4 }, async () => await inbox.drain(10, route)));
    while ((await inbox.drain(10, route)) > 0);
    expect(seen).toHaveLength(40);
    expect(new Set(seen).size).toBe(40);
  });

  test("holds nobody up behind a delivery that cannot be routed, and shows it in the end", async () => {
    const { inbox, refreshed } = await clean(await open(), { maxAttempts: 3 });
    await inbox.accept(delivery("poison", 1));
    await inbox.accept(delivery("fine", 2));
    const route: Route = async (taken) => {
      if (taken.deliveryId === "poison") {
        throw new Error("GitHub answered 502");
      }
      return await byNumber(taken);
    };
    await inbox.drain(10, route);
    expect(refreshed).toEqual([[pullRef(2)]]);
    await inbox.drain(10, route);
    await inbox.drain(10, route);
    expect(await inbox.drain(10, route)).toBe(0);
    expect(await inbox.readBacklog()).toMatchObject({ waiting: 0, failed: 1 });
    expect(await inbox.listFailed(10)).toEqual([
      {
        deliveryId: "poison",
        event: "issues",
        receivedAt: 1_000,
        attempts: 3,
        error: "Error: GitHub answered 502",
      },
    ]);
    expect(inbox.counters).toMatchObject({ routed: 1, routingFailed: 3, givenUp: 1 });
  });

  test("routes a given-up delivery again when asked to", async () => {
    const { inbox, refreshed } = await clean(await open(), { maxAttempts: 1 });
    await inbox.accept(delivery("healed", 3));
    await inbox.drain(10, () => Promise.reject(new Error("no")));
    expect(await inbox.retryFailed("unheard of")).toBe(false);
    expect(await inbox.retryFailed("healed")).toBe(true);
    await inbox.drain(10, byNumber);
    expect(refreshed.flat()).toEqual([pullRef(3)]);
  });

  test("counts a route that never ends as failed", async () => {
    const { inbox } = await clean(await open(), { routeTimeoutMs: 20, maxAttempts: 1 });
    await inbox.accept(delivery("endless"));
    await inbox.drain(10, async () => await new Promise<never>(() => undefined));
    expect((await inbox.listFailed(1))[0]?.error).toContain("20 ms");
  });

  test("keeps a failed delivery back for longer after each attempt", async () => {
    const { inbox } = await clean(await open(), { firstBackoffMs: 60_000 });
    await inbox.accept(delivery("later"));
    await inbox.drain(10, () => Promise.reject(new Error("no")));
    expect(await inbox.drain(10, byNumber)).toBe(0);
    expect(await inbox.readBacklog()).toMatchObject({ waiting: 1 });
  });

  test("loses nothing when the refreshes cannot be queued", async () => {
    const db = await open();
    const { inbox } = await clean(db, { refreshAll: () => Promise.reject(new Error("down")) });
    await inbox.accept(delivery("kept", 4));
    await expect(inbox.drain(10, byNumber)).rejects.toThrow("down");
    const refreshed: PullRef[] = [];
    const restarted = new Inbox(db, {
      refreshAll: (refs) => {
        refreshed.push(...refs);
        return Promise.resolve();
      },
    });
    expect(await restarted.drain(10, byNumber)).toBe(0);
    await restarted.recover();
    await restarted.drain(10, byNumber);
    expect(refreshed).toEqual([pullRef(4)]);
  });

  test("takes huge deliveries one at a time", async () => {
    const { inbox } = await clean(await open());
    const body = JSON.stringify({ pull: 1, text: "x".repeat(20 * 1024 * 1024) });
    await inbox.accept({ ...delivery("huge 1"), body });
    await inbox.accept({ ...delivery("huge 2"), body });
    await inbox.accept({ ...delivery("huge 3"), body });
    expect(await inbox.drain(10, byNumber)).toBe(2);
    expect(await inbox.drain(10, byNumber)).toBe(1);
  });

  test("forgets deliveries that were done long ago, and only those", async () => {
    const { inbox } = await clean(await open());
    await inbox.accept(delivery("done"));
    await inbox.drain(10, byNumber);
    await inbox.accept(delivery("waiting"));
    expect(await inbox.prune(Date.now() - 60_000)).toBe(0);
    expect(await inbox.prune(Date.now() + 60_000)).toBe(1);
    expect(await inbox.readBacklog()).toMatchObject({ waiting: 1 });
    expect(await inbox.accept(delivery("waiting"))).toBe("duplicate");
  });

  test("tells how long the oldest delivery has been waiting", async () => {
    const { inbox } = await clean(await open());
    await inbox.accept({ ...delivery("old"), receivedAt: Date.now() - 90_000 });
    await inbox.accept({ ...delivery("young"), receivedAt: Date.now() });
    const { oldestAgeSeconds } = await inbox.readBacklog();
    expect(oldestAgeSeconds).toBeGreaterThanOrEqual(89);
    expect(oldestAgeSeconds).toBeLessThan(120);
  });
});
