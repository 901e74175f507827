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
  repo = github.addRepository({ owner: "acme", name: "bench", files: { "a.txt": "1\n" } });
  repo.openPull({ author: "mira", branch: "f", title: "F", files: { "a.txt": "2\n" } });
  bot = appOctokit(github, "acme");
});

afterEach(async () => {
  expect(github.crashes).toEqual([]);
  await github.close();
});

describe("GitHub's limits", () => {
  test("a comment has between 1 and 65,536 characters", async () => {
    const status = (body: string): Promise<number> =>
      statusOf(bot.rest.issues.createComment({ ...place, issue_number: 1, body }));
    expect(await status("x".repeat(65_536))).toBe(201);
    expect(await status("x".repeat(65_537))).toBe(422);
    expect(await status("")).toBe(422);
  });

  test("a status description has at most 140 characters, and a context 1,000 statuses a commit", async () => {
    const status = (description: string, context = "c"): Promise<number> =>
      statusOf(
        bot.rest.repos.createCommitStatus({
          ...place,
          sha: repo.tip(),
          state: "success",
          context,
          description,
        }),
      );
    expect(await status("x".repeat(140))).toBe(201);
    expect(await status("x".repeat(141))).toBe(422);
    const other = { context: "d", state: "pending" } as const;
    for (let n = 0; n < 1_000; n += 1) repo.setStatus("ben", repo.tip(), other);
    expect(await status("x", "d")).toBe(422);
    expect(await status("x", "c")).toBe(201);
  });

  test("a check run takes 50 annotations a call, and adds them up over calls", async () => {
    const annotation = {
      path: "a",
      start_line: 1,
      end_line: 1,
      annotation_level: "notice",
      message: "m",
    } as const;
    const output = (
      count: number,
    ): { title: string; summary: string; annotations: (typeof annotation)[] } => ({
      title: "t",
      summary: "s",
      annotations: Array.from({ length: count }, () => annotation),
    });
    const start = { ...place, name: "c", head_sha: repo.tip() };
    expect(await statusOf(bot.rest.checks.create({ ...start, output: output(51) }))).toBe(422);
    expect(repo.state().checkRuns).toEqual([]);
    const { data } = await bot.rest.checks.create({ ...start, output: output(50) });
    const update = { ...place, check_run_id: data.id };
    const again = await bot.rest.checks.update({ ...update, output: output(10) });
    expect(again.data.output.annotations_count).toBe(60);
  });

  test("a check run is only changed by its own app, and only completed with a conclusion", async () => {
    repo.addCheckRun(99, { sha: repo.tip(), name: "other", conclusion: "success" });
    const { data } = await bot.rest.checks.listForRef({ ...place, ref: "main" });
    const other = { ...place, check_run_id: data.check_runs[0]?.id ?? 0 };
    expect(await statusOf(bot.rest.checks.update({ ...other, name: "mine" }))).toBe(403);
    const start = { ...place, name: "c", head_sha: repo.tip() };
    const { status } = { status: "completed" } as const;
    const untold = bot.request("POST /repos/{owner}/{repo}/check-runs", { ...start, status });
    expect(await statusOf(untold)).toBe(422);
  });

  test("a repository dispatch has a type of 100 characters and ten properties", async () => {
    const dispatch = (length: number, properties: number): Promise<number> =>
      statusOf(
        bot.rest.repos.createDispatchEvent({
          ...place,
          event_type: "x".repeat(length),
          client_payload: Object.fromEntries(
            Array.from({ length: properties }, (_, n) => [`p${n}`, "1"]),
          ),
        }),
      );
    expect([await dispatch(100, 10), await dispatch(101, 1), await dispatch(1, 11)]).toEqual([
      204, 422, 422,
    ]);
    expect(github.repositoryDispatches).toHaveLength(1);
  });

  test("a file over 1 MB comes without content unless raw, and a missing one is 404", async () => {
    const mib = 1024 * 1024;
    repo.commit({
      author: "mira",
      files: { full: "x".repeat(mib), over: "x".repeat(mib + 1), none: "" },
    });
    const read = (path: string): Promise<{ data: unknown }> =>
      bot.rest.repos.getContent({ ...place, path });
    expect((await read("full")).data).toMatchObject({ encoding: "base64", size: mib });
    expect((await read("over")).data).toMatchObject({
      encoding: "none",
      content: "",
      size: mib + 1,
    });
    expect((await read("none")).data).toMatchObject({ encoding: "base64", content: "", size: 0 });
    const raw = await bot.rest.repos.getContent({
      ...place,
      path: "over",
      mediaType: { format: "raw" },
    });
    expect(raw.data).toHaveLength(mib + 1);
    expect(await statusOf(bot.rest.repos.getContent({ ...place, path: "missing" }))).toBe(404);
    expect(
      await statusOf(bot.rest.repos.getContent({ ...place, path: "a.txt", ref: "nowhere" })),
    ).toBe(404);
  });

  test("the files of a pull request stop at 3,000, those of a comparison at 300", async () => {
    const many = Object.fromEntries(
      Array.from({ length: 3_005 }, (_, n) => [`many/${n}`, `${n}\n`]),
    );
    repo.openPull({ author: "mira", branch: "g", title: "G", files: many });
    const files = await bot.paginate(bot.rest.pulls.listFiles, {
      ...place,
      pull_number: 2,
      per_page: 100,
    });
    expect(files).toHaveLength(3_000);
    expect((await bot.rest.pulls.get({ ...place, pull_number: 2 })).data.changed_files).toBe(3_005);
    const { data } = await bot.rest.repos.compareCommitsWithBasehead({
      ...place,
      basehead: "main...g",
    });
    expect(data.files).toHaveLength(300);
  });

  test("the commits of a pull request stop at 250, those of a comparison do not", async () => {
    const pull = repo.pull(1);
    for (let n = 0; n < 260; n += 1) pull.push({ "a.txt": `${n}\n` });
    const commits = await bot.paginate(bot.rest.pulls.listCommits, {
      ...place,
      pull_number: 1,
      per_page: 100,
    });
    expect(commits).toHaveLength(250);
    const pages = await Promise.all(
      [1, 2, 3].map((page) =>
        bot.rest.repos.compareCommitsWithBasehead({
          ...place,
          basehead: "main...f",
          per_page: 100,
          page,
        }),
      ),
    );
    expect(pages.flatMap(({ data }) => data.commits)).toHaveLength(261);
    expect(pages.at(-1)?.data.commits.at(-1)?.sha).toBe(pull.headSha);
  });

  test("a reaction is made once, and reported as made before", async () => {
    const { id } = repo.comment("mira", 1, "hi");
    const react = (content: "eyes" | "rocket"): Promise<number> =>
      statusOf(bot.rest.reactions.createForIssueComment({ ...place, comment_id: id, content }));
    expect([await react("eyes"), await react("eyes"), await react("rocket")]).toEqual([
      201, 200, 201,
    ]);
    const { data } = await bot.rest.issues.getComment({ ...place, comment_id: id });
    expect(data.reactions).toMatchObject({ total_count: 2, eyes: 1, rocket: 1, heart: 0 });
  });

  test("what is not there cannot be taken away", async () => {
    const label = { ...place, issue_number: 1, name: "x" };
    expect(await statusOf(bot.rest.issues.removeLabel(label))).toBe(404);
    expect(await statusOf(bot.rest.issues.deleteComment({ ...place, comment_id: 1 }))).toBe(404);
    expect(await statusOf(bot.rest.git.deleteRef({ ...place, ref: "heads/none" }))).toBe(422);
  });

  test("a branch moves forward unless it is forced", async () => {
    const before = repo.tip();
    const after = repo.commit({ author: "mira", files: { "a.txt": "3\n" } });
    const move = (sha: string, force: boolean): Promise<number> =>
      statusOf(bot.rest.git.updateRef({ ...place, ref: "heads/main", sha, force }));
    expect([await move(before, false), await move(before, true), await move(after, false)]).toEqual(
      [422, 200, 200],
    );
  });

  test("only minimizing comments is known in GraphQL", async () => {
    const { id } = repo.comment("mira", 1, "hi");
    const { data } = await bot.rest.issues.getComment({ ...place, comment_id: id });
    const hide = (classifier: string): Promise<unknown> =>
      bot.graphql(
        `mutation ($input: MinimizeCommentInput!) { minimizeComment(input: $input) { minimizedComment { isMinimized } } }`,
        { input: { subjectId: data.node_id, classifier } },
      );
    await expect(hide("BORING")).rejects.toThrow("classifier");
    await hide("OUTDATED");
    expect(repo.state().pulls[0]?.comments[0]?.minimized).toBe("outdated");
    await bot.graphql(
      `mutation { unminimizeComment(input: { subjectId: "${data.node_id}" }) { clientMutationId } }`,
    );
    expect(repo.state().pulls[0]?.comments[0]?.minimized).toBeNull();
    await expect(bot.graphql("{ viewer { login } }")).rejects.toThrow();
    expect(github.unknownRoutes).toEqual(["POST /graphql { viewer { login } }"]);
  });
});
