import type { Probot } from "probot";
import type { Bot } from "./bot.ts";
import type { Dictionary } from "./core/render/words.ts";
import type { Inbox } from "./queue/inbox.ts";
import type { PullQueue } from "./queue/pull-queue.ts";
import { healthRoute } from "./server/health.ts";
import { type RunningServer, startServer } from "./server/http.ts";
import { createMetrics, type Metrics } from "./server/metrics.ts";
import { pageRoutes, type PagesSource } from "./server/pages.ts";
import { pictureRoute, type PictureSource } from "./server/picture-route.ts";
import type { Settings } from "./server/settings.ts";
import { webhookRoute } from "./server/webhook.ts";

export interface WebParts {
  readonly settings: Settings;
  readonly probot: Probot;
  readonly bot: Bot;
  readonly inbox: Inbox;
  readonly queue: PullQueue;
  readonly pages: PagesSource;
  readonly readPicture: PictureSource["readPicture"];
  readonly dictionary: Dictionary;
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

/** Starts the web server: webhooks, health, metrics and pages. */
export async function startWeb(
  parts: WebParts,
): Promise<{ readonly server: RunningServer; readonly metrics: Metrics }> {
  const { settings, probot, bot, inbox, queue, dictionary, now, onError } = parts;
  const state = {
    readBacklog: () => inbox.readBacklog(),
    readQueueState: () => queue.readState(),
  };
  const metrics = createMetrics({
    ...state,
    inbox: inbox.counters,
    queue: queue.counters,
    readGitHub: () => bot.requests.counters,
  });
  const webhooks = webhookRoute({
    verify: (body, signature) => probot.webhooks.verify(body, signature),
    accept: (delivery) => inbox.accept(delivery),
    words: dictionary.en,
    now,
    onAnswered: metrics.observeWebhook,
    onError,
  });
  const pages = pageRoutes(parts.pages, dictionary);
  const { readPicture } = parts;
  const pictures = pictureRoute({ secret: settings.webhookSecret, readPicture }, dictionary);
  const routes = [webhooks, healthRoute(state), metrics.route, ...pages, pictures];
  const server = await startServer({ port: settings.port, host: settings.host, onError, routes });
  return { server, metrics };
}
