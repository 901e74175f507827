import { WEBHOOK_BYTES } from "../core/model/limits.ts";
import { PLAIN, type View } from "../core/render/template.ts";
import { say, type Words } from "../core/render/words.ts";
import type { Delivery } from "../queue/inbox.ts";
import type { HttpAnswer, HttpRequest, Route } from "./route.ts";

export interface WebhookOptions {
  /** Whether the signature (`sha256=…`) is that of the body under the app's secret; compares in constant time. */
  readonly verify: (body: string, signature: string) => Promise<boolean>;
  readonly accept: (delivery: Delivery) => Promise<"stored" | "duplicate">;
  readonly words: Words;
  readonly now: () => number;
  /** Told of each answer and how long it took, for the metrics. */
  readonly onAnswered?: (code: WebhookCode, seconds: number) => void;
  /** Told why a delivery could not be stored. */
  readonly onError: (error: unknown) => void;
}

const STATUS = {
  stored: 202,
  duplicate: 202,
  body_broken_off: 400,
  body_empty: 400,
  not_json: 400,
  delivery_id_missing: 400,
  event_missing: 400,
  signature_missing: 401,
  signature_wrong: 401,
  body_too_large: 413,
  not_json_type: 415,
  database_down: 503,
} as const;

/** How a webhook request can end; the sentences are in `templates/<language>/server.yml`. */
type WebhookCode = keyof typeof STATUS;

const retryAfterSeconds = "30";
const EVENT = /^[a-z][a-z0-9_]{0,63}$/u;
const DELIVERY_ID = /^[\x21-\x7e]{1,128}$/u;

/**
 * POST /api/github/webhooks: checks, stores, answers; nothing is decided here. 202 only once the
 * delivery is safe; an event that we do not know is stored like any other.
 */
export function webhookRoute(options: WebhookOptions): Route {
  return {
    method: "POST",
    path: "/api/github/webhooks",
    answer: async (request) => {
      const begun = performance.now();
      const code = await judge(request, options);
      options.onAnswered?.(code, (performance.now() - begun) / 1_000);
      return renderAnswer(code, options.words);
    },
  };
}

async function judge(request: HttpRequest, options: WebhookOptions): Promise<WebhookCode> {
  if (Number(header(request, "content-length")) > WEBHOOK_BYTES) {
    return "body_too_large";
  }
  if (!/^application\/json\s*(?:;|$)/iu.test(header(request, "content-type"))) {
    return "not_json_type";
  }
  const signature = header(request, "x-hub-signature-256");
  if (signature === "") {
    return "signature_missing";
  }
  const reading = await request.readBody(WEBHOOK_BYTES);
  if (reading.kind !== "body") {
    return reading.kind === "too_large" ? "body_too_large" : "body_broken_off";
  }
  if (reading.text === "") {
    return "body_empty";
  }
  if (!(await options.verify(reading.text, signature))) {
    return "signature_wrong";
  }
  return await store(request, reading.text, options);
}

async function store(
  request: HttpRequest,
  body: string,
  options: WebhookOptions,
): Promise<WebhookCode> {
  if (!isJsonObject(body)) {
    return "not_json";
  }
  const deliveryId = header(request, "x-github-delivery");
  if (!DELIVERY_ID.test(deliveryId)) {
    return "delivery_id_missing";
  }
  const event = header(request, "x-github-event");
  if (!EVENT.test(event)) {
    return "event_missing";
  }
  try {
    return await options.accept({ deliveryId, event, body, receivedAt: options.now() });
  } catch (error) {
    options.onError(error);
    return "database_down";
  }
}

function renderAnswer(code: WebhookCode, words: Words): HttpAnswer {
  const view: View = { megabytes: Math.floor(WEBHOOK_BYTES / 1024 / 1024) };
  return {
    status: STATUS[code],
    contentType: "application/json",
    body: JSON.stringify({ code, message: say(words, `server.${code}`, view, PLAIN) }),
    headers: STATUS[code] === 503 ? { "retry-after": retryAfterSeconds } : {},
  };
}

function header(request: HttpRequest, name: string): string {
  const value = request.headers[name];
  return typeof value === "string" ? value : "";
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
