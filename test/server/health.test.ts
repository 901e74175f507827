import { describe, expect, test } from "@jest/globals";
import { healthRoute, type HealthSource } from "../../src/server/health.ts";
import { createMetrics, type MetricsSource } from "../../src/server/metrics.ts";
import { serve } from "./serving.ts";

const quiet: HealthSource = {
  readBacklog: () => Promise.resolve({ waiting: 0, failed: 0, oldestAgeSeconds: 0 }),
  readQueueState: () =>
    Promise.resolve({ waiting: 0, running: 0, laterDue: 0, oldestDueSeconds: 0 }),
};

describe("health", () => {
  test.each([
    ["ok when nothing waits", quiet, 200, "ok"],
    [
      "lagging when a delivery has been lying around",
      {
        ...quiet,
        readBacklog: () => Promise.resolve({ waiting: 3, failed: 1, oldestAgeSeconds: 900 }),
      },
      200,
      "lagging",
    ],
    [
      "lagging when a pull request has been due for long",
      {
        ...quiet,
        readQueueState: () =>
          Promise.resolve({ waiting: 1, running: 4, laterDue: 0, oldestDueSeconds: 900 }),
      },
      200,
      "lagging",
    ],
    [
      "down when the database does not answer",
      { ...quiet, readBacklog: () => Promise.reject(new Error("refused")) },
      503,
      "down",
    ],
  ])("is %s", async (_, source, status, expected) => {
    const { url } = await serve([healthRoute(source)]);
    const response = await fetch(`${url}/healthz`);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ status: expected });
  });
});

describe("metrics", () => {
  const source: MetricsSource = {
    ...quiet,
    inbox: { stored: 7, duplicate: 2, routed: 6, routingFailed: 1, givenUp: 0 },
    queue: { passes: 5, failedPasses: 1, givenUp: 0 },
    readGitHub: () => ({ byStatusClass: { "2xx": 40, "304": 12 }, rateLimitRemaining: 4_900 }),
  };

  async function scrape(
    from: MetricsSource,
  ): Promise<{ text: string; metrics: ReturnType<typeof createMetrics> }> {
    const metrics = createMetrics(from);
    metrics.countEffect("create_comment");
    metrics.countEffect("create_comment");
    metrics.observeWebhook("stored", 0.004);
    metrics.observeWebhook("stored", 0.2);
    const { url } = await serve([metrics.route]);
    const first = await (await fetch(`${url}/metrics`)).text();
    const text = await (await fetch(`${url}/metrics`)).text();
    expect(numbers(text).get('sweepbot_deliveries_total{outcome="stored"}')).toBe(
      numbers(first).get('sweepbot_deliveries_total{outcome="stored"}'),
    );
    return { text, metrics };
  }

  function numbers(text: string): Map<string, number> {
    return new Map(
      text
        .split("\n")
        .filter((row) => row !== "" && !row.startsWith("#"))
        .map((row) => [
          row.slice(0, row.lastIndexOf(" ")),
          Number(row.slice(row.lastIndexOf(" "))),
        ]),
    );
  }

  test("tell what the process did, the same each time they are asked for", async () => {
    const values = numbers((await scrape(source)).text);
    expect(
      [
        'sweepbot_deliveries_total{outcome="stored"}',
        'sweepbot_deliveries_total{outcome="duplicate"}',
        'sweepbot_passes_total{outcome="done"}',
        'sweepbot_effects_total{kind="create_comment"}',
        'sweepbot_github_requests_total{status="304"}',
        "sweepbot_github_rate_limit_remaining",
        'sweepbot_webhook_answer_seconds_bucket{le="0.05",code="stored"}',
        'sweepbot_webhook_answer_seconds_count{code="stored"}',
        "sweepbot_inbox_age_seconds",
      ].map((name) => values.get(name)),
    ).toEqual([7, 2, 4, 2, 12, 4_900, 1, 2, 0]);
  });

  test("leave out what cannot be had instead of calling it zero", async () => {
    const { text } = await scrape({
      ...source,
      readBacklog: () => Promise.reject(new Error("down")),
      readGitHub: () => ({ byStatusClass: {}, rateLimitRemaining: null }),
    });
    const values = numbers(text);
    expect(values.has("sweepbot_inbox_waiting")).toBe(false);
    expect(values.has("sweepbot_github_rate_limit_remaining")).toBe(false);
    expect(values.get("sweepbot_queue_waiting")).toBe(0);
  });
});
