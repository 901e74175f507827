import { describe, expect, test } from "@jest/globals";
import nock from "nock";
import { readAppIdentity } from "../../src/github/people.ts";
import { api, failureOf, gitHub, octokit, repo, watchRequests } from "./given.ts";

watchRequests();

describe("a person's permission", () => {
  const path = `${repo}/collaborators/mona/permission`;

  test.each([
    ["admin", "admin", "admin"],
    ["write", "maintain", "maintain"],
    ["write", "write", "write"],
    ["read", "triage", "triage"],
    ["read", "read", "read"],
    ["none", "none", "none"],
    ["none", "", "none"],
    ["write", undefined, "write"],
    ["read", "Benchmark runner", "read"],
    // A custom role must not lend itself rights by its name.
    ["read", "admin", "read"],
    ["read", "constructor", "read"],
  ])("%s with the role %j is %s", async (permission, role_name, expected) => {
    nock(api)
      .get(path)
      .reply(200, { permission, role_name, user: { login: "mona" } });
    expect(await gitHub().readPermission("mona")).toEqual({ kind: "known", value: expected });
  });

  test.each([
    [403, "forbidden"],
    [404, "not_found"],
  ])("is unknown after %d", async (status, cause) => {
    nock(api).get(path).reply(status, { message: "No" });
    expect(await gitHub().readPermission("mona")).toEqual({ kind: "unknown", cause });
  });

  test.each([
    [500, {}, "unavailable"],
    [403, { "x-ratelimit-remaining": "0" }, "rateLimited"],
    [401, {}, "forbidden"],
  ])("is a failure after %d %j", async (status, headers, kind) => {
    nock(api).get(path).reply(status, { message: "No" }, headers);
    expect(await failureOf(gitHub().readPermission("mona"))).toMatchObject({ kind });
  });

  test("is asked for under the login as it is written", async () => {
    nock(api)
      .get(`${repo}/collaborators/dependabot%5Bbot%5D/permission`)
      .reply(404, { message: "dependabot[bot] is not a user" });
    expect(await gitHub().readPermission("dependabot[bot]")).toMatchObject({ kind: "unknown" });
  });
});

describe("membership of a team", () => {
  const path = "/orgs/octo/teams/gpu/memberships/mona";

  test.each([
    ["active", true],
    ["pending", false],
  ])("is %s: %s", async (state, expected) => {
    nock(api).get(path).reply(200, { state, role: "member" });
    expect(await gitHub().readTeamMembership("octo", "gpu", "mona")).toEqual({
      kind: "known",
      value: expected,
    });
  });

  test.each([
    [403, "forbidden"],
    [404, "not_found"],
  ])("is unknown, never no, after %d (IDN-04)", async (status, cause) => {
    nock(api).get(path).reply(status, { message: "No" });
    expect(await gitHub().readTeamMembership("octo", "gpu", "mona")).toEqual({
      kind: "unknown",
      cause,
    });
  });
});

test("the app knows itself by id and by the login of its comments", async () => {
  nock(api).get("/app").reply(200, { id: 99, slug: "sweepbot", owner: null });
  expect(await readAppIdentity(octokit())).toEqual({ id: 99, login: "sweepbot[bot]" });
});
