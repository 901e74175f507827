import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { Backlog, InboxCounters } from "../queue/inbox.ts";
import type { QueueCounters, QueueState } from "../queue/pull-queue.ts";
import type { Route } from "./route.ts";

/** Where the numbers come from that are read when somebody asks for the metrics. */
export interface MetricsSource {
  readonly inbox: Readonly<InboxCounters>;
  readonly queue: Readonly<QueueCounters>;
  readonly readBacklog: () => Promise<Backlog>;
  readonly readQueueState: () => Promise<QueueState>;
  /** Requests to GitHub by status class ("2xx", "304", "4xx", …), since this process began. */
  readonly readGitHub: () => {
    readonly byStatusClass: Readonly<Record<string, number>>;
    readonly rateLimitRemaining: number | null;
  };
}

export interface Metrics {
  /** One webhook request, by the code of its answer. */
  readonly observeWebhook: (code: string, seconds: number) => void;
  /** One effect on GitHub, by its kind. */
  readonly countEffect: (kind: string) => void;
  /** GET /metrics, in the Prometheus text format. */
  readonly route: Route;
}

/** Answers must come within 10 s for GitHub; the aim is 50 ms. */
const answerBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 10];

/** The numbers of one process, each server with a registry of its own. */
export function createMetrics(source: MetricsSource): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const webhooks = new Histogram({
    name: "sweepbot_webhook_answer_seconds",
    help: "Time to answer a webhook request, by the code of the answer",
    labelNames: ["code"],
    buckets: answerBuckets,
    registers: [registry],
  });
  const effects = new Counter({
    name: "sweepbot_effects_total",
    help: "Effects on GitHub, by kind",
    labelNames: ["kind"],
    registers: [registry],
  });
  addCounts(registry, source);
  addStates(registry, source);
  return {
    observeWebhook: (code, seconds) => {
      webhooks.observe({ code }, seconds);
    },
    countEffect: (kind) => {
      effects.inc({ kind });
    },
    route: {
      method: "GET",
      path: "/metrics",
      answer: async () => ({
        status: 200,
        contentType: registry.contentType,
        body: await registry.metrics(),
      }),
    },
  };
}

/** Counters that others keep: their present values are taken over whenever somebody asks. */
function addCounts(registry: Registry, source: MetricsSource): void {
  const { inbox, queue } = source;
  const count = (
    name: string,
    help: string,
    label: string,
    read: () => Readonly<Record<string, number>>,
  ): void => {
    new Counter({
      name,
      help,
      labelNames: [label],
      registers: [registry],
      collect() {
        this.reset();
        Object.entries(read()).forEach(([value, total]) => {
          this.inc({ [label]: value }, total);
        });
      },
    });
  };
  count(
    "sweepbot_deliveries_total",
    "Webhook deliveries, by what became of them",
    "outcome",
    () => ({
      stored: inbox.stored,
      duplicate: inbox.duplicate,
      routed: inbox.routed,
      routing_failed: inbox.routingFailed,
      given_up: inbox.givenUp,
    }),
  );
  count("sweepbot_passes_total", "Looks at pull requests, by how they ended", "outcome", () => ({
    done: queue.passes - queue.failedPasses,
    failed: queue.failedPasses,
    given_up: queue.givenUp,
  }));
  count(
    "sweepbot_github_requests_total",
    "Requests to GitHub, by class of status",
    "status",
    () => source.readGitHub().byStatusClass,
  );
}

function addStates(registry: Registry, source: MetricsSource): void {
  const gauge = (name: string, help: string, read: () => Promise<number | null>): void => {
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        // A number that cannot be had is left out: zero would look like good news.
        const value = await read().catch(() => null);
        this.remove();
        if (value !== null) {
          this.set(value);
        }
      },
    });
  };
  gauge("sweepbot_inbox_waiting", "Deliveries that wait to be routed", async () => {
    return (await source.readBacklog()).waiting;
  });
  gauge("sweepbot_inbox_failed", "Deliveries that were given up", async () => {
    return (await source.readBacklog()).failed;
  });
  gauge("sweepbot_inbox_age_seconds", "Age of the oldest delivery that waits", async () => {
    return (await source.readBacklog()).oldestAgeSeconds;
  });
  gauge("sweepbot_queue_waiting", "Pull requests that wait for a look", async () => {
    return (await source.readQueueState()).waiting;
  });
  gauge("sweepbot_queue_running", "Pull requests that are being looked at", async () => {
    return (await source.readQueueState()).running;
  });
  gauge("sweepbot_github_rate_limit_remaining", "Requests left in GitHub's hour", () =>
    Promise.resolve(source.readGitHub().rateLimitRemaining),
  );
}
