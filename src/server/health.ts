import { setTimeout as delay } from "node:timers/promises";
import type { Backlog } from "../queue/inbox.ts";
import type { QueueState } from "../queue/pull-queue.ts";
import type { Route } from "./route.ts";

export interface HealthSource {
  readonly readBacklog: () => Promise<Backlog>;
  readonly readQueueState: () => Promise<QueueState>;
}

/** The database answers, but work has been lying for longer than this: somebody should look. */
const lagSeconds = 300;
const answerTimeoutMs = 5_000;

/**
 * GET /healthz: 200 with `ok` or `lagging` as long as the database answers (a restart would not help
 * against lag), 503 with `down` when it does not, or not within five seconds.
 */
export function healthRoute(source: HealthSource): Route {
  return {
    method: "GET",
    path: "/healthz",
    answer: async () => {
      const found = await Promise.race([
        Promise.all([source.readBacklog(), source.readQueueState()]).catch(() => null),
        delay(answerTimeoutMs, null, { ref: false }),
      ]);
      const health = found === null ? { status: "down" } : describe(...found);
      return {
        status: found === null ? 503 : 200,
        contentType: "application/json",
        body: JSON.stringify(health),
        headers: { "cache-control": "no-store" },
      };
    },
  };
}

function describe(inbox: Backlog, queue: QueueState): object {
  const lag = Math.max(inbox.oldestAgeSeconds, queue.oldestDueSeconds);
  return {
    status: lag > lagSeconds ? "lagging" : "ok",
    lagSeconds: Math.round(lag),
    inbox: { waiting: inbox.waiting, failed: inbox.failed },
    queue: { waiting: queue.waiting, running: queue.running },
  };
}
