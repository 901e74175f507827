import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { type Simulator, startSimulator } from "../../src/simulator/simulator.ts";
import type { SimulatedRepository } from "../../src/simulator/story/repository.ts";
import { appOctokit, statusOf } from "./support.ts";

const place = { owner: "acme", repo: "bench" } as const;
let github: Simulator;
let repo: SimulatedRepository;
let bot: ReturnType<typeof appOctokit>;

beforeEach(async () => {
  github = await startSimulator();
  repo = github.addRepository({
    owner: "acme",
    name: "bench",
    files: { "a.txt": "1\n2\n3\n", "b.txt": "b\n" },
  });
  repo.setPermission("mira", "write");
  bot = appOctokit(github, "acme");
});

afterEach(async () => {
  expect(github.crashes).toEqual([]);
  expect(github.unknownRoutes).toEqual([]);
  await github.close();
});

async function read(
  number: number,
): Promise<Awaited<ReturnType<typeof bot.rest.pulls.get>>["data"]> {
  return (await bot.rest.pulls.get({ ...place, pull_number: number })).data;
}

describe("the test merge", () => {
  test("is a commit with base tip and head as parents, and follows both", async () => {
    const pull = repo.openPull({
      author: "mira",
      branch: "f",
      title: "F",
      files: { "a.txt": "0\n2\n3\n" },
    });
    const first = await read(1);
    const merge = await bot.rest.git.getCommit({
      ...place,
      commit_sha: first.merge_commit_sha ?? "",
    });
    expect(first.mergeable).toBe(true);
    expect(merge.data.parents.map(({ sha }) => sha)).toEqual([repo.tip(), pull.headSha]);
    repo.commit({ author: "mira", files: { "b.txt": "c\n" } });
    const second = await read(1);
    expect(second.merge_commit_sha).not.toBe(first.merge_commit_sha);
    expect(second.base.sha).toBe(first.base.sha);
    expect((await read(1)).merge_commit_sha).toBe(second.merge_commit_sha);
    const raw = await bot.rest.repos.getContent({
      ...place,
      path: "a.txt",
      ref: "refs/pull/1/merge",
      mediaType: { format: "raw" },
    });
    expect(raw.data).toBe("0\n2\n3\n");
  });

  test("does not exist while base and head conflict, and no pull_request run starts", async () => {
    repo.addWorkflow("run-sweep.yml", {});
    const pull = repo.openPull({
      author: "mira",
      branch: "f",
      title: "F",
      files: { "a.txt": "0\n2\n3\n" },
    });
    repo.commit({ author: "mira", files: { "a.txt": "9\n2\n3\n" } });
    expect(await read(1)).toMatchObject({
      mergeable: false,
      merge_commit_sha: null,
      mergeable_state: "dirty",
    });
    const start = { event: "pull_request", workflow: "run-sweep.yml", pull };
    expect(() => repo.startRun(start)).toThrow("conflicts");
    expect(await statusOf(bot.rest.pulls.merge({ ...place, pull_number: 1 }))).toBe(405);
    pull.push({ "a.txt": "9\n2\n3\n" });
    expect((await read(1)).mergeable).toBe(true);
  });

  test("is not known for the first reads after each change, when the story wants that", async () => {
    github.mergeableDelay = 2;
    const pull = repo.openPull({ author: "mira", branch: "f", title: "F", files: { c: "1\n" } });
    const seen = async (): Promise<(boolean | null)[]> => [
      (await read(1)).mergeable,
      (await read(1)).mergeable,
      (await read(1)).mergeable,
    ];
    expect(await seen()).toEqual([null, null, true]);
    pull.push({ c: "2\n" });
    expect(await seen()).toEqual([null, null, true]);
  });
});

describe("merging", () => {
  test.each([
    ["merge", 2],
    ["squash", 1],
    ["rebase", 1],
  ] as const)("by %s leaves the content of the test merge on the base", async (method, parents) => {
    const pull = repo.openPull({
      author: "mira",
      branch: "f",
      title: "F",
      files: { "a.txt": "0\n2\n3\n" },
    });
    pull.push({ c: "1\n" });
    repo.commit({ author: "mira", files: { "b.txt": "c\n" } });
    const { data } = await bot.rest.pulls.merge({ ...place, pull_number: 1, merge_method: method });
    expect(repo.tip()).toBe(data.sha);
    expect([repo.read("a.txt"), repo.read("b.txt"), repo.read("c")]).toEqual([
      "0\n2\n3\n",
      "c\n",
      "1\n",
    ]);
    const commit = await bot.rest.git.getCommit({ ...place, commit_sha: data.sha });
    expect(commit.data.parents).toHaveLength(parents);
    expect(await read(1)).toMatchObject({
      merged: true,
      state: "closed",
      merge_commit_sha: data.sha,
      commits: 2,
    });
    const files = await bot.rest.pulls.listFiles({ ...place, pull_number: 1 });
    expect(files.data.map(({ filename }) => filename)).toEqual(["a.txt", "c"]);
  });

  test("is refused for a draft, a closed one and a head that moved", async () => {
    const pull = repo.openPull({
      author: "mira",
      branch: "f",
      title: "F",
      files: { c: "1\n" },
      draft: true,
    });
    const one = { ...place, pull_number: 1 };
    expect(await statusOf(bot.rest.pulls.merge(one))).toBe(405);
    pull.ready();
    expect(await statusOf(bot.rest.pulls.merge({ ...one, sha: repo.tip() }))).toBe(409);
    pull.close();
    expect(await statusOf(bot.rest.pulls.merge(one))).toBe(405);
  });

  test("happens by itself when the commits arrive on the base by a push", async () => {
    const pull = repo.openPull({ author: "mira", branch: "f", title: "F", files: { c: "1\n" } });
    await bot.rest.git.updateRef({ ...place, ref: "heads/main", sha: pull.headSha });
    expect(await read(1)).toMatchObject({ merged: true, merge_commit_sha: pull.headSha });
  });
});

describe("heads in forks", () => {
  test("have a head repository of their own, that may be deleted", async () => {
    const fork = repo.fork("eve");
    const pull = repo.openPull({
      author: "eve",
      branch: "f",
      title: "F",
      files: { c: "1\n" },
      headRepository: fork,
    });
    const before = await read(1);
    expect(before.head).toMatchObject({ label: "eve:f", repo: { full_name: "eve/bench" } });
    const { data } = await bot.rest.repos.compareCommitsWithBasehead({
      ...place,
      basehead: "main...eve:f",
    });
    expect(data).toMatchObject({ ahead_by: 1, behind_by: 0, status: "ahead" });
    pull.deleteHeadRepository();
    const after = await read(1);
    expect(after).toMatchObject({ state: "open", head: { repo: null, sha: pull.headSha } });
    const ref = await bot.rest.git.getRef({ ...place, ref: "pull/1/head" });
    expect(ref.data.object.sha).toBe(pull.headSha);
    expect(await statusOf(bot.rest.repos.get({ owner: "eve", repo: "bench" }))).toBe(404);
  });
});

describe("the timeline", () => {
  test("tells what happened in order, without commits that a force push took away", async () => {
    const pull = repo.openPull({
      author: "mira",
      branch: "f",
      title: "F",
      files: { c: "1\n" },
      labels: ["x"],
    });
    pull.comment("ben", "hm");
    pull.forcePush({ c: "2\n" });
    pull.review("ben", { state: "APPROVED" });
    pull.unlabel("ben", "x");
    pull.merge("mira", { method: "squash" });
    const { data } = await bot.rest.issues.listEventsForTimeline({ ...place, issue_number: 1 });
    expect(data.map((item) => item.event)).toEqual([
      "labeled",
      "commented",
      "head_ref_force_pushed",
      "committed",
      "reviewed",
      "unlabeled",
      "merged",
      "closed",
    ]);
    const events = await bot.rest.issues.listEvents({ ...place, issue_number: 1 });
    expect(events.data.map((item) => item.event)).toEqual([
      "labeled",
      "head_ref_force_pushed",
      "unlabeled",
      "merged",
      "closed",
    ]);
  });
});

describe("a pull request that a program opens", () => {
  const wish = { ...place, title: "Again", base: "main" };

  test("comes from a branch that has something new, which may be an empty commit", async () => {
    const tree = repo.record.git.commit(repo.tip()).tree;
    const { data } = await bot.rest.git.createCommit({
      ...place,
      ...{ message: "Nothing", tree, parents: [repo.tip()] },
    });
    await bot.rest.git.createRef({ ...place, ref: "refs/heads/again", sha: data.sha });
    const made = await bot.rest.pulls.create({ ...wish, head: "again", body: "Text" });
    expect(made.data).toMatchObject({ state: "open", title: "Again", user: { type: "Bot" } });
    expect((await read(made.data.number)).changed_files).toBe(0);
    expect(await statusOf(bot.rest.pulls.create({ ...wish, head: "acme:again" }))).toBe(422);
  });

  test.each([
    ["there is no such branch", { head: "nowhere" }],
    ["there is no such base", { head: "same", base: "nowhere" }],
    ["it brings nothing", { head: "same" }],
  ])("is refused when %s", async (_why, more) => {
    repo.createBranch("same");
    expect(await statusOf(bot.rest.pulls.create({ ...wish, ...more }))).toBe(422);
  });
});
