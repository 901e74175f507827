import { describe, expect, test } from "@jest/globals";
import { Octokit } from "@octokit/rest";
import nock from "nock";
import { ZipFile } from "yazl";
import { type ZipLimits, unzip } from "../../src/github/unzip.ts";
import { api, failureOf, gitHub, repo, watchRequests } from "./given.ts";

watchRequests();

const MEGABYTE = 1024 * 1024;

async function zipOf(
  files: readonly (readonly [name: string, content: string | Buffer])[],
): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of files) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  const parts: Buffer[] = [];
  for await (const part of zip.outputStream) parts.push(Buffer.from(part));
  return Buffer.concat(parts);
}

/** The same bytes with every occurrence of a text replaced by one of the same length. */
function replaced(bytes: Buffer, text: string, by: string): Buffer {
  return Buffer.from(bytes.toString("latin1").replaceAll(text, by), "latin1");
}

/** Sets the flag that says "encrypted" in every header. */
function encrypted(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  for (const [signature, flags] of [
    ["PK\u0003\u0004", 6],
    ["PK\u0001\u0002", 8],
  ] as const) {
    for (let at = copy.indexOf(signature); at !== -1; at = copy.indexOf(signature, at + 4)) {
      copy.writeUInt16LE(copy.readUInt16LE(at + flags) | 1, at + flags);
    }
  }
  return copy;
}

/** Says in every header that a file is of so many bytes. */
function claiming(bytes: Buffer, size: number): Buffer {
  const copy = Buffer.from(bytes);
  const at = copy.indexOf("PK\u0001\u0002");
  copy.writeUInt32LE(size, at + 24);
  return copy;
}

const isJson = (name: string): boolean => name.endsWith(".json");

async function outcome(bytes: Buffer, limits?: ZipLimits): Promise<unknown> {
  const reading = await unzip(bytes, isJson, limits);
  return reading.kind === "unknown"
    ? reading.cause
    : reading.value.map((file) => `${file.name} ${file.bytes.byteLength}`);
}

describe("the zip of an artifact", () => {
  const small: ZipLimits = { entries: 3, fileBytes: 1_000, allBytes: 1_500 };

  test("gives its wanted files, wherever they lie in it", async () => {
    const zip = await zipOf([
      ["agg_bmk.json", "[]"],
      ["deep/down/row.json", "{}"],
      ["server.log", "a long log"],
    ]);
    expect(await outcome(zip)).toEqual(["agg_bmk.json 2", "deep/down/row.json 2"]);
  });

  test.each<[string, () => Promise<Buffer>, string]>([
    ["of more entries", () => zipOf(["a", "b", "c", "d"].map((name) => [name, ""])), "too_large"],
    ["of a longer file", () => zipOf([["a.json", "x".repeat(1_001)]]), "too_large"],
    [
      "of more bytes together",
      () => zipOf(["a.json", "b.json"].map((name) => [name, "x".repeat(900)])),
      "too_large",
    ],
    [
      "that says less than it holds",
      async () => claiming(await zipOf([["a.json", Buffer.alloc(MEGABYTE)]]), 10),
      "unreadable",
    ],
  ])("%s than the limits stops there", async (_story, make, cause) => {
    expect(await outcome(await make(), small)).toBe(cause);
  });

  test("that is a bomb is not unpacked to its end", async () => {
    const bomb = await zipOf([["a.json", Buffer.alloc(48 * MEGABYTE)]]);
    expect(bomb.byteLength).toBeLessThan(MEGABYTE);
    const before = process.memoryUsage().arrayBuffers;
    expect(await outcome(bomb)).toBe("too_large");
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 * MEGABYTE);
  });

  test("may hold big files that nobody asks for", async () => {
    const zip = await zipOf([
      ["a.json", "{}"],
      ["server.log", "x".repeat(5_000)],
    ]);
    expect(await outcome(zip, small)).toEqual(["a.json 2"]);
  });

  const one = (): Promise<Buffer> => zipOf([["aaaa/b.json", "{}"]]);
  test.each<[string, () => Promise<Buffer>]>([
    ["is none", () => Promise.resolve(Buffer.from("not a zip"))],
    ["is empty", () => Promise.resolve(Buffer.alloc(0))],
    ["breaks off", async () => (await one()).subarray(0, -30)],
    ["is encrypted", async () => encrypted(await one())],
    ["names a file above itself", async () => replaced(await one(), "aaaa/b", "../../")],
    ["names a file from the root", async () => replaced(await one(), "aaaa/b", "/etc/b")],
    ["names a file on a drive", async () => replaced(await one(), "aaaa/b", "C:/a/b")],
    ["names a file with backslashes", async () => replaced(await one(), "aaaa/b", "..\\..b")],
    ["lost the header of a file", async () => replaced(await one(), "PK\u0003\u0004", "PKxx")],
  ])("that %s is unreadable", async (_story, make) => {
    expect(await outcome(await make())).toBe("unreadable");
  });
});

describe("downloading an artifact", () => {
  const path = `${repo}/actions/artifacts/77/zip`;
  const storage = "https://storage.example";
  const located = (status = 302): void => {
    nock(api)
      .get(path)
      .reply(status, undefined, { location: `${storage}/blob?sig=s` });
  };
  /** The storage refuses whoever shows a token that is not its own. */
  const stored = (): nock.Interceptor =>
    nock(storage, { badheaders: ["authorization"] }).get("/blob?sig=s");

  test("follows GitHub to the storage, without our token", async () => {
    const silent = (): void => undefined;
    const log = { debug: silent, info: silent, warn: silent, error: silent };
    const octokit = new Octokit({ auth: "secret", log });
    nock(api, { reqheaders: { authorization: "token secret" } })
      .get(path)
      .reply(302, undefined, { location: `${storage}/blob?sig=s` });
    stored().reply(200, await zipOf([["agg_bmk.json", "[1]"]]));
    const reading = await gitHub({ octokit }).downloadArtifact(77);
    expect(reading).toEqual({
      kind: "known",
      value: [{ name: "agg_bmk.json", bytes: new Uint8Array(Buffer.from("[1]")) }],
    });
  });

  test("follows a repository that was renamed", async () => {
    const moved = "/repositories/4711/actions/artifacts/77/zip";
    nock(api)
      .get(path)
      .reply(301, undefined, { location: `${api}${moved}` });
    nock(api)
      .get(moved)
      .reply(302, undefined, { location: `${storage}/blob?sig=s` });
    stored().reply(200, await zipOf([["a.json", "1"]]));
    expect(await gitHub().downloadArtifact(77)).toMatchObject({ kind: "known" });
  });

  test.each([
    [410, "not_found"],
    [404, "not_found"],
    [403, "forbidden"],
  ])("that GitHub refuses with %i is %s", async (status, cause) => {
    nock(api).get(path).reply(status, { message: "Artifact has expired" });
    expect(await gitHub().downloadArtifact(77)).toEqual({ kind: "unknown", cause });
  });

  test("that GitHub cannot answer now is unavailable, and a limit of ours is waited for", async () => {
    nock(api).get(path).reply(502, {});
    expect(await gitHub().downloadArtifact(77)).toEqual({ kind: "unknown", cause: "unavailable" });
    const limit = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "1" };
    nock(api).get(path).reply(403, { message: "API rate limit exceeded" }, limit);
    expect(await failureOf(gitHub().downloadArtifact(77))).toMatchObject({ kind: "rateLimited" });
  });

  test.each([
    [404, "not_found"],
    [403, "unavailable"],
    [500, "unavailable"],
    [302, "unavailable"],
  ])("that the storage answers with %i is %s", async (status, cause) => {
    located();
    stored().reply(status, "", status === 302 ? { location: "https://elsewhere.example/" } : {});
    expect(await gitHub().downloadArtifact(77)).toEqual({ kind: "unknown", cause });
  });

  test("that breaks off on the way is unavailable, and no zip", async () => {
    located();
    stored().replyWithError("socket hang up");
    expect(await gitHub().downloadArtifact(77)).toEqual({ kind: "unknown", cause: "unavailable" });
  });

  test("that is longer than 32 MiB is too large", async () => {
    located();
    stored().reply(200, Buffer.alloc(32 * MEGABYTE + 1));
    expect(await gitHub().downloadArtifact(77)).toEqual({ kind: "unknown", cause: "too_large" });
  });

  test("is not asked for over a line that anybody can read", async () => {
    nock(api).get(path).reply(302, undefined, { location: "http://storage.example/blob" });
    expect(await gitHub().downloadArtifact(77)).toEqual({ kind: "unknown", cause: "unreadable" });
  });
});
