import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { fromBuffer } from "yauzl";
import { type Simulator, startSimulator } from "../../src/simulator/simulator.ts";
import type { SimulatedRepository } from "../../src/simulator/story/repository.ts";
import { appOctokit, statusOf } from "./support.ts";

const place = { owner: "acme", repo: "bench" } as const;
const FILE = ".github/workflows/run-sweep.yml";
let github: Simulator;
let repo: SimulatedRepository;
let bot: ReturnType<typeof appOctokit>;
let now = 0;

beforeEach(async () => {
  now = Date.parse("2026-03-01T10:00:00Z");
  github = await startSimulator({ now: () => now });
  repo = github.addRepository({ owner: "acme", name: "bench", files: { "a.txt": "1\n" } });
  bot = appOctokit(github, "acme");
});

afterEach(async () => {
  expect(github.crashes).toEqual([]);
  expect(github.unknownRoutes).toEqual([]);
  await github.close();
});

describe("an artifact", () => {
  test("is a zip with the files it was made of, of the size that is told", async () => {
    repo.addWorkflow(FILE, {});
    const run = repo.startRun({ event: "push", workflow: FILE });
    run.addArtifact("results_bmk", { "agg_bmk.json": "[1]", "deep/log.txt": "ok\n" });
    const { data } = await bot.rest.actions.listWorkflowRunArtifacts({ ...place, run_id: run.id });
    const [artifact] = data.artifacts;
    const one = { ...place, artifact_id: artifact?.id ?? 0, archive_format: "zip" };
    const bytes = Buffer.from((await bot.rest.actions.downloadArtifact(one)).data as ArrayBuffer);
    expect(bytes).toHaveLength(artifact?.size_in_bytes ?? 0);
    expect(await namesIn(bytes)).toEqual(["agg_bmk.json", "deep/log.txt"]);
  });

  test("expires after 90 days, or when the story says so", async () => {
    repo.addWorkflow(FILE, {});
    const run = repo.startRun({ event: "push", workflow: FILE });
    const ids = [
      run.addArtifact("a", { a: "1" }).id,
      run.addArtifact("b", { b: "1" }, { expired: true }).id,
    ];
    const status = (artifact_id: number): Promise<number> =>
      statusOf(bot.rest.actions.downloadArtifact({ ...place, artifact_id, archive_format: "zip" }));
    expect(await Promise.all(ids.map(status))).toEqual([200, 410]);
    now += 90 * 24 * 60 * 60 * 1000;
    expect(await Promise.all(ids.map(status))).toEqual([410, 410]);
    const { data } = await bot.rest.actions.listWorkflowRunArtifacts({ ...place, run_id: run.id });
    expect(data.artifacts.map((one) => one.expired)).toEqual([true, true]);
  });

  test("may be no zip at all, when the story needs a bad one", async () => {
    repo.addWorkflow(FILE, {});
    const run = repo.startRun({ event: "push", workflow: FILE });
    const { id } = run.addArtifact("bad", Buffer.from("not a zip"));
    const one = { ...place, artifact_id: id, archive_format: "zip" };
    const { data } = await bot.rest.actions.downloadArtifact(one);
    expect(Buffer.from(data as ArrayBuffer).toString()).toBe("not a zip");
  });
});

function namesIn(zip: Buffer): Promise<string[]> {
  return new Promise((resolve, reject) => {
    fromBuffer(zip, { lazyEntries: false }, (error, file) => {
      if (error !== null) {
        reject(error);
        return;
      }
      const names: string[] = [];
      file.on("entry", (entry: { readonly fileName: string }) => names.push(entry.fileName));
      file.on("end", () => {
        resolve(names);
      });
    });
  });
}

describe("the same story", () => {
  test("gives the same ids, commits and state every time", async () => {
    const other = await startSimulator({ now: () => now });
    const twin = other.addRepository({ owner: "acme", name: "bench", files: { "a.txt": "1\n" } });
    const tell = (story: SimulatedRepository): unknown => {
      story.addWorkflow(FILE, {});
      const pull = story.openPull({ author: "mira", branch: "f", title: "F", files: { b: "1\n" } });
      const comment = pull.comment("ben", "hi");
      const run = story.startRun({ event: "pull_request", workflow: FILE, pull });
      const job = run.addJob("one").start().complete("success");
      run.complete();
      pull.merge("mira", { method: "squash" });
      return [pull.headSha, comment.id, run.id, job.id, story.tip(), story.state()];
    };
    expect(tell(twin)).toEqual(tell(repo));
    await other.close();
  });
});
