import { Probot, ProbotOctokit } from "probot";
import { openBot, type Bot } from "./bot.ts";
import type { PullRef } from "./core/model/signal.ts";
import type { Dictionary } from "./core/render/words.ts";
import { openLooks } from "./looks.ts";
import { openDatabase, type Database } from "./queue/database.ts";
import { Inbox } from "./queue/inbox.ts";
import { openPullQueue, type PullQueue } from "./queue/pull-queue.ts";
import { openRecords } from "./records.ts";
import { healthRoute } from "./server/health.ts";
import { startServer, type RunningServer } from "./server/http.ts";
import { createMetrics, type Metrics } from "./server/metrics.ts";
import { pageRoutes } from "./server/pages.ts";
import type { Settings } from "./server/settings.ts";
import { webhookRoute } from "./server/webhook.ts";

export interface HostOptions {
  readonly dictionary: Dictionary;
  readonly now?: () => number;
  /** Waits between requests and repeats of failed ones, as GitHub asks for; off against the simulator. */
  readonly politeRequests?: boolean;
  readonly onError: (error: unknown) => void;
}

export interface Host {
  readonly url: string;
  readonly bot: Bot;
  readonly database: Database;
  readonly inbox: Inbox;
  readonly queue: PullQueue;
  /** Looks at every open or lately closed pull request again; the timer does this by itself. */
  reconcile(): Promise<void>;
  /** Resolves when every stored delivery has been routed and no pass waits or runs. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

const ROUTE_BATCH = 200;
const PRUNE_AFTER_MS = 7 * 24 * 3_600_000;
/** A pull request that could not be looked at is tried again after this long. */
const GIVEN_UP_AGAIN_MS = 10 * 60_000;

/** Starts the whole bot: database, inbox, queue, Probot, web server and timers. */
export async function startHost(settings: Settings, options: HostOptions): Promise<Host> {
  const { dictionary, now = Date.now, onError } = options;
  const database = await openDatabase(settings.database);
  const queue = await openPullQueue(database, { debounceMs: settings.debounceMs, onError });
  const inbox = new Inbox(database, {
    refreshAll: (refs, db) => queue.refreshAll(refs, db),
  });
  const looks = openLooks(database, dictionary, settings.concurrency * 100);
  const probot = openProbot(settings, options.politeRequests ?? true);
  let metrics: Metrics | null = null;
  const bot = await openBot({
    probot,
    records: openRecords(database),
    dictionary,
    now,
    dispatchGraceMs: settings.dispatchGraceMs,
    onLook: looks.keep,
    onEffect: (kind) => metrics?.countEffect(kind),
  });
  const state = { inbox: inbox.counters, queue: queue.counters };
  metrics = createMetrics({
    ...state,
    readBacklog: () => inbox.readBacklog(),
    readQueueState: () => queue.readState(),
    readGitHub: () => bot.requests.counters,
  });
  const { observeWebhook } = metrics;
  const drainer = openDrainer(inbox, bot, onError);
  if (database.kind === "embedded") await inbox.recover();
  await queue.work((ref) => passOnce(ref, bot, queue), {
    concurrency: settings.concurrency,
    onGivenUp: async (ref, error) => {
      await bot.reportGivenUp(ref, error);
      await queue.refreshLater(ref, GIVEN_UP_AGAIN_MS);
    },
  });
  const reconcile = async (): Promise<void> => {
    await queue.refreshAll(await bot.listPulls());
    await inbox.prune(now() - PRUNE_AFTER_MS);
    await database.tidy();
  };
  await queue.schedule(reconcile, settings.reconcileMinutes);
  const server = await startServer({
    port: settings.port,
    host: settings.host,
    onError,
    routes: [
      webhookRoute({
        verify: (body, signature) => probot.webhooks.verify(body, signature),
        accept: (delivery) => inbox.accept(delivery),
        words: dictionary.en,
        now,
        onAnswered: (code, seconds) => {
          observeWebhook(code, seconds);
        },
        onError,
      }),
      healthRoute({
        readBacklog: () => inbox.readBacklog(),
        readQueueState: () => queue.readState(),
      }),
      metrics.route,
      ...pageRoutes(looks.pages, dictionary),
    ],
  });
  inbox.onStored(drainer.wake);
  drainer.wake();
  return {
    url: server.url,
    bot,
    database,
    inbox,
    queue,
    reconcile,
    settled: async () => {
      await drainer.idle();
      await queue.drained();
    },
    close: () => closeHost(server, drainer, queue, database),
  };
}

async function closeHost(
  server: RunningServer,
  drainer: Drainer,
  queue: PullQueue,
  database: Database,
): Promise<void> {
  await server.close();
  await drainer.stop();
  await queue.stop();
  await database.close();
}

async function passOnce(ref: PullRef, bot: Bot, queue: PullQueue): Promise<void> {
  const lookAgainMs = await bot.pass(ref);
  if (lookAgainMs !== null) await queue.refreshLater(ref, lookAgainMs);
}

function openProbot(settings: Settings, polite: boolean): Probot {
  return new Probot({
    appId: settings.appId,
    privateKey: settings.privateKey,
    secret: settings.webhookSecret,
    baseUrl: settings.githubApiUrl,
    logLevel: settings.logLevel === "silent" ? "fatal" : settings.logLevel,
    ...(polite
      ? {}
      : {
          Octokit: ProbotOctokit.defaults({
            retry: { enabled: false },
            throttle: { enabled: false },
          }),
        }),
  });
}

interface Drainer {
  readonly wake: () => void;
  /** Resolves when no stored delivery is due. */
  idle(): Promise<void>;
  stop(): Promise<void>;
}

/** Deliveries whose routing failed are due again later; nobody wakes us for them. */
const DRAIN_EVERY_MS = 5_000;

/** Routes stored deliveries as they come, one batch at a time. */
function openDrainer(inbox: Inbox, bot: Bot, onError: (error: unknown) => void): Drainer {
  let wanted = false;
  let running: Promise<void> | null = null;
  let stopped = false;
  const run = async (): Promise<void> => {
    while (wanted && !stopped) {
      wanted = false;
      const taken = await inbox.drain(ROUTE_BATCH, (delivery) => bot.route(delivery));
      if (taken > 0) wanted = true;
    }
  };
  const wake = (): void => {
    wanted = true;
    running ??= run()
      .catch(onError)
      .finally(() => {
        running = null;
      });
  };
  const timer = setInterval(wake, DRAIN_EVERY_MS);
  return {
    wake,
    idle: async () => {
      wake();
      while (running !== null) await running;
    },
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
