import { Probot, ProbotOctokit } from "probot";
import { openBot, type Bot } from "./bot.ts";
import type { PullRef } from "./core/model/signal.ts";
import { type Drainer, openDrainer } from "./draining.ts";
import type { Dictionary } from "./core/render/words.ts";
import { openLooks } from "./looks.ts";
import { openDatabase, type Database } from "./queue/database.ts";
import { Inbox } from "./queue/inbox.ts";
import { openPullQueue, type PullQueue } from "./queue/pull-queue.ts";
import { openRecords } from "./records.ts";
import { healthRoute } from "./server/health.ts";
import { startServer, type RunningServer } from "./server/http.ts";
import type { Route } from "./server/route.ts";
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

/** Looks kept in memory for the pages. */
const KEPT_LOOKS = 500;
const PRUNE_AFTER_MS = 7 * 24 * 3_600_000;
/** A pull request that could not be looked at is tried again after this long. */
const GIVEN_UP_AGAIN_MS = 10 * 60_000;

/** Starts the whole bot: database, inbox, queue, Probot, web server and timers. */
export async function startHost(settings: Settings, options: HostOptions): Promise<Host> {
  const { dictionary, now = Date.now, onError } = options;
  const database = await openDatabase(settings.database);
  const queue = await openPullQueue(database, { debounceMs: settings.debounceMs, onError });
  const inbox = new Inbox(database, { refreshAll: (refs, db) => queue.refreshAll(refs, db) });
  const looks = openLooks(database, dictionary, KEPT_LOOKS);
  const probot = openProbot(settings, options.politeRequests ?? true);
  const effects: { count: (kind: string) => void } = { count: () => undefined };
  const bot = await openBot({
    probot,
    records: openRecords(database),
    dictionary,
    now,
    dispatchGraceMs: settings.dispatchGraceMs,
    onLook: looks.keep,
    onEffect: (kind) => {
      effects.count(kind);
    },
  });
  const metrics = metricsOf(inbox, queue, bot);
  effects.count = metrics.countEffect;
  const drainer = openDrainer(inbox, bot, onError);
  if (database.kind === "embedded") await inbox.recover();
  const reconcile = reconciler({ bot, queue, inbox, database, now });
  await startWork(settings, bot, queue, reconcile);
  const verify = (body: string, signature: string): Promise<boolean> =>
    probot.webhooks.verify(body, signature);
  const routes = [
    ...intakeRoutes({ verify, inbox, dictionary, now, metrics, onError }),
    healthRoute(healthSource(inbox, queue)),
    metrics.route,
    ...pageRoutes(looks.pages, dictionary),
  ];
  const server = await startServer({ port: settings.port, host: settings.host, onError, routes });
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

type Source = ReturnType<typeof healthSource>;

function healthSource(
  inbox: Inbox,
  queue: PullQueue,
): {
  readonly readBacklog: () => ReturnType<Inbox["readBacklog"]>;
  readonly readQueueState: () => ReturnType<PullQueue["readState"]>;
} {
  return {
    readBacklog: () => inbox.readBacklog(),
    readQueueState: () => queue.readState(),
  };
}

function metricsOf(inbox: Inbox, queue: PullQueue, bot: Bot): Metrics {
  const source: Source = healthSource(inbox, queue);
  return createMetrics({
    ...source,
    inbox: inbox.counters,
    queue: queue.counters,
    readGitHub: () => bot.requests.counters,
  });
}

interface Intake extends Pick<HostOptions, "dictionary" | "onError"> {
  readonly verify: (body: string, signature: string) => Promise<boolean>;
  readonly inbox: Inbox;
  readonly now: () => number;
  readonly metrics: Metrics;
}

function intakeRoutes({
  verify,
  inbox,
  dictionary,
  now,
  metrics,
  onError,
}: Intake): readonly Route[] {
  return [
    webhookRoute({
      verify,
      accept: (delivery) => inbox.accept(delivery),
      words: dictionary.en,
      now,
      onAnswered: metrics.observeWebhook,
      onError,
    }),
  ];
}

async function startWork(
  settings: Settings,
  bot: Bot,
  queue: PullQueue,
  reconcile: () => Promise<void>,
): Promise<void> {
  await queue.work((ref) => passOnce(ref, bot, queue), {
    concurrency: settings.concurrency,
    onGivenUp: async (ref, error) => {
      await bot.reportGivenUp(ref, error);
      await queue.refreshLater(ref, GIVEN_UP_AGAIN_MS);
    },
  });
  await queue.schedule(reconcile, settings.reconcileMinutes);
}

function reconciler(parts: {
  readonly bot: Bot;
  readonly queue: PullQueue;
  readonly inbox: Inbox;
  readonly database: Database;
  readonly now: () => number;
}): () => Promise<void> {
  return async () => {
    await parts.queue.refreshAll(await parts.bot.listPulls());
    await parts.inbox.prune(parts.now() - PRUNE_AFTER_MS);
    await parts.database.tidy();
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
          // A function, because Probot puts its own `throttle` in the place of a plain one.
          Octokit: ProbotOctokit.defaults((options) => ({
            ...options,
            retry: { enabled: false },
            throttle: { ...options.throttle, enabled: false },
          })),
        }),
  });
}
