import { describe, expect, test } from "@jest/globals";
import type { Octokit } from "@octokit/rest";
import { ProbotOctokit } from "probot";
import nock from "nock";
import { ConditionalRequests } from "../../src/github/conditional.ts";
import { api, failureOf, gitHub, octokit, repo, times, watchRequests } from "./given.ts";
import { commentJson, pullJson } from "./samples.ts";

watchRequests();

const pull = `${repo}/pulls/7`;
const comments = `${repo}/issues/7/comments?per_page=100`;

function attached(cache: ConditionalRequests, scope = "1"): Octokit {
  const client = octokit();
  cache.attach(client, scope);
  return client;
}

/** An answer to a request that offers no ETag. */
function plain(path: string, body: nock.Body, headers: nock.ReplyHeaders = {}): void {
  nock(api, { badheaders: ["if-none-match"] })
    .get(path)
    .reply(200, body, headers);
}

function unchanged(path: string, etag: string, headers: nock.ReplyHeaders = {}): void {
  nock(api, { reqheaders: { "if-none-match": etag } })
    .get(path)
    .reply(304, "", headers);
}

describe("an answer with an ETag", () => {
  test("is taken from memory while it is unchanged", async () => {
    const cache = new ConditionalRequests();
    const github = gitHub({ octokit: attached(cache) });
    plain(pull, pullJson(), { etag: 'W/"1"' });
    const first = await github.readPull(7);
    unchanged(pull, 'W/"1"');
    expect(await github.readPull(7)).toEqual(first);
    expect(cache.counters).toMatchObject({ requests: 2, notModified: 1 });
  });

  test("is replaced when it has changed", async () => {
    const github = gitHub({ octokit: attached(new ConditionalRequests()) });
    plain(pull, pullJson(), { etag: '"1"' });
    await github.readPull(7);
    nock(api, { reqheaders: { "if-none-match": '"1"' } })
      .get(pull)
      .reply(200, pullJson({ title: "New" }), { etag: '"2"' });
    expect((await github.readPull(7)).title).toBe("New");
    unchanged(pull, '"2"');
    expect((await github.readPull(7)).title).toBe("New");
  });

  test("leads on to the next page also from memory", async () => {
    const github = gitHub({ octokit: attached(new ConditionalRequests()) });
    const link = `<${api}/c?page=2>; rel="next"`;
    const full = times(100, (id) => commentJson({ id }));
    plain(comments, full, { etag: '"1"', link });
    plain("/c?page=2", [commentJson({ id: 100 })], { etag: '"2"' });
    await github.listComments(7);
    unchanged(comments, '"1"');
    unchanged("/c?page=2", '"2"');
    expect(await github.listComments(7)).toHaveLength(101);
  });

  test("is not remembered for a full last page, whose successor would not change it", async () => {
    const github = gitHub({ octokit: attached(new ConditionalRequests()) });
    const full = times(100, (id) => commentJson({ id }));
    plain(comments, full, { etag: '"1"' });
    expect(await github.listComments(7)).toHaveLength(100);
    plain(comments, full, { etag: '"1"', link: `<${api}/c?page=2>; rel="next"` });
    plain("/c?page=2", [commentJson({ id: 100 })]);
    expect(await github.listComments(7)).toHaveLength(101);
  });

  test("is kept apart by installation and shared by the clients of one", async () => {
    const cache = new ConditionalRequests();
    plain(pull, pullJson(), { etag: '"1"' });
    await gitHub({ octokit: attached(cache, "1") }).readPull(7);
    plain(pull, pullJson(), { etag: '"1"' });
    await gitHub({ octokit: attached(cache, "2") }).readPull(7);
    unchanged(pull, '"1"');
    await gitHub({ octokit: attached(cache, "1") }).readPull(7);
    expect(cache.counters).toMatchObject({ requests: 3, notModified: 1 });
  });

  test("is kept apart by what kind of answer is accepted", async () => {
    const client = attached(new ConditionalRequests());
    plain(pull, pullJson(), { etag: '"1"' });
    await client.request(`GET ${pull}`);
    plain(pull, pullJson(), { etag: '"1"' });
    const headers = { accept: "application/vnd.github.full+json" };
    expect((await client.request(`GET ${pull}`, { headers })).status).toBe(200);
  });

  test("goes when room is needed", async () => {
    const github = gitHub({ octokit: attached(new ConditionalRequests(1_000)) });
    plain(pull, pullJson({ title: "x".repeat(1_000) }), { etag: '"1"' });
    await github.readPull(7);
    plain(pull, pullJson());
    await github.readPull(7);
  });

  test("cannot be changed by who received it", async () => {
    const client = attached(new ConditionalRequests());
    plain(pull, { labels: ["a"] }, { etag: '"1"' });
    const first = await client.request(`GET ${pull}`);
    (first.data as { labels: string[] }).labels.push("b");
    unchanged(pull, '"1"');
    expect((await client.request(`GET ${pull}`)).data).toEqual({ labels: ["a"] });
  });
});

describe("nothing is remembered", () => {
  test.each(["/app", "/app/installations/1", "/installation/repositories", `${repo}/git/blobs/1`])(
    "of %s",
    async (path) => {
      const client = attached(new ConditionalRequests());
      plain(path, { a: 1 }, { etag: '"1"' });
      await client.request(`GET ${path}`);
      plain(path, { a: 1 }, { etag: '"1"' });
      expect((await client.request(`GET ${path}`)).data).toEqual({ a: 1 });
    },
  );

  test("of an answer with a number that JSON would lose", async () => {
    const client = attached(new ConditionalRequests());
    const json = { etag: '"1"', "content-type": "application/json" };
    for (let time = 0; time < 2; time += 1) {
      plain("/big", '{"id":9007199254740993}', json);
      expect((await client.request("GET /big")).data).toEqual({ id: 9007199254740993n });
    }
  });

  test("of a write, nor of text", async () => {
    const client = attached(new ConditionalRequests());
    const text = { etag: '"1"', "content-type": "text/plain" };
    plain("/zen", "calm", text);
    await client.request("GET /zen");
    plain("/zen", "calm", text);
    await client.request("GET /zen");
    const scope = nock(api, { badheaders: ["if-none-match"] });
    scope.post("/x").twice().reply(200, { a: 1 }, { etag: '"1"' });
    await client.request("POST /x");
    expect((await client.request("POST /x")).status).toBe(200);
  });
});

describe("the counters", () => {
  test("begin at nothing", () => {
    expect(new ConditionalRequests().counters).toEqual({
      requests: 0,
      notModified: 0,
      byStatusClass: {},
      rateLimitRemaining: null,
    });
  });

  test("tell status classes and what is left of the rate limit", async () => {
    const cache = new ConditionalRequests();
    const client = attached(cache);
    const left = (remaining: number, resource: string): nock.ReplyHeaders => ({
      "x-ratelimit-remaining": String(remaining),
      "x-ratelimit-resource": resource,
    });
    nock(api).get("/a").reply(200, {}, left(4_000, "core"));
    nock(api).get("/b").reply(404, {}, left(3_999, "core"));
    nock(api).get("/c").reply(500, {}, left(3, "search"));
    nock(api).get("/d").replyWithError("socket hang up");
    for (const path of ["/a", "/b", "/c", "/d"]) {
      await client.request(`GET ${path}`).catch(() => undefined);
    }
    expect(cache.counters).toEqual({
      requests: 4,
      notModified: 0,
      byStatusClass: { "2xx": 1, "4xx": 1, "5xx": 1, none: 1 },
      rateLimitRemaining: 3_999,
    });
  });

  test("count each request once, however often the cache is attached", async () => {
    const cache = new ConditionalRequests();
    const client = attached(cache);
    cache.attach(client, "1");
    nock(api).get("/a").reply(200, {});
    await client.request("GET /a");
    expect(cache.counters.requests).toBe(1);
  });
});

test("a 304 that nobody asked for is a failure", async () => {
  const github = gitHub({ octokit: attached(new ConditionalRequests()) });
  nock(api).get(pull).reply(304);
  expect(await failureOf(github.readPull(7))).toMatchObject({ kind: "invalid", status: 304 });
});

test("works in front of Probot's retrying, throttling Octokit", async () => {
  const cache = new ConditionalRequests();
  const client = new ProbotOctokit({ auth: { token: "secret" } });
  cache.attach(client, "1");
  plain(pull, pullJson(), { etag: '"1"' });
  const first = await client.request(`GET ${pull}`);
  unchanged(pull, '"1"');
  expect((await client.request(`GET ${pull}`)).data).toEqual(first.data);
});
