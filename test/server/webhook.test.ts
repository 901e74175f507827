import { createHmac, timingSafeEqual } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { WEBHOOK_BYTES } from "../../src/core/model/limits.ts";
import type { Delivery } from "../../src/queue/inbox.ts";
import { webhookRoute } from "../../src/server/webhook.ts";
import { loadDictionary } from "../../src/words.ts";
import { serve } from "./serving.ts";

const secret = "s3cret";
const dictionary = loadDictionary();

function sign(body: string): string {
  return `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
}

function verify(body: string, signature: string): Promise<boolean> {
  const expected = Buffer.from(sign(body));
  const given = Buffer.from(signature);
  return Promise.resolve(expected.length === given.length && timingSafeEqual(expected, given));
}

interface Receiver {
  readonly post: (
    body: string | ReadableStream,
    headers?: Record<string, string>,
  ) => Promise<Reply>;
  readonly accepted: Delivery[];
  readonly answered: string[];
}
interface Reply {
  readonly status: number;
  readonly code: unknown;
  readonly message: unknown;
  readonly headers: Headers;
}

async function receiver(
  accept: (delivery: Delivery) => Promise<"stored" | "duplicate"> = () => Promise.resolve("stored"),
): Promise<Receiver> {
  const accepted: Delivery[] = [];
  const answered: string[] = [];
  const { url } = await serve([
    webhookRoute({
      verify,
      accept: async (delivery) => {
        accepted.push(delivery);
        return await accept(delivery);
      },
      words: dictionary.en,
      now: () => 1_234,
      onAnswered: (code) => answered.push(code),
      onError: () => undefined,
    }),
  ]);
  const post: Receiver["post"] = async (body, headers = {}) => {
    const response = await fetch(`${url}/api/github/webhooks`, {
      method: "POST",
      body,
      headers: {
        "content-type": "application/json",
        "x-github-delivery": "d-1",
        "x-github-event": "pull_request",
        ...(typeof body === "string" ? { "x-hub-signature-256": sign(body) } : {}),
        ...headers,
      },
      ...(typeof body === "string" ? {} : { duplex: "half" }),
    });
    const answer = (await response.json()) as { code: unknown; message: unknown };
    return { status: response.status, headers: response.headers, ...answer };
  };
  return { post, accepted, answered };
}

describe("webhook", () => {
  test("stores a signed delivery as it came and answers 202", async () => {
    const { post, accepted, answered } = await receiver();
    const body = JSON.stringify({ action: "opened", text: "✓ 中文 \u2028" });
    expect(await post(body)).toMatchObject({ status: 202, code: "stored" });
    expect(accepted).toEqual([
      { deliveryId: "d-1", event: "pull_request", body, receivedAt: 1_234 },
    ]);
    expect(answered).toEqual(["stored"]);
  });

  test("answers a repeated delivery with 202 as well", async () => {
    const { post } = await receiver(() => Promise.resolve("duplicate"));
    expect(await post("{}")).toMatchObject({ status: 202, code: "duplicate" });
  });

  test("stores an event that nobody knows yet", async () => {
    const { post, accepted } = await receiver();
    expect(await post("{}", { "x-github-event": "brand_new_event" })).toMatchObject({
      status: 202,
    });
    expect(accepted[0]?.event).toBe("brand_new_event");
  });

  const form = "application/x-www-form-urlencoded";
  test.each([
    { what: "no signature", headers: { "x-hub-signature-256": "" }, code: "signature_missing" },
    {
      what: "another's signature",
      headers: { "x-hub-signature-256": sign("{ }") },
      code: "signature_wrong",
    },
    {
      what: "a signature that is none",
      headers: { "x-hub-signature-256": "sha1=abc" },
      code: "signature_wrong",
    },
    {
      what: "the older kind of signature alone",
      headers: { "x-hub-signature-256": "", "x-hub-signature": "sha1=0" },
      code: "signature_missing",
    },
    {
      what: "a form",
      body: "payload=%7B%7D",
      headers: { "content-type": form },
      code: "not_json_type",
    },
    {
      what: "a type that only begins like JSON",
      headers: { "content-type": "application/jsonp" },
      code: "not_json_type",
    },
    { what: "half an object", body: "{", code: "not_json" },
    { what: "a list", body: "[]", code: "not_json" },
    { what: "JSON null", body: "null", code: "not_json" },
    { what: "nothing", body: "", code: "body_empty" },
    { what: "no delivery id", headers: { "x-github-delivery": "" }, code: "delivery_id_missing" },
    {
      what: "an endless delivery id",
      headers: { "x-github-delivery": "d".repeat(200) },
      code: "delivery_id_missing",
    },
    { what: "no event", headers: { "x-github-event": "" }, code: "event_missing" },
    {
      what: "an event that is no name",
      headers: { "x-github-event": "a b" },
      code: "event_missing",
    },
  ])(
    "refuses $what with $code and says what to do",
    async ({ body = "{}", headers = {}, code }) => {
      const { post, accepted } = await receiver();
      const reply = await post(body, headers);
      expect(reply.code).toBe(code);
      expect(String(reply.message)).toMatch(/^[A-Z].{20,}\.$/su);
      expect(accepted).toEqual([]);
    },
  );

  test.each([
    ["{}", { "x-hub-signature-256": "" }, 401],
    ["{}", { "x-hub-signature-256": "sha256=0" }, 401],
    ["{}", { "content-type": form }, 415],
    ["{", {}, 400],
    ["", {}, 400],
    ["{}", { "x-github-event": "" }, 400],
  ])("answers %j with headers %j by %d", async (body, headers: Record<string, string>, status) => {
    const { post } = await receiver();
    expect((await post(body, headers)).status).toBe(status);
  });

  test("takes JSON with a character set in its type", async () => {
    const { post } = await receiver();
    expect(await post("{}", { "content-type": "application/json; charset=utf-8" })).toMatchObject({
      status: 202,
    });
  });

  test("answers 503 and asks for another try while the database is down", async () => {
    const { post } = await receiver(() => Promise.reject(new Error("connection refused")));
    const reply = await post("{}");
    expect(reply).toMatchObject({ status: 503, code: "database_down" });
    expect(reply.headers.get("retry-after")).toBe("30");
    expect(JSON.stringify(reply)).not.toContain("refused");
  });

  test("refuses a body of 30 MB by its announced length, and is there for the next one", async () => {
    const { post, accepted } = await receiver();
    expect(await post("x".repeat(30 * 1024 * 1024))).toMatchObject({
      status: 413,
      code: "body_too_large",
    });
    expect(await post("{}")).toMatchObject({ status: 202 });
    expect(accepted).toHaveLength(1);
  });

  test("refuses 30 MB that come without an announced length", async () => {
    const { post, accepted } = await receiver();
    let left = 30;
    const stream = new ReadableStream({
      pull(controller) {
        if (left === 0) {
          controller.close();
        } else {
          left -= 1;
          controller.enqueue(new Uint8Array(1024 * 1024));
        }
      },
    });
    expect(await post(stream, { "x-hub-signature-256": "sha256=00" })).toMatchObject({
      status: 413,
    });
    expect(accepted).toEqual([]);
  });

  test("takes a body of the largest size that GitHub sends", async () => {
    const { post, accepted } = await receiver();
    const frame = JSON.stringify({ text: "" });
    const body = JSON.stringify({ text: "x".repeat(WEBHOOK_BYTES - frame.length) });
    expect(await post(body)).toMatchObject({ status: 202 });
    expect(accepted[0]?.body.length).toBe(WEBHOOK_BYTES);
  });

  test("never takes a body that its signature does not belong to", async () => {
    const { post } = await receiver();
    await fc.assert(
      fc.asyncProperty(fc.json(), fc.json(), async (body, other) => {
        fc.pre(body !== other);
        const reply = await post(body, { "x-hub-signature-256": sign(other) });
        return reply.code === "signature_wrong";
      }),
      { numRuns: 50 },
    );
  });
});
