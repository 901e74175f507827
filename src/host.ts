import { openBot, type Bot, type BotParts } from "./bot.ts";
import type { Picture } from "./core/model/results.ts";
import type { PullRef } from "./core/model/signal.ts";
import type { Dictionary } from "./core/render/words.ts";
import { openLooks } from "./looks.ts";
import { openDatabase, type Database } from "./queue/database.ts";
import { Draining } from "./queue/draining.ts";
import { Inbox } from "./queue/inbox.ts";
import { readPicture as keptPicture } from "./queue/pictures.ts";
import { openPullQueue, type PullQueue } from "./queue/pull-queue.ts";
import { openProbot } from "./probot.ts";
import { openRecords } from "./records.ts";
import type { RunningServer } from "./server/http.ts";
import type { PagesSource } from "./server/pages.ts";
import { pictureAddress, type PictureName } from "./server/picture-address.ts";
import type { Settings } from "./server/settings.ts";
import { openRecipeSources } from "./recipe-sources.ts";
import { loadSignatures } from "./signatures.ts";
import { openPages } from "./upstream/pages.ts";
import { startWeb } from "./web.ts";

export interface HostOptions {
  readonly dictionary: Dictionary;
  readonly now?: () => number;
  /** Waits between requests and repeats of failed ones, as GitHub asks for; off against the simulator. */
  readonly politeRequests?: boolean;
  /** Wait before a look that failed is repeated, in whole seconds; doubles each time. */
  readonly retrySeconds?: number;
  /** How long deliveries are gathered before they are routed together. */
  readonly gatherMs?: number;
  /** How published pages are read; over the network unless said otherwise. */
  readonly readPage?: BotParts["readPage"];
  readonly onError: (error: unknown) => void;
}

export interface Host {
  readonly url: string;
  readonly bot: Bot;
  readonly database: Database;
  readonly inbox: Inbox;
  readonly queue: PullQueue;
  /** What the pages show. */
  readonly pages: PagesSource;
  /** Looks at every open or lately closed pull request again; the timer does this by itself. */
  reconcile(): Promise<void>;
  /** Resolves when every stored delivery has been routed and no pass waits or runs. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** Looks kept in memory for the pages. */
const KEPT_LOOKS = 500;
/** Deliveries come in bursts, and a batch costs about the same whatever its size. */
const GATHER_MS = 100;
/** A pull request that could not be looked at is tried again after this long. */
const GIVEN_UP_AGAIN_MS = 10 * 60_000;

/** Starts the whole bot: database, inbox, queue, Probot, web server and timers. A start that fails leaves nothing open. */
export async function startHost(settings: Settings, options: HostOptions): Promise<Host> {
  const database = await openDatabase(settings.database);
  let queue: PullQueue | null = null;
  try {
    queue = await openQueue(database, settings, options);
    return await startAround(database, queue, settings, options);
  } catch (error) {
    await queue?.stop();
    await database.close();
    throw error;
  }
}

function openQueue(
  database: Database,
  settings: Settings,
  { retrySeconds, onError }: HostOptions,
): Promise<PullQueue> {
  return openPullQueue(database, {
    debounceMs: settings.debounceMs,
    ...(retrySeconds === undefined ? {} : { retrySeconds }),
    onError,
  });
}

async function startAround(
  database: Database,
  queue: PullQueue,
  settings: Settings,
  options: HostOptions,
): Promise<Host> {
  const { dictionary, now = Date.now, onError, gatherMs = GATHER_MS } = options;
  const inbox = new Inbox(database, { refreshAll: (refs, db) => queue.refreshAll(refs, db) });
  const looks = openLooks(database, dictionary, KEPT_LOOKS);
  const probot = openProbot(settings, options.politeRequests ?? true);
  let countEffect: (kind: string) => void = () => undefined;
  const bot = await openBot({
    probot,
    records: openRecords(database),
    ...{ dictionary, now, onError },
    signatures: loadSignatures(),
    recipes: await openRecipeSources(),
    dispatchGraceMs: settings.dispatchGraceMs,
    pictureAddress: addressesOf(settings),
    readPage: options.readPage ?? openPages({ now }),
    onLook: looks.keep,
    wake: (pulls) => queue.refreshAll(pulls),
    onEffect: (kind) => {
      countEffect(kind);
    },
  });
  if (database.kind === "embedded") await inbox.recover();
  const reconcile = async (): Promise<void> => queue.refreshAll(await bot.listPulls());
  await startWork(settings, bot, queue, reconcile);
  const parts = { settings, probot, bot, inbox, queue, pages: looks.pages };
  const web = { ...parts, readPicture: picturesIn(database), dictionary, now, onError };
  const { server, metrics } = await startWeb(web);
  countEffect = metrics.countEffect;
  const draining = new Draining({ inbox, database, route: bot.route, now, onError, gatherMs });
  return {
    url: server.url,
    bot,
    database,
    inbox,
    queue,
    pages: looks.pages,
    reconcile,
    settled: async () => {
      await draining.idle();
      await queue.drained();
    },
    close: () => closeHost(server, draining, queue, database),
  };
}

function picturesIn(database: Database): (name: PictureName) => Promise<Picture | null> {
  return (name) => keptPicture(database, name);
}

/** Pictures have an address only where this server is known to be reachable. */
function addressesOf({ publicUrl, webhookSecret }: Settings): BotParts["pictureAddress"] {
  return (repositoryId, pull, runId) =>
    publicUrl === null
      ? null
      : pictureAddress(publicUrl, webhookSecret, { repositoryId, pull, runId });
}

async function startWork(
  settings: Settings,
  bot: Bot,
  queue: PullQueue,
  reconcile: () => Promise<void>,
): Promise<void> {
  await queue.work((ref, signal) => passOnce(ref, signal, bot, queue), {
    concurrency: settings.concurrency,
    onGivenUp: async (ref, error) => {
      await bot.reportGivenUp(ref, error);
      await queue.refreshLater(ref, GIVEN_UP_AGAIN_MS);
    },
  });
  await queue.schedule(reconcile, settings.reconcileMinutes);
}

async function closeHost(
  server: RunningServer,
  draining: Draining,
  queue: PullQueue,
  database: Database,
): Promise<void> {
  await server.close();
  await draining.stop();
  await queue.stop();
  await database.close();
}

async function passOnce(
  ref: PullRef,
  signal: AbortSignal,
  bot: Bot,
  queue: PullQueue,
): Promise<void> {
  const lookAgainMs = await bot.pass(ref, signal);
  if (lookAgainMs === 0) await queue.refresh(ref);
  else if (lookAgainMs !== null) await queue.refreshLater(ref, lookAgainMs);
}
