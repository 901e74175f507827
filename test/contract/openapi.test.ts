import { describe, expect, test } from "@jest/globals";
import type { Exchange } from "../../src/simulator/http/exchange.ts";
import { startSimulator } from "../../src/simulator/simulator.ts";
import { appOctokit, jwtOctokit } from "../simulator/support.ts";
import { tourOf } from "./tour.ts";
import { checkExchange, operationNames, operationOf } from "./openapi.ts";

describe("the simulator keeps to GitHub's own description", () => {
  test("in every operation, requests and answers alike", async () => {
    const exchanges: Exchange[] = [];
    const github = await startSimulator({ observe: (exchange) => exchanges.push(exchange) });
    try {
      await tourOf(github, { app: jwtOctokit(github), bot: appOctokit(github, "acme") });
      const described = exchanges.filter(
        ({ path }) => !/^\/(?:graphql|_artifacts|_logs)/.test(path),
      );
      expect(described.flatMap(checkExchange)).toEqual([]);
      expect(github.crashes).toEqual([]);
      expect(github.unknownRoutes).toEqual([]);
      const succeeded = described
        .filter((exchange) => exchange.status < 400)
        .map(({ method, path }) => operationOf(method, path));
      expect(operationNames.filter((name) => !succeeded.includes(name))).toEqual([]);
    } finally {
      await github.close();
    }
    // Compiling GitHub's schemas takes a few seconds on a busy machine.
  }, 60_000);
});

const status = {
  url: "https://api.github.com/x",
  avatar_url: null,
  id: 1,
  node_id: "SC_1",
  state: "success",
  description: null,
  target_url: null,
  context: "ci",
  created_at: "2026-01-01T00:00:00Z",
  updated_at: "2026-01-01T00:00:00Z",
  creator: null,
};
const path = "/repos/acme/bench/statuses/0000000000000000000000000000000000000000";
const good = {
  method: "POST",
  path,
  requestBody: { state: "success" },
  status: 201,
  responseBody: status,
};

describe("the checker", () => {
  test("accepts a right exchange", () => {
    expect(checkExchange(good)).toEqual([]);
  });

  test.each([
    [
      "an answer of the wrong type",
      { responseBody: { ...status, id: "1" } },
      "answer: /id must be integer",
    ],
    ["an answer without a field", { responseBody: { ...status, state: undefined } }, "'state'"],
    ["an answer with an undescribed status", { status: 202 }, "status 202 is not described"],
    ["a refusal without a message", { status: 418, responseBody: {} }, "status 418"],
    ["a request with a value that is none", { requestBody: { state: "great" } }, "request: /state"],
    ["a request without what is required", { requestBody: { context: "ci" } }, "'state'"],
    [
      "a request with an unknown property",
      { requestBody: { state: "success", sha: "1" } },
      "property sha",
    ],
    [
      "a request with an unknown query",
      { path: `${path}?per_page=3` },
      "query per_page is not known",
    ],
    ["an address that GitHub has not", { path: "/repos/acme/bench/sweeps" }, "not described"],
    ["a method that the address has not", { method: "PUT" }, "not described"],
  ])("catches %s", (_, wrong, expected) => {
    expect(checkExchange({ ...good, ...wrong }).join("\n")).toContain(expected);
  });

  test("does not take a parameter for a literal part of an address", () => {
    expect(operationOf("GET", "/repos/a/b/pulls/comments/3")).toBe(
      "GET /repos/{owner}/{repo}/pulls/comments/{comment_id}",
    );
    expect(operationOf("GET", "/repos/a/b/contents/configs/x.yaml?ref=main")).toBe(
      "GET /repos/{owner}/{repo}/contents/{path}",
    );
    expect(operationOf("GET", "/repos/a/b/commits/abc/check-runs")).toBe(
      "GET /repos/{owner}/{repo}/commits/{ref}/check-runs",
    );
  });
});
