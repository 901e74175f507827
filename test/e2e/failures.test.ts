import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from "@jest/globals";
import type { SimulatedPull } from "../../src/simulator/story/pull.ts";
import type { SimulatedRun } from "../../src/simulator/story/run.ts";
import { FULL_LABEL, openRecipePull, runsOf } from "../support/acts.ts";
import { expectAtRest } from "../support/at-rest.ts";
import { card, check } from "../support/seen.ts";
import { startStory, type Story } from "../support/story.ts";
import { NASTY } from "../support/verdicts.ts";

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

async function startSweep(): Promise<{ readonly pull: SimulatedPull; readonly run: SimulatedRun }> {
  const pull = openRecipePull(story.repo);
  pull.label("nora", FULL_LABEL);
  await story.settle();
  const [run] = runsOf(story.repo, pull);
  if (run === undefined) throw new Error("no run");
  run.start();
  run.addJob("setup").complete("success");
  return { pull, run };
}

/** How often a job's log was asked for. */
function logsRead(): number {
  return story.github.requests.filter(({ route }) => route?.endsWith("/{job_id}/logs") === true)
    .length;
}

function failing(run: SimulatedRun, name: string, log: string): void {
  run.addJob(`single-node 1k1k / ${name}`).complete("failure", { failedStep: "Benchmark", log });
}

describe("a sweep that fails", () => {
  test("shows the first failure while it runs, with job, step, cause and line", async () => {
    const { pull, run } = await startSweep();
    run.addJob("single-node 1k1k / other").start();
    failing(run, "tiny conc64", "loading\nRuntimeError: NCCL error: unhandled cuda error\nbye");
    await story.settle();
    const shown = card(pull);
    expect(shown).toMatch(
      /Failed first:\n1\. \[single-node 1k1k \/ tiny conc64\]\(\S+\): step Benchmark — NCCL or RCCL error: `RuntimeError: NCCL error: unhandled cuda error` \(line 3\)/u,
    );
    expect(shown).toContain("NCCL 或 RCCL 错误");
    run.complete();
    await story.settle();
    expect(check(story.repo, pull, "sweepbot/sweep")).toMatchObject({
      conclusion: "failure",
      title: expect.stringContaining("the benchmark failed, not the trigger") as unknown,
      summary: expect.stringContaining("NCCL or RCCL error") as unknown,
    });
  });

  test("reads each log once, whatever happens afterwards", async () => {
    const { pull, run } = await startSweep();
    failing(
      run,
      "tiny conc64",
      "torch.OutOfMemoryError: HIP out of memory. Tried to allocate 2 GiB",
    );
    await story.settle();
    const before = logsRead();
    failing(run, "tiny conc32", "nothing that is known");
    run.complete();
    await story.settle();
    await story.reconcile();
    expect(logsRead()).toBe(before + 1);
    const shown = card(pull);
    expect(shown).toContain("out of GPU memory: `torch.OutOfMemoryError: HIP out of memory.");
    expect(shown).toContain("GPU memory: lower the concurrency");
    expect(shown).toContain("no known cause stands in its log");
  });

  test("because a job ran out of time says so, although GitHub calls it cancelled", async () => {
    const { pull, run } = await startSweep();
    run
      .addJob("single-node 1k1k / slow")
      .start("b200-01")
      .complete("cancelled", {
        annotations: [
          "The job running on runner b200-01 has exceeded the maximum execution time of 500 minutes.",
        ],
      });
    run.complete();
    await story.settle();
    expect(card(pull)).toContain("was cancelled because jobs ran out of time");
    expect(card(pull)).toMatch(/single-node 1k1k \/ slow\]\(\S+\) — out of time/u);
  });

  test("counts what fail-fast cancelled instead of listing it", async () => {
    const { pull, run } = await startSweep();
    const jobs = ["a", "b", "c"].map((name) => run.addJob(`single-node 1k1k / ${name}`).start());
    jobs[0]?.complete("failure", { failedStep: "Benchmark", log: "CUDA out of memory" });
    jobs[1]?.complete("cancelled");
    jobs[2]?.complete("cancelled");
    run.complete();
    await story.settle();
    expect(card(pull)).toContain("Cancelled by fail-fast because of these: 2");
    expect(card(pull).match(/^1\. /gmu)).toHaveLength(2);
  });

  test("of which only machines failed says that the recipe did not", async () => {
    const { pull, run } = await startSweep();
    failing(run, "a", "slurmstepd: error: pyxis: container start failed with error code: 1");
    run
      .addJob("single-node 1k1k / b")
      .start("mi355x-07")
      .complete("failure", {
        log: null,
        annotations: ["The self-hosted runner: mi355x-07 lost communication with the server."],
      });
    run.complete();
    await story.settle();
    expect(card(pull)).toContain("the machines failed, not the recipe");
    expect(card(pull)).toContain("the runner was lost (on `mi355x-07`)");
    expect(card(pull)).toContain("`/sweep rerun failed`");
    expect(run.attempt).toBe(1);
  });

  test("before any benchmark ran is a failed trigger", async () => {
    const pull = openRecipePull(story.repo);
    pull.label("nora", FULL_LABEL);
    await story.settle();
    const [run] = runsOf(story.repo, pull);
    run?.addJob("setup").complete("failure", { failedStep: "Install", log: "no such package" });
    run?.complete();
    await story.settle();
    expect(card(pull)).toContain("ended before any benchmark ran: the trigger failed");
    expect(card(pull)).toMatch(/1\. \[setup\]\(\S+\): step Install — no known cause/u);
    expect(check(story.repo, pull, "sweepbot/sweep")?.title).toContain("The trigger failed");
  });

  test("with a log that cannot be read has an unknown cause, and no guess", async () => {
    const { pull, run } = await startSweep();
    run.addJob("single-node 1k1k / a").complete("failure", { failedStep: "Benchmark", log: null });
    run.complete();
    await story.settle();
    expect(card(pull)).toContain("cause unknown: GitHub has no log of it");
    expect(card(pull)).toContain("could not be found out");
  });

  test("with a hostile log is shown all the same, and nothing of it acts", async () => {
    const { pull, run } = await startSweep();
    const line = `CUDA out of memory ${NASTY} ${"`".repeat(7)} @acme/core ${"x".repeat(1_000_000)}`;
    failing(run, "hostile", `${String.fromCharCode(27)}[31m${line}`);
    run.complete();
    await story.settle();
    const shown = card(pull);
    expect(shown).toContain("out of GPU memory: ````````CUDA out of memory");
    expect(shown.match(/<!-- sweepbot:card -->/gu)).toHaveLength(1);
    expect(shown.length).toBeLessThan(20_000);
  });
});
