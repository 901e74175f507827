import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { type Simulator, startSimulator } from "../../src/simulator/simulator.ts";
import type { SimulatedRepository } from "../../src/simulator/story/repository.ts";
import { appOctokit, personOctokit, statusOf } from "./support.ts";

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

describe("every answer", () => {
  test("carries the limit, a date and a request id", async () => {
    const headers = { authorization: `token ${github.tokenFor("mira")}` };
    const first = await get("/repos/acme/bench", headers);
    const second = await get("/repos/acme/bench", headers);
    const remaining = (answer: Response): number =>
      Number(answer.headers.get("x-ratelimit-remaining"));
    expect(remaining(second)).toBe(remaining(first) - 1);
    expect(first.headers.get("date")).toBe("Sun, 01 Mar 2026 10:00:00 GMT");
    expect(first.headers.get("x-github-request-id")).not.toBe(
      second.headers.get("x-github-request-id"),
    );
  });

  test("is 304 for a validator that still holds, free of charge, and whole again after a change", async () => {
    const authorization = `token ${github.tokenFor("mira")}`;
    const path = "/repos/acme/bench/issues/1/comments";
    const first = await get(path, { authorization });
    const etag = first.headers.get("etag") ?? "";
    const again = await get(path, { authorization, "if-none-match": etag });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    expect(again.headers.get("x-ratelimit-used")).toBe(
      String(Number(first.headers.get("x-ratelimit-used")) + 1),
    );
    expect(github.requests.at(-1)).toMatchObject({ status: 304, notModified: true });
    repo.comment("mira", 1, "new");
    const changed = await get(path, { authorization, "if-none-match": etag });
    expect([changed.status, changed.headers.get("etag") === etag]).toEqual([200, false]);
    expect(changed.headers.get("x-ratelimit-used")).toBe(again.headers.get("x-ratelimit-used"));
  });

  test("is 404, and written down, for an address that does not exist", async () => {
    const authorization = `token ${github.tokenFor("mira")}`;
    expect((await get("/repos/acme/bench/sweeps?x=1", { authorization })).status).toBe(404);
    expect(github.unknownRoutes).toEqual(["GET /repos/acme/bench/sweeps"]);
  });

  test("leads on to a repository that was renamed or transferred, by reading and by writing", async () => {
    repo.rename("bench2");
    repo.transfer("other");
    const authorization = `token ${github.tokenFor("mira")}`;
    const moved = await get("/repos/acme/bench/pulls/1?x=1", { authorization });
    expect(moved.status).toBe(301);
    expect(moved.headers.get("location")).toBe(`${github.url}/repositories/${repo.id}/pulls/1?x=1`);
    const old = { ...place, issue_number: 1, body: "hi" };
    const mira = personOctokit(github, "mira");
    expect((await mira.rest.repos.get(place)).data.full_name).toBe("other/bench2");
    expect(await statusOf(mira.rest.issues.createComment(old))).toBe(201);
    expect(repo.pull(1).comments.map(({ body }) => body)).toEqual(["hi"]);
  });
});

describe("lists", () => {
  test("come in pages that together are the whole list, whatever their size", async () => {
    for (let n = 0; n < 23; n += 1) repo.comment("mira", 1, `comment ${n}`);
    const mira = personOctokit(github, "mira");
    const all = repo.pull(1).comments.map(({ id }) => id);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 120 }), async (per_page) => {
        const list = mira.rest.issues.listComments;
        const read = await mira.paginate(list, { ...place, issue_number: 1, per_page });
        expect(read.map(({ id }) => id)).toEqual(all);
      }),
      { numRuns: 25 },
    );
  });

  test("have 30 items a page unless asked otherwise, and never more than 100", async () => {
    for (let n = 0; n < 130; n += 1) repo.comment("mira", 1, `comment ${n}`);
    const mira = personOctokit(github, "mira");
    const length = async (per_page?: number): Promise<number> => {
      const asked = per_page === undefined ? {} : { per_page };
      const issue = { ...place, issue_number: 1 };
      return (await mira.rest.issues.listComments({ ...issue, ...asked })).data.length;
    };
    expect([await length(), await length(100), await length(500)]).toEqual([30, 100, 100]);
  });
});

describe("faults", () => {
  const comment = { ...place, issue_number: 1, body: "hi" };

  test("before the effect leave nothing behind, after it leave everything but the answer", async () => {
    github.faults.add({ method: "POST", path: /comments$/, status: 502, times: 1 });
    expect(await statusOf(bot.rest.issues.createComment(comment))).toBe(502);
    expect(repo.pull(1).comments).toEqual([]);
    github.faults.add({ method: "POST", path: /comments$/, status: 502, times: 1, when: "after" });
    expect(await statusOf(bot.rest.issues.createComment(comment))).toBe(502);
    expect(repo.pull(1).comments).toHaveLength(1);
    expect(await statusOf(bot.rest.issues.createComment(comment))).toBe(201);
  });

  test("hang up, with or without the effect", async () => {
    github.faults.add({ path: /comments$/, hangUp: true, times: 1 });
    await expect(bot.rest.issues.createComment(comment)).rejects.toThrow();
    expect(repo.pull(1).comments).toEqual([]);
    github.faults.add({ path: /comments$/, hangUp: true, times: 1, when: "after" });
    await expect(bot.rest.issues.createComment(comment)).rejects.toThrow();
    expect(repo.pull(1).comments).toHaveLength(1);
  });

  test("hit only the method and path they name, until they end", async () => {
    const end = github.faults.add({ method: "get", path: /\/pulls\/1$/, status: 500 });
    expect(await statusOf(bot.rest.pulls.get({ ...place, pull_number: 1 }))).toBe(500);
    expect(await statusOf(bot.rest.pulls.update({ ...place, pull_number: 1, title: "G" }))).toBe(
      200,
    );
    expect(await statusOf(bot.rest.repos.get(place))).toBe(200);
    end();
    expect(await statusOf(bot.rest.pulls.get({ ...place, pull_number: 1 }))).toBe(200);
  });

  test("tell of the two rate limits as GitHub does", async () => {
    const path = /^\/repos\/acme\/bench$/;
    github.faults.addPrimaryLimit({ path, times: 1, resetAt: Date.parse("2026-03-01T11:00:00Z") });
    await expect(bot.rest.repos.get(place)).rejects.toMatchObject({
      status: 403,
      response: { headers: { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "1772362800" } },
    });
    github.faults.addSecondaryLimit({ path, times: 1, retryAfterSeconds: 7 });
    await expect(bot.rest.repos.get(place)).rejects.toMatchObject({
      status: 403,
      message: expect.stringContaining("secondary rate limit") as unknown,
      response: { headers: { "retry-after": "7" } },
    });
    expect(await statusOf(bot.rest.repos.get(place))).toBe(200);
  });
});
