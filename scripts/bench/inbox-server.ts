/** The process under measurement: the real server on an embedded database, spoken to over IPC. */
import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { openDatabase } from "../../src/queue/database.ts";
import { Draining } from "../../src/queue/draining.ts";
import { Inbox } from "../../src/queue/inbox.ts";
import { openPullQueue } from "../../src/queue/pull-queue.ts";
import { startServer } from "../../src/server/http.ts";
import { webhookRoute } from "../../src/server/webhook.ts";
import { loadDictionary } from "../../src/words.ts";

const [, , folder = "", secret = "", passMs = "0"] = process.argv;
const payloadShape = z.object({ bench: z.object({ pull: z.number() }) });

function onError(error: unknown): void {
  console.error(error);
}

const database = await openDatabase({ kind: "embedded", folder });
const queue = await openPullQueue(database, { onError });
const inbox = new Inbox(database, {
  refreshAll: async (refs, db) => {
    await queue.refreshAll(refs, db);
  },
});
const lastAccepted = new Map<number, number>();
const passes = new Map<number, { count: number; lastBegan: number }>();

function pullOf(body: string): number {
  return payloadShape.parse(JSON.parse(body)).bench.pull;
}

await queue.work(
  async ({ pull }) => {
    const before = passes.get(pull)?.count ?? 0;
    passes.set(pull, { count: before + 1, lastBegan: performance.now() });
    await new Promise((resolve) => setTimeout(resolve, Number(passMs)));
  },
  { concurrency: 4, onGivenUp: () => Promise.resolve() },
);

new Draining({
  inbox,
  database,
  now: Date.now,
  onError,
  route: ({ body }) => {
    const pull = pullOf(body);
    lastAccepted.set(pull, performance.now());
    return Promise.resolve([
      { installationId: 1, repositoryId: 1, owner: "octo", name: "bench", pull },
    ]);
  },
});

const server = await startServer({
  port: 0,
  host: "127.0.0.1",
  onError,
  routes: [
    webhookRoute({
      verify: (body, signature) => {
        const digest = createHmac("sha256", secret).update(body).digest("hex");
        const expected = Buffer.from(`sha256=${digest}`);
        const given = Buffer.from(signature);
        return Promise.resolve(
          expected.length === given.length && timingSafeEqual(expected, given),
        );
      },
      accept: async (delivery) => await inbox.accept(delivery),
      words: loadDictionary().en,
      now: Date.now,
      onError,
    }),
  ],
});

/** Waits until everything is done, then tells what was, and begins to count anew. */
async function report(): Promise<object> {
  while ((await inbox.readBacklog()).waiting > 0) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await queue.drained();
  const { rows } = await database.executeSql(
    "select count(*)::float8 as done from sweepbot.delivery where state = 'done'",
  );
  const unseen = [...lastAccepted].filter(
    ([pull, at]) => (passes.get(pull)?.lastBegan ?? 0) < at,
  ).length;
  const counts = [...passes.values()].map(({ count }) => count);
  passes.clear();
  lastAccepted.clear();
  return {
    done: rows[0]?.["done"],
    unseen,
    mostPasses: Math.max(0, ...counts),
    rssBytes: process.memoryUsage.rss(),
    peakRssBytes: process.resourceUsage().maxRSS * 1024,
  };
}

process.on("message", () => {
  void report().then((answer) => process.send?.(answer));
});
process.on("disconnect", () => {
  process.exit();
});
process.send?.({ url: server.url });
