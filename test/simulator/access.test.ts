import { createHmac, createSign, generateKeyPairSync } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { type Simulator, startSimulator } from "../../src/simulator/simulator.ts";
import type { SimulatedRepository } from "../../src/simulator/story/repository.ts";
import { appOctokit, jwtOctokit, personOctokit, statusOf } from "./support.ts";

const place = { owner: "acme", repo: "bench" } as const;
let github: Simulator;
let repo: SimulatedRepository;
let bot: ReturnType<typeof appOctokit>;

beforeEach(async () => {
  github = await startSimulator({ now: () => Date.parse("2026-03-01T10:00:00Z") });
  repo = github.addRepository({ owner: "acme", name: "bench", files: { "a.txt": "1\n" } });
  repo.openPull({ author: "mira", branch: "f", title: "F", files: { "a.txt": "2\n" } });
  bot = appOctokit(github, "acme");
});

afterEach(async () => {
  expect(github.crashes).toEqual([]);
  await github.close();
});

function get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  return fetch(`${github.url}${path}`, { headers, redirect: "manual" });
}

function jwt(claims: object, privateKey: string = github.app.privateKey, alg = "RS256"): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  const signed = `${part({ alg, typ: "JWT" })}.${part(claims)}`;
  const signature =
    alg === "RS256"
      ? createSign("RSA-SHA256").update(signed).sign(privateKey, "base64url")
      : createHmac("sha256", github.app.publicKey).update(signed).digest("base64url");
  return `${signed}.${signature}`;
}

describe("who asks", () => {
  test.each([
    ["nobody", {}, 401],
    ["an unknown token", { authorization: "Bearer ghs_unknown" }, 401],
    ["a broken header", { authorization: "ghs_unknown" }, 401],
    ["a JSON web token of rubbish", { authorization: "Bearer a.b.c" }, 401],
  ])("%s is refused", async (_, headers, status) => {
    expect((await get("/repos/acme/bench", headers)).status).toBe(status);
    expect((await get("/app", headers)).status).toBe(status);
  });

  test("a JSON web token counts with the right key, times and app only", async () => {
    const now = Math.floor(Date.now() / 1000);
    const claims = { iat: now - 30, exp: now + 500, iss: github.app.id };
    const stranger = generateKeyPairSync("rsa", {
      modulusLength: 2048,
      publicKeyEncoding: { type: "spki", format: "pem" },
      privateKeyEncoding: { type: "pkcs8", format: "pem" },
    });
    const status = async (token: string): Promise<number> =>
      (await get("/app", { authorization: `Bearer ${token}` })).status;
    expect(await status(jwt(claims))).toBe(200);
    expect(await status(jwt(claims, stranger.privateKey))).toBe(401);
    expect(await status(jwt(claims, "", "HS256"))).toBe(401);
    expect(await status(jwt({ ...claims, exp: now - 1 }))).toBe(401);
    expect(await status(jwt({ ...claims, exp: now + 3_600 }))).toBe(401);
    expect(await status(jwt({ ...claims, iat: now + 600 }))).toBe(401);
    expect(await status(jwt({ ...claims, iss: 1 }))).toBe(404);
  });

  test("the app may do what its permissions say, and nothing more", async () => {
    const meek = await startSimulator({
      app: { permissions: { contents: "read", pull_requests: "read", metadata: "read" } },
    });
    const here = meek.addRepository({ owner: "acme", name: "bench", files: { "a.txt": "1\n" } });
    here.openPull({ author: "mira", branch: "f", title: "F", files: { "a.txt": "2\n" } });
    const { rest } = appOctokit(meek, "acme");
    const issue = { ...place, issue_number: 1 };
    expect(await statusOf(rest.pulls.get({ ...place, pull_number: 1 }))).toBe(200);
    expect(await statusOf(rest.issues.listComments(issue))).toBe(200);
    expect(await statusOf(rest.issues.createComment({ ...issue, body: "hi" }))).toBe(403);
    expect(await statusOf(rest.actions.listWorkflowRunsForRepo(place))).toBe(403);
    expect(await statusOf(rest.repos.createDispatchEvent({ ...place, event_type: "x" }))).toBe(403);
    const team = { org: "acme", team_slug: "gpu", username: "mira" };
    expect(await statusOf(rest.teams.getMembershipForUserInOrg(team))).toBe(403);
    await meek.close();
  });

  test("the app reads public repositories elsewhere, and cannot see private ones", async () => {
    github.addRepository({ owner: "acme", name: "open", installed: false });
    github.addRepository({ owner: "acme", name: "secret", installed: false, private: true });
    const open = { owner: "acme", repo: "open" };
    expect(await statusOf(bot.rest.repos.get(open))).toBe(200);
    expect(await statusOf(bot.rest.repos.createDispatchEvent({ ...open, event_type: "x" }))).toBe(
      403,
    );
    expect(await statusOf(bot.rest.repos.get({ owner: "acme", repo: "secret" }))).toBe(404);
    expect(await statusOf(jwtOctokit(github).rest.apps.getRepoInstallation(open))).toBe(404);
  });

  test("a person needs write permission for what changes the repository, and a voice only to speak", async () => {
    const ben = personOctokit(github, "ben").rest;
    const issue = { ...place, issue_number: 1 };
    expect(await statusOf(ben.issues.createComment({ ...issue, body: "hi" }))).toBe(201);
    expect(await statusOf(ben.issues.addLabels({ ...issue, labels: ["x"] }))).toBe(403);
    repo.setPermission("ben", "write");
    expect(await statusOf(ben.issues.addLabels({ ...issue, labels: ["x"] }))).toBe(200);
    const check = { ...place, name: "c", head_sha: repo.tip() };
    expect(await statusOf(ben.checks.create(check))).toBe(403);
  });

  test("tokens that were revoked, and installations that were suspended, are refused", async () => {
    const one = { ...place, pull_number: 1 };
    await bot.rest.pulls.get(one);
    github.setSuspended("acme", true);
    expect(await statusOf(bot.rest.pulls.get(one))).toBe(403);
    github.setSuspended("acme", false);
    expect(await statusOf(bot.rest.pulls.get(one))).toBe(200);
    const token = (await bot.auth({ type: "installation" })) as { readonly token: string };
    github.revokeTokens();
    const headers = { authorization: `token ${token.token}` };
    expect((await get("/repos/acme/bench", headers)).status).toBe(401);
  });

  test("a team membership is active, pending or not there", async () => {
    github.addTeam("acme", "gpu", ["Mira"], ["ben"]);
    const state = async (username: string): Promise<string> => {
      const team = { org: "acme", team_slug: "gpu", username };
      return (await bot.rest.teams.getMembershipForUserInOrg(team)).data.state;
    };
    expect([await state("mira"), await state("ben")]).toEqual(["active", "pending"]);
    await expect(state("eve")).rejects.toMatchObject({ status: 404 });
  });
});
