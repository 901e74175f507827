import { describe, expect, test } from "@jest/globals";
import { ProbotOctokit } from "probot";
import nock from "nock";
import { translateFailure } from "../../src/github/errors.ts";
import { openRequests } from "../../src/github/requests.ts";
import { api, failureOf, gitHub, place, repo, watchRequests } from "./given.ts";
import { commentJson } from "./samples.ts";

watchRequests();

const comments = `${repo}/issues/7/comments`;
const farReset = "4102444800";

describe("a refused request", () => {
  test.each([
    [400, "Problems parsing JSON", {}, "invalid", null],
    [401, "Bad credentials", {}, "forbidden", null],
    [403, "Must have push access", {}, "forbidden", null],
    [403, "This installation has been suspended", {}, "suspended", null],
    [
      403,
      "You have exceeded a secondary rate limit",
      { "retry-after": "5" },
      "secondaryLimit",
      5_000,
    ],
    [403, "Please wait", { "retry-after": "5" }, "secondaryLimit", 5_000],
    [403, "You have exceeded a secondary rate limit", {}, "secondaryLimit", 60_000],
    [403, "You have triggered an abuse detection mechanism", {}, "secondaryLimit", 60_000],
    [403, "API rate limit exceeded", {}, "rateLimited", 60_000],
    [429, "Too many requests", {}, "secondaryLimit", 60_000],
    [429, "Too many requests", { "retry-after": "0" }, "secondaryLimit", 0],
    [404, "Not Found", {}, "gone", null],
    [410, "Gone", {}, "gone", null],
    [451, "Unavailable for legal reasons", {}, "gone", null],
    [406, "Sorry, the diff exceeded the maximum number of files (300)", {}, "invalid", null],
    [409, "Conflict", {}, "invalid", null],
    [422, "Validation Failed", {}, "invalid", null],
    [408, "Request Timeout", {}, "unavailable", null],
    [500, "Server Error", {}, "unavailable", null],
    [502, "Bad gateway", {}, "unavailable", null],
    [503, "Service unavailable", { "retry-after": "30" }, "unavailable", 30_000],
  ])("%d %j %j is %s", async (...[status, message, headers, kind, retryAfterMs]) => {
    nock(api).post(comments).reply(status, { message }, headers);
    const failure = await failureOf(gitHub().createComment(7, "x"));
    const request = `POST ${comments}`;
    expect(failure).toMatchObject({ name: "GitHubFailure", kind, status, retryAfterMs, request });
    expect(failure.message).toContain(message);
  });

  test("is a missing permission also when it spends the last request (LIM-15)", async () => {
    nock(api).post(comments).reply(
      403,
      { message: "Resource not accessible by integration" },
      {
        "x-ratelimit-remaining": "0",
        "x-ratelimit-reset": farReset,
      },
    );
    const failure = await failureOf(gitHub().createComment(7, "x"));
    expect(failure).toMatchObject({ kind: "forbidden", retryAfterMs: null });
  });

  test("names no query, so no search term reaches a log", async () => {
    nock(api).get(comments).query(true).reply(500);
    const failure = await failureOf(gitHub().listComments(7));
    expect(failure.request).toBe(`GET ${comments}`);
  });

  test("is unavailable, without a status, when the connection breaks", async () => {
    nock(api).post(comments).replyWithError("socket hang up");
    const failure = await failureOf(gitHub().createComment(7, "x"));
    expect(failure).toMatchObject({ kind: "unavailable", status: null });
  });

  test("is invalid when a proxy answers 200 with a page", async () => {
    nock(api).get(`${repo}/pulls/7`).reply(200, "<html>", { "content-type": "text/html" });
    expect(await failureOf(gitHub().readPull(7))).toMatchObject({ kind: "invalid" });
  });
});

describe("the wait after a spent rate limit", () => {
  const refused = (reset: string): Error =>
    Object.assign(new Error("API rate limit exceeded"), {
      status: 403,
      response: { headers: { "x-ratelimit-remaining": "0", "x-ratelimit-reset": reset } },
    });

  test.each([
    ["1000", 940_000, 60_000],
    ["1000", 1_000_000, 0],
    ["1000", 2_000_000, 0],
    ["soon", 0, 60_000],
  ])("with a reset at %s, asked at %d ms, is %d ms", (reset, now, retryAfterMs) => {
    const failure = translateFailure(refused(reset), "GET /x", now);
    expect(failure).toMatchObject({ kind: "rateLimited", retryAfterMs });
  });
});

test.each([new TypeError("x is not a function"), "text", null])(
  "what is no answer of GitHub's stays what it is: %p",
  (error) => {
    expect(translateFailure(error, "GET /x", 0)).toBe(error);
  },
);

describe("with Probot's own Octokit", () => {
  const octokit = (): ProbotOctokit =>
    new ProbotOctokit({
      auth: { token: "secret" },
      throttle: { enabled: false },
      retry: { retryAfterBaseValue: 0 },
    });

  test("a read is repeated by the retry plugin", async () => {
    nock(api)
      .get(`${comments}?per_page=100`)
      .reply(502)
      .get(`${comments}?per_page=100`)
      .reply(200, [commentJson()]);
    const requests = openRequests(octokit(), place);
    const answer = await requests.send("GET /repos/{owner}/{repo}/issues/7/comments", {
      per_page: 100,
    });
    expect(answer.data).toHaveLength(1);
  });

  test.each([502, 409])(
    "a write is sent once, because it may have been done: %d",
    async (status) => {
      nock(api).post(comments).reply(status, { message: "No" });
      const requests = openRequests(octokit(), place);
      const work = requests.send("POST /repos/{owner}/{repo}/issues/7/comments", { body: "x" });
      expect(await failureOf(work)).toMatchObject({ status });
    },
  );
});
