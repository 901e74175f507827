import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from "@jest/globals";
import type { SimulatedPull } from "../../src/simulator/story/pull.ts";
import type { SimulatedRun } from "../../src/simulator/story/run.ts";
import { FULL_LABEL, openRecipePull, runsOf } from "../support/acts.ts";
import { expectAtRest } from "../support/at-rest.ts";
import { card, check } from "../support/seen.ts";
import { runningClock, startStory, type Story, WORKFLOW } from "../support/story.ts";

jest.setTimeout(120_000);

const SETTINGS = "sweep:\n  autoRetry: 2\ningest:\n  repository: acme/results-app\n";
const LOST = "The self-hosted runner: b200-01 lost communication with the server.";

let story: Story;
beforeAll(async () => {
  story = await startStory({ settings: SETTINGS, clock: runningClock() });
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
  run.addJob("single-node 1k1k / fine").complete("success");
  run.addJob("single-node 1k1k / a");
  run.addJob("single-node 1k1k / b");
  return { pull, run };
}

/** Every job that waits ends as its machine goes away, and the run with them. */
async function loseMachines(run: SimulatedRun): Promise<void> {
  story.clock.advance(60_000);
  for (const job of run.jobs.filter(({ status }) => status !== "completed")) {
    job.complete("failure", { failedStep: "Benchmark", annotations: [LOST] });
  }
  run.complete();
  await story.settle();
}

function rerunsAsked(run: SimulatedRun): number {
  const path = `/actions/runs/${run.id}/rerun-failed-jobs`;
  return story.github.requests.filter((request) => request.path.endsWith(path)).length;
}

describe("machines that fail", () => {
  test("cost two automatic re-runs and no third, and then it is said", async () => {
    const { pull, run } = await startSweep();
    await loseMachines(run);
    expect([run.attempt, run.status]).toEqual([2, "queued"]);
    expect(card(pull)).toContain("runs jobs again, because the machines failed: 2 (1 of 2 times)");
    expect(check(story.repo, pull, "sweepbot/sweep")?.status).toBe("in_progress");
    await loseMachines(run);
    expect(run.attempt).toBe(3);
    expect(card(pull)).toContain("2 (2 of 2 times)");
    await loseMachines(run);
    await story.reconcile();
    expect([run.attempt, rerunsAsked(run)]).toEqual([3, 2]);
    expect(card(pull)).toContain("Automatic re-runs are used up: 2");
    expect(check(story.repo, pull, "sweepbot/sweep")).toMatchObject({ conclusion: "failure" });
  });

  test("and do better on the second try leave a green sweep", async () => {
    const { pull, run } = await startSweep();
    await loseMachines(run);
    story.clock.advance(60_000);
    for (const job of run.jobs) if (job.status !== "completed") job.complete("success");
    run.complete();
    await story.settle();
    expect(card(pull)).toContain("is all green");
    expect(rerunsAsked(run)).toBe(1);
  });
});

describe("no re-run follows", () => {
  test.each([
    ["a failure of the benchmark beside one of a machine", { log: "CUDA out of memory" }],
    ["a log that never arrives", { log: null }],
  ])("%s", async (_, ending) => {
    const { run } = await startSweep();
    run.jobs.at(-1)?.complete("failure", { failedStep: "Benchmark", ...ending });
    await loseMachines(run);
    await story.reconcile();
    expect([run.attempt, rerunsAsked(run)]).toEqual([1, 0]);
  });

  test("once the label is off", async () => {
    const { pull, run } = await startSweep();
    pull.unlabel("nora", FULL_LABEL);
    await story.settle();
    expect(run.conclusion).toBe("cancelled");
    await story.reconcile();
    expect(rerunsAsked(run)).toBe(0);
  });
});

describe("a re-run that goes wrong", () => {
  test("on the way is done once all the same", async () => {
    const { run } = await startSweep();
    const end = story.github.faults.add({
      ...{ method: "POST", path: /\/rerun-failed-jobs$/u, when: "after", hangUp: true, times: 1 },
    });
    await loseMachines(run);
    await story.settle();
    end();
    story.clock.advance(5_000);
    await story.reconcile();
    expect([run.attempt, rerunsAsked(run)]).toEqual([2, 1]);
    // Only the connection broke, and the queue was told so.
    expect(story.errors.splice(0)).toHaveLength(1);
  });

  test("because GitHub refuses it shows the reason, and nothing is tried for ever", async () => {
    const { pull, run } = await startSweep();
    const end = story.github.faults.add({
      ...{ method: "POST", path: /\/rerun-failed-jobs$/u, status: 403 },
      body: {
        message: "Unable to retry this workflow run because it was created over a month ago",
      },
    });
    await loseMachines(run);
    await story.reconcile();
    end();
    await story.reconcile();
    expect(rerunsAsked(run)).toBe(1);
    expect(card(pull)).toContain("GitHub refused to run them again");
    expect(card(pull)).toContain("over a month ago");
  });
});

test("the repository's own workflow, which is only watched, gets its re-run, too", async () => {
  const settings = "sweep:\n  trigger: observe\n  autoRetry: 1\n";
  const watched = await startStory({ settings, clock: runningClock() });
  try {
    const pull = openRecipePull(watched.repo);
    pull.label("nora", FULL_LABEL);
    await watched.settle();
    const run = watched.repo.startRun({
      event: "pull_request",
      workflow: WORKFLOW,
      pull,
    });
    run
      .start()
      .addJob("single-node 1k1k / a")
      .complete("failure", { annotations: [LOST] });
    run.complete();
    await watched.settle();
    expect(run.attempt).toBe(2);
    expect(card(pull)).toContain("(1 of 1 times)");
    await expectAtRest(watched);
  } finally {
    await watched.close();
  }
});
