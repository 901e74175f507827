import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from "@jest/globals";
import type { SimulatedPull } from "../../src/simulator/story/pull.ts";
import type { SimulatedRun } from "../../src/simulator/story/run.ts";
import { FULL_LABEL, openRecipePull, runsOf } from "../support/acts.ts";
import { expectAtRest } from "../support/at-rest.ts";
import { agenticRow, bmkFiles, evalFiles, evalRow, fixedRow } from "../support/results.ts";
import { botComments, card } from "../support/seen.ts";
import { startStory, type Story } from "../support/story.ts";

jest.setTimeout(120_000);

let story: Story;
beforeAll(async () => {
  story = await startStory();
});
afterEach(async () => {
  await expectAtRest(story);
});
afterAll(async () => {
  await story.close();
});

async function openRunning(): Promise<{ pull: SimulatedPull; run: SimulatedRun }> {
  const pull = openRecipePull(story.repo);
  pull.label("nora", FULL_LABEL);
  await story.settle();
  const run = runsOf(story.repo, pull).at(-1);
  if (run === undefined) throw new Error("no run");
  run.start();
  run.addJob("single-node 1k1k / tiny conc4").complete("success");
  return { pull, run };
}

async function ended(run: SimulatedRun, conclusion = "success"): Promise<void> {
  run.complete(conclusion);
  await story.settle();
}

/** Downloads of artifacts so far. */
function downloads(): number {
  return story.github.requests.filter(({ path }) => /\/artifacts\/\d+\/zip$/u.test(path)).length;
}

describe("a run that ends", () => {
  test("puts its rows on the card: throughput, agentic and evals", async () => {
    const { pull, run } = await openRunning();
    run.addArtifact(
      "results_bmk",
      bmkFiles([fixedRow(), fixedRow({ conc: 8, tput_per_gpu: 2000 })]),
    );
    run.addArtifact("bmk_agentic_kimi_conc16", { "row.json": JSON.stringify(agenticRow()) });
    run.addArtifact("bmk_agentic_kimi_conc32", {
      "row.json": JSON.stringify(agenticRow({ conc: 32, num_requests_successful: 0 })),
    });
    run.addArtifact("eval_results_all", evalFiles([evalRow(), evalRow({ task: "gsm9k" })]));
    await story.settle();
    expect(card(pull)).not.toContain("Results of run");
    const before = downloads();
    await ended(run);
    const text = card(pull);
    expect(text).toContain(
      `**Results of run ${run.id}:** Points: 3. Best throughput: 4322 tok/s/GPU`,
    );
    expect(text).toContain(
      "| `tiny b200 vllm fp8` | 1024/1024 | TP8 EP1 | 4 | 1235 | 123 ms | 80 | – |",
    );
    expect(text).toContain(
      "| `kimi mi355x vllm fp4` | TP4 EP1 | 16 | 566 | 0.310 | 156 | 4322 | 2.35 s | 21.5 | 47.6 | 65.7 | 68.1 | dram lmcache | – |",
    );
    expect(text).toContain("| `gsm8k` | `tiny b200 vllm fp8` | TP8 EP1 | 4 | 94.12% |");
    expect(text).toContain("no request succeeded: `kimi mi355x vllm fp4` TP4 EP1 conc 32");
    expect(text).toContain("```mermaid\nquadrantChart");
    expect(text.split("| `tiny b200 vllm fp8` | 1024/1024").length - 1).toBe(2);
    expect(text).toContain("运行");
    expect(downloads() - before).toBe(4);
    await story.reconcile();
    expect(downloads() - before).toBe(4);
  });
});

describe("a run that is repeated", () => {
  test("shows what the newer upload of each name says", async () => {
    const { pull, run } = await openRunning();
    run.addArtifact("results_bmk", bmkFiles([fixedRow({ tput_per_gpu: 100 })]));
    await ended(run, "failure");
    expect(card(pull)).toContain("| 4 | 100 | 123 ms |");
    story.clock.advance(60_000);
    run.rerun("all", "nora");
    await story.settle();
    expect(card(pull)).not.toContain("Results of run");
    for (const job of run.jobs) job.complete("success");
    run.addArtifact("results_bmk", bmkFiles([fixedRow({ tput_per_gpu: 150 })]));
    await ended(run);
    expect(card(pull)).toContain("| 4 | 150 | 123 ms |");
    expect(card(pull)).not.toContain("| 4 | 100 | 123 ms |");
  });
});

describe("what was published", () => {
  test("is what later sweeps are compared with, and not the sweep that published it", async () => {
    const first = await openRunning();
    const rows = [fixedRow({ conc: 64 }), fixedRow({ conc: 128, tput_per_gpu: 3000 })];
    first.run.addArtifact("results_bmk", bmkFiles(rows));
    await ended(first.run);
    const other = await openRunning();
    other.run.addArtifact("results_bmk", bmkFiles([fixedRow({ conc: 64, tput_per_gpu: 1358 })]));
    await ended(other.run);
    expect(card(other.pull)).not.toContain("newest published");

    first.pull.comment("mira", "/reuse-sweep-run");
    await story.settle();
    first.pull.merge("mira", { method: "merge" });
    await story.settle();
    const merged = story.repo.startRun({
      event: "push",
      workflow: ".github/workflows/run-sweep.yml",
    });
    merged.addArtifact("changelog-metadata", { "changelog_metadata.json": "{}" });
    merged.complete("success");
    await story.settle();
    expect(card(first.pull)).toContain("was handed to");
    await story.reconcile();
    expect(card(first.pull)).not.toContain("newest published");
    expect(card(other.pull)).toContain(`1 better, 0 worse, 0 within 1% (run ${first.run.id})`);
    expect(card(other.pull)).toContain("| 🟢 +10.0% |");
  });

  test("also comes from the workflow's own run for a merge", async () => {
    const first = await openRunning();
    await ended(first.run);
    first.pull.merge("mira", { method: "merge" });
    const merged = story.repo.startRun({
      event: "push",
      workflow: ".github/workflows/run-sweep.yml",
    });
    merged.addArtifact("results_bmk", bmkFiles([fixedRow({ conc: 7 })]));
    merged.complete("success");
    await story.settle();
    const { pull, run } = await openRunning();
    run.addArtifact("results_bmk", bmkFiles([fixedRow({ conc: 7, tput_per_gpu: 617.25 })]));
    await ended(run);
    expect(card(pull)).toContain(`0 better, 1 worse, 0 within 1% (run ${merged.id})`);
    expect(card(pull)).toContain("| 🔴 −50.0% |");
  });
});

describe("result files that cannot be used", () => {
  test("are said to have expired", async () => {
    const { pull, run } = await openRunning();
    run.addArtifact("results_bmk", bmkFiles([fixedRow()]));
    await ended(run);
    run.expireArtifacts();
    await story.reconcile();
    expect(card(pull)).toContain("The result files have expired");
    expect(card(pull)).not.toContain("| 1235 |");
  });

  test("are named with the reason, downloaded once, and hide nothing else", async () => {
    const { pull, run } = await openRunning();
    run.addArtifact("results_bmk", Buffer.from("no zip"));
    run.addArtifact("bmk_agentic_a", { "row.json": JSON.stringify(agenticRow()) });
    run.addArtifact("bmk_agentic_b", { "row.json": "[1]" });
    const before = downloads();
    await ended(run);
    expect(card(pull)).toContain("Not read: `results_bmk` (it is not a readable zip");
    expect(card(pull)).toContain("Entries that are no result row: 1.");
    expect(card(pull)).toContain("| `kimi mi355x vllm fp4` |");
    await story.reconcile();
    await story.reconcile();
    expect(downloads() - before).toBe(3);
  });

  test("are asked for again where the storage did not answer", async () => {
    const { pull, run } = await openRunning();
    run.addArtifact("results_bmk", bmkFiles([fixedRow()]));
    const end = story.github.faults.add({ method: "GET", path: /_artifacts/u, status: 503 });
    await ended(run);
    expect(card(pull)).toContain("Not read: `results_bmk` (GitHub's storage did not answer");
    end();
    await story.reconcile();
    expect(card(pull)).toContain("| 1235 |");
  });

  test("without a row leave a word, and the visualizer comment", async () => {
    const { pull, run } = await openRunning();
    run.addArtifact("results_bmk", bmkFiles([]));
    await ended(run);
    expect(card(pull)).toContain("The result files hold no row.");
    expect(botComments(pull, "visualizer-")).toHaveLength(1);
  });

  test("without a row are not there at all when the run left none", async () => {
    const { pull, run } = await openRunning();
    await ended(run);
    expect(card(pull)).not.toContain("Results of run");
  });
});

describe("the picture of the curve", () => {
  test("is served under the address on the card, and under no other", async () => {
    const { repo, github, host, ...other } = await startStory({ publicUrl: "https://bot.example" });
    const pull = openRecipePull(repo);
    pull.label("nora", FULL_LABEL);
    await other.settle();
    const [run] = runsOf(repo, pull);
    run?.addArtifact("results_bmk", bmkFiles([fixedRow()]));
    run?.complete("success");
    await other.settle();
    const path = /!\[[^\]]+\]\(https:\/\/bot\.example(\S+)\)/u.exec(card(pull))?.[1] ?? "";
    const answer = await fetch(`${host.url}${path}`);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([
      200,
      "image/svg+xml; charset=utf-8",
    ]);
    expect(await answer.text()).toContain("tiny b200 vllm fp8 1k/1k");
    const forged = path.replace(/sign=[\w-]+/u, "sign=forged");
    expect((await fetch(`${host.url}${forged}`)).status).toBe(404);
    expect(card(pull)).not.toContain("mermaid");
    expect(github.crashes).toEqual([]);
    await other.close();
  });
});
