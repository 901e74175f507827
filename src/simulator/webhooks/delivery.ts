import { createHmac, randomUUID } from "node:crypto";

/** One webhook as it goes over the wire. */
export interface Delivery {
  readonly id: string;
  readonly event: string;
  readonly action: string | null;
  /** Parsed anew at each look: thousands of deliveries are kept, and their text is the smaller form. */
  readonly payload: Readonly<Record<string, unknown>>;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Signs a payload as GitHub does for an app's webhook and gives it a new delivery id. */
export function sealDelivery(
  event: string,
  payload: Readonly<Record<string, unknown>>,
  app: { readonly id: number; readonly webhookSecret: string },
): Delivery {
  const body = JSON.stringify(payload);
  const id = randomUUID();
  const hmac = (algorithm: string): string =>
    `${algorithm}=${createHmac(algorithm, app.webhookSecret).update(body).digest("hex")}`;
  const action = payload["action"];
  return {
    id,
    event,
    action: typeof action === "string" ? action : null,
    get payload(): Readonly<Record<string, unknown>> {
      return JSON.parse(body) as Readonly<Record<string, unknown>>;
    },
    body,
    headers: {
      "content-type": "application/json",
      "user-agent": "GitHub-Hookshot/simulator",
      "x-github-event": event,
      "x-github-delivery": id,
      "x-github-hook-id": "1",
      "x-github-hook-installation-target-id": String(app.id),
      "x-github-hook-installation-target-type": "integration",
      "x-hub-signature": hmac("sha1"),
      "x-hub-signature-256": hmac("sha256"),
    },
  };
}
