import { createHmac, randomUUID } from "node:crypto";
import { request } from "node:http";
import { z } from "zod";

export interface Sent {
  readonly status: number;
  readonly code: string;
}

export interface Sending {
  readonly event?: string;
  readonly secret?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const answered = z.object({ code: z.string() });

/** Sends a body as a webhook, signed with the secret if one is given; tells what was answered. */
export async function send(url: string, body: string, sending: Sending = {}): Promise<Sent> {
  const { event = "pull_request", secret } = sending;
  const signature =
    secret === undefined ? null : createHmac("sha256", secret).update(body).digest("hex");
  const headers = {
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(body)),
    "x-github-event": event,
    "x-github-delivery": randomUUID(),
    ...(signature === null ? {} : { "x-hub-signature-256": `sha256=${signature}` }),
    ...sending.headers,
  };
  return new Promise((resolve, reject) => {
    const outgoing = request(
      `${url}/api/github/webhooks`,
      { method: "POST", headers },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on("data", (part: Buffer) => parts.push(part));
        answer.on("end", () => {
          const { code } = answered.parse(JSON.parse(Buffer.concat(parts).toString()));
          resolve({ status: answer.statusCode ?? 0, code });
          outgoing.destroy();
        });
      },
    );
    outgoing.on("error", reject);
    // A body that is refused for its length is never read to its end.
    outgoing.end(body);
  });
}
