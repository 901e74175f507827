import { describe, expect, test } from "@jest/globals";
import nock from "nock";
import { FILE_BYTES } from "../../src/core/model/limits.ts";
import type { FileReading } from "../../src/core/model/github.ts";
import { BlobCache } from "../../src/github/blob-cache.ts";
import { api, failureOf, gitHub, repo, sha, watchRequests } from "./given.ts";

watchRequests();

const head = sha(1);
const other = sha(2);

/** Base64 as GitHub sends it: broken into lines. */
function base64(text: string): string {
  return Buffer.from(text)
    .toString("base64")
    .replace(/(.{60})/g, "$1\n");
}

function fileJson(text: string, over: object = {}): object {
  const size = Buffer.byteLength(text);
  return { type: "file", encoding: "base64", size, sha: sha(7), content: base64(text), ...over };
}

function contents(path: string, ref: string): nock.Interceptor {
  return nock(api, { reqheaders: { accept: "application/vnd.github.object+json" } }).get(
    `${repo}/contents/${path}?ref=${ref}`,
  );
}

function textOf(reading: FileReading): string | null {
  if (reading.kind === "unknown" || reading.value === null) return null;
  return new TextDecoder().decode(reading.value.bytes);
}

function contentOf(reading: FileReading): unknown {
  return reading.kind === "known" ? reading.value : reading.cause;
}

describe("a file", () => {
  test.each(["key: 值 🚀\n".repeat(20), ""])("is read byte for byte", async (text) => {
    contents("configs/a.yaml", head).reply(200, fileJson(text));
    const reading = await gitHub().readFile("configs/a.yaml", head);
    expect(textOf(reading)).toBe(text);
    expect(reading).toMatchObject({ value: { path: "configs/a.yaml", blobSha: sha(7) } });
  });

  test("may have any name that Git allows", async () => {
    contents("a%20b/%7Bx%7D%3F%23%3Ay.yml", head).reply(200, fileJson("x"));
    expect(textOf(await gitHub().readFile("a b/{x}?#:y.yml", head))).toBe("x");
  });

  test.each(["../../user", "a/./b", "/etc", "a//b", ""])(
    "is not there under the impossible name %j, without a request",
    async (path) => {
      expect(await gitHub().readFile(path, head)).toEqual({ kind: "known", value: null });
    },
  );

  test("over 1 MB is downloaded as a blob", async () => {
    const text = "x".repeat(1_500_000);
    const size = text.length;
    contents("big", head).reply(200, fileJson("", { encoding: "none", size }));
    nock(api)
      .get(`${repo}/git/blobs/${sha(7)}`)
      .reply(200, { sha: sha(7), encoding: "base64", size, content: base64(text) });
    expect(textOf(await gitHub().readFile("big", head))?.length).toBe(size);
  });

  test.each([
    ["over our limit", 200, fileJson("", { encoding: "none", size: FILE_BYTES + 1 }), "too_large"],
    ["over GitHub's limit", 403, { message: "Big", errors: [{ code: "too_large" }] }, "too_large"],
    ["that is a folder", 200, { type: "dir", size: 0, sha: sha(7), entries: [] }, "unreadable"],
    ["that an old server lists as a folder", 200, [{ type: "file" }], "unreadable"],
    ["that is a symbolic link", 200, fileJson("", { type: "symlink" }), "unreadable"],
    ["that is a submodule", 200, fileJson("", { type: "submodule" }), "unreadable"],
    ["that arrived in part", 200, fileJson("half", { size: 8 }), "unreadable"],
    ["that the app may not see", 403, { message: "Resource not accessible" }, "forbidden"],
    ["at no commit", 404, { message: `No commit found for the ref ${head}` }, "not_found"],
  ])("%s is unknown", async (_, status, body, cause) => {
    contents("a", head).reply(status, body);
    expect(await gitHub().readFile("a", head)).toEqual({ kind: "unknown", cause });
  });

  test("is not there only while the repository is; which is asked once", async () => {
    contents("a", head).reply(404, { message: "Not Found" });
    contents("b", head).reply(404, { message: "Not Found" });
    nock(api).get(repo).reply(200, {});
    const github = gitHub();
    expect(await github.readFile("a", head)).toEqual({ kind: "known", value: null });
    expect(await github.readFile("b", head)).toEqual({ kind: "known", value: null });
  });

  test("is no answer when the whole repository is out of sight", async () => {
    contents("a", head).reply(404, { message: "Not Found" });
    nock(api).get(repo).reply(404, { message: "Not Found" });
    expect(await failureOf(gitHub().readFile("a", head))).toMatchObject({ kind: "gone" });
  });

  test("is no answer when GitHub is down", async () => {
    contents("a", head).reply(502, "Bad gateway");
    expect(await failureOf(gitHub().readFile("a", head))).toMatchObject({ kind: "unavailable" });
  });
});

describe("what was read before", () => {
  test("is not asked for again at the same commit", async () => {
    contents("a", head).reply(200, fileJson("x"));
    const blobs = new BlobCache();
    const first = await gitHub({ blobs }).readFile("a", head);
    const second = await gitHub({ blobs }).readFile("a", head);
    expect(contentOf(second)).toBe(contentOf(first));
  });

  test("is the same object for the same blob at another commit", async () => {
    contents("a", head).reply(200, fileJson("x"));
    contents("a", other).reply(200, fileJson("x"));
    const github = gitHub();
    const first = await github.readFile("a", head);
    expect(contentOf(await github.readFile("a", other))).toBe(contentOf(first));
  });

  test("is not downloaded again when it is large", async () => {
    const large = { encoding: "none", content: "", size: 1 };
    contents("a", head).reply(200, fileJson("x"));
    contents("a", other).reply(200, fileJson("x", large));
    const github = gitHub();
    const first = await github.readFile("a", head);
    expect(contentOf(await github.readFile("a", other))).toBe(contentOf(first));
  });

  test("is asked for again at a branch", async () => {
    contents("a", "main").reply(200, fileJson("old"));
    contents("a", "main").reply(200, fileJson("new", { sha: sha(8) }));
    const github = gitHub();
    expect(textOf(await github.readFile("a", "main"))).toBe("old");
    expect(textOf(await github.readFile("a", "main"))).toBe("new");
  });

  test("is fetched by its blob once it was dropped", async () => {
    contents("a", head).reply(200, fileJson("abcd"));
    nock(api)
      .get(`${repo}/git/blobs/${sha(7)}`)
      .reply(200, { encoding: "base64", size: 4, content: base64("abcd") });
    const blobs = new BlobCache(4);
    await gitHub({ blobs }).readFile("a", head);
    expect(textOf(await gitHub({ blobs }).readFile("a", head))).toBe("abcd");
  });

  test("is asked for again when it was not there", async () => {
    contents("a", "main").twice().reply(404, { message: "Not Found" });
    nock(api).get(repo).reply(200, {});
    const github = gitHub();
    await github.readFile("a", "main");
    expect(await github.readFile("a", "main")).toEqual({ kind: "known", value: null });
  });
});

describe("a branch", () => {
  const tip = `${repo}/git/ref/heads/feature/x`;

  test("has a tip", async () => {
    nock(api)
      .get(tip)
      .reply(200, { ref: "x", object: { type: "commit", sha: head } });
    expect(await gitHub().readBranchTip("feature/x")).toBe(head);
  });

  test("that is not there has none", async () => {
    nock(api).get(tip).reply(404, { message: "Not Found" }).get(repo).reply(200, {});
    expect(await gitHub().readBranchTip("feature/x")).toBeNull();
  });

  test("is no answer when the repository is out of sight", async () => {
    nock(api).get(tip).reply(404).get(repo).reply(404);
    expect(await failureOf(gitHub().readBranchTip("feature/x"))).toMatchObject({ kind: "gone" });
  });
});

describe("the pushes to a branch", () => {
  const route = `${repo}/activity?ref=refs%2Fheads%2Ffeature%2Fx&per_page=100`;

  test("come newest first, with the time at which GitHub saw them", async () => {
    const entry = (after: string, timestamp: string): object => ({
      id: 1,
      before: sha(9),
      after,
      ref: "refs/heads/feature/x",
      timestamp,
      activity_type: "push",
      actor: null,
    });
    nock(api)
      .get(route)
      .reply(200, [entry(other, "2026-03-01T10:00:05Z"), entry(head, "2026-03-01T10:00:00Z")]);
    expect(await gitHub().listPushes("feature/x")).toEqual({
      kind: "known",
      value: [
        { after: other, at: Date.parse("2026-03-01T10:00:05Z") },
        { after: head, at: Date.parse("2026-03-01T10:00:00Z") },
      ],
    });
  });

  test("are unknown where GitHub does not let us look", async () => {
    nock(api).get(route).reply(403, { message: "Resource not accessible by integration" });
    expect(await gitHub().listPushes("feature/x")).toEqual({ kind: "unknown", cause: "forbidden" });
  });
});

describe("a commit", () => {
  const path = `${repo}/git/commits/${head}`;

  test("is read from the Git database", async () => {
    const parents = [{ sha: sha(8) }, { sha: sha(9) }];
    nock(api).get(path).reply(200, { sha: head, message: "Merge", parents, author: null });
    expect(await gitHub().readCommit(head)).toEqual({
      kind: "known",
      value: { sha: head, message: "Merge", parents: [sha(8), sha(9)] },
    });
  });

  test.each([
    [404, "not_found"],
    [403, "forbidden"],
  ])("is unknown after %d", async (status, cause) => {
    nock(api).get(path).reply(status, { message: "No" });
    expect(await gitHub().readCommit(head)).toEqual({ kind: "unknown", cause });
  });
});
