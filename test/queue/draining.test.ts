import { expect, test } from "@jest/globals";
import { Draining } from "../../src/queue/draining.ts";
import { Inbox, type Delivery, type Route } from "../../src/queue/inbox.ts";
import { describeDatabases } from "../support/database.ts";
import { gate } from "./pulls.ts";

const delivery = (deliveryId: string): Delivery => {
  return { deliveryId, event: "issues", body: "{}", receivedAt: 1_000 };
};

describeDatabases("draining", (open) => {
  test("routes what came before it, what comes while it runs, and nothing after it", async () => {
    const database = await open();
    const inbox = new Inbox(database, { refreshAll: () => Promise.resolve() });
    const errors: unknown[] = [];
    const routed: string[] = [];
    const gates = new Map(["before", "during", "later"].map((id) => [id, gate()]));
    const route: Route = ({ deliveryId }) => {
      routed.push(deliveryId);
      gates.get(deliveryId)?.open();
      return Promise.resolve([]);
    };
    await inbox.accept(delivery("before"));
    const draining = new Draining({
      inbox,
      database,
      route,
      now: () => 0,
      onError: (error) => errors.push(error),
    });
    await gates.get("before")?.opened;
    await inbox.accept(delivery("during"));
    await gates.get("during")?.opened;
    await inbox.accept(delivery("later"));
    await gates.get("later")?.opened;
    await draining.stop();
    await inbox.accept(delivery("after"));
    expect(routed).toEqual(["before", "during", "later"]);
    expect(await inbox.readBacklog()).toMatchObject({ waiting: 1 });
    expect(errors).toEqual([]);
  });

  test("is idle once every delivery is routed, also more than fit into a batch", async () => {
    const database = await open();
    const inbox = new Inbox(database, { refreshAll: () => Promise.resolve() });
    const errors: unknown[] = [];
    let routed = 0;
    const draining = new Draining({
      inbox,
      database,
      route: () => {
        routed += 1;
        return Promise.resolve([]);
      },
      now: () => 0,
      gatherMs: 0,
      onError: (error) => errors.push(error),
    });
    await draining.idle();
    const before = routed;
    await Promise.all(
      Array.from(
        { length: 120 },
        async (_, index) => await inbox.accept(delivery(`many-${index}`)),
      ),
    );
    await draining.idle();
    expect(routed - before).toBe(120);
    await draining.stop();
    expect(errors).toEqual([]);
  });
});
