import { describe, expect, test } from "@jest/globals";
import { isPublicAddress } from "../../src/upstream/addresses.ts";
import {
  httpsRequests,
  type PageAnswer,
  type PageRequest,
} from "../../src/upstream/page-request.ts";
import { openPages } from "../../src/upstream/pages.ts";

const PAGE = "https://recipes.vllm.ai/acme/Tiny";
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const found = (text: string): PageAnswer => ({ status: 200, location: null, body: bytes(text) });
const told = (status: number, location: string | null = null): PageAnswer => ({
  status,
  location,
  body: bytes(""),
});

/** Answers one after the other, and remembers what was asked. */
function answering(...answers: readonly (PageAnswer | Error)[]): {
  readonly request: PageRequest;
  readonly asked: string[];
} {
  const asked: string[] = [];
  const left = [...answers];
  const request: PageRequest = (url) => {
    asked.push(url.href);
    const answer = left.shift() ?? told(500);
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  };
  return { request, asked };
}

async function read(url: string, ...answers: readonly (PageAnswer | Error)[]): Promise<unknown> {
  const { request } = answering(...answers);
  const reading = await openPages({ now: () => 0, request })(url);
  return reading.kind === "known" ? reading.value : reading.cause;
}

describe("a published page (spec/signoff §7)", () => {
  test.each<[string, readonly (PageAnswer | Error)[], string]>([
    ["that is there", [found("text")], "text"],
    ["that is not there", [told(404)], "not_found"],
    ["that asks for a password", [told(401)], "not_found"],
    ["of a host that fails", [told(502)], "unavailable"],
    ["of a host that wants fewer requests", [told(429)], "unavailable"],
    ["of a host that does not answer", [new Error("refused")], "unavailable"],
    ["that stands elsewhere on the host", [told(301, "/acme/Tiny/"), found("text")], "text"],
    ["that stands two steps away", [told(308, "/b"), told(302, "/c"), found("text")], "text"],
    [
      "that stands three steps away",
      [told(308, "/b"), told(302, "/c"), told(302, "/d"), found("text")],
      "forbidden",
    ],
    ["that stands on another host", [told(302, "https://docs.sglang.io/a")], "forbidden"],
    ["that stands at an address", [told(302, "https://169.254.169.254/latest")], "forbidden"],
    ["that goes on without encryption", [told(302, "http://recipes.vllm.ai/a")], "forbidden"],
    ["that goes on at a port", [told(302, "https://recipes.vllm.ai:444/a")], "forbidden"],
    ["that goes nowhere", [told(302)], "forbidden"],
  ])("%s", async (_, answers, expected) => {
    expect(await read(PAGE, ...answers)).toBe(expected);
  });

  test.each([
    "http://recipes.vllm.ai/a/b",
    "https://localhost/a/b",
    "https://recipes.vllm.ai:1/a/b",
    "no",
  ])("is never asked for at %s", async (url) => {
    const { request, asked } = answering(found("text"));
    const reading = await openPages({ now: () => 0, request })(url);
    expect([reading, asked]).toEqual([{ kind: "unknown", cause: "forbidden" }, []]);
  });

  test("is asked for once in ten minutes", async () => {
    let now = 0;
    const { request, asked } = answering(found("old"), found("new"));
    const readPage = openPages({ now: () => now, request });
    await readPage(PAGE);
    now = 9 * 60_000;
    expect(await readPage(PAGE)).toEqual({ kind: "known", value: "old" });
    now = 10 * 60_000;
    expect(await readPage(PAGE)).toEqual({ kind: "known", value: "new" });
    expect(asked).toEqual([PAGE, PAGE]);
  });
});

describe("addresses", () => {
  test.each([
    ...[
      "127.0.0.1",
      "10.1.2.3",
      "172.16.0.1",
      "192.168.1.1",
      "169.254.169.254",
      "100.64.0.1",
      "0.0.0.0",
    ],
    ...["224.0.0.1", "255.255.255.255", "::1", "::", "fe80::1", "fd00::1", "ff02::1"],
    ...[
      "::ffff:10.0.0.1",
      "::ffff:127.0.0.1",
      "64:ff9b::a00:1",
      "2002:a00:1::",
      "::127.0.0.1",
      "name",
    ],
  ])("%s is not public", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  test.each(["93.184.215.14", "8.8.8.8", "172.32.0.1", "2606:4700::1111"])("%s is", (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  test("a host with any private address is not connected to", async () => {
    const hosts = [
      [{ address: "127.0.0.1", family: 4 }],
      [
        { address: "93.184.215.14", family: 4 },
        { address: "fd00::1", family: 6 },
      ],
      [],
    ];
    for (const addresses of hosts) {
      const request = httpsRequests(() => Promise.resolve(addresses));
      await expect(request(new URL(PAGE), AbortSignal.timeout(1_000))).rejects.toThrow(
        "not public",
      );
    }
  });
});
