import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { finishSweep, FULL_LABEL, openRecipePull, runsOf } from "../support/acts.ts";
import { expectAtRest } from "../support/at-rest.ts";
import { botComments, card, check } from "../support/seen.ts";
import { startStory, type Story } from "../support/story.ts";
import type { SimulatedPull } from "../../src/simulator/story/pull.ts";

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

async function openLabelled(label = FULL_LABEL): Promise<SimulatedPull> {
  const pull = openRecipePull(story.repo);
  pull.label("nora", label);
  await story.settle();
  return pull;
}

function dispatchesOf(pull: SimulatedPull): number {
  return runsOf(story.repo, pull).length;
}

describe("a trigger that GitHub refuses", () => {
  test("is told apart from a benchmark that failed, and tried again for a new label", async () => {
    const { repo, github } = story;
    const end = github.faults.add({
      method: "POST",
      path: /\/dispatches$/u,
      status: 422,
      body: { message: "Workflow does not have 'workflow_dispatch' trigger" },
    });
    const pull = await openLabelled();
    end();
    await story.reconcile();
    expect(dispatchesOf(pull)).toBe(0);
    expect(card(pull)).toContain("The trigger failed, no benchmark ran");
    expect(check(repo, pull, "sweepbot/sweep")).toMatchObject({ conclusion: "failure" });
    await expectAtRest(story);
    pull.unlabel("nora", FULL_LABEL);
    pull.label("nora", FULL_LABEL);
    await story.settle();
    expect(dispatchesOf(pull)).toBe(1);
  });
});

describe("a sweep that ended", () => {
  test("leaves one visualizer comment, edited when the run is repeated", async () => {
    const { repo } = story;
    const pull = await openLabelled();
    const [run] = runsOf(repo, pull);
    if (run === undefined) throw new Error("no run");
    finishSweep(run, "failure");
    await story.settle();
    const [comment = ""] = botComments(pull, "visualizer-");
    expect(comment).toContain(`/inference?unofficialRun=${run.id}`);
    expect(comment).not.toContain("/evaluation?");
    expect(comment).toContain("failure");
    expect(card(pull)).toContain("the benchmark failed, not the trigger");

    run.rerun("failed", "nora");
    for (const job of run.jobs) job.complete("success");
    run.complete("success");
    await story.settle();
    expect(botComments(pull, "visualizer-")).toEqual([
      expect.stringMatching(/success(?!.*failure)/su),
    ]);
    expect(check(repo, pull, "sweepbot/sweep")?.conclusion).toBe("success");
  });

  test("without results leaves no visualizer comment", async () => {
    const pull = await openLabelled();
    const [run] = runsOf(story.repo, pull);
    run?.start().complete("failure");
    await story.settle();
    expect(botComments(pull, "visualizer-")).toEqual([]);
  });

  test("gives way to a newer one, whose comment folds the older", async () => {
    const { repo } = story;
    const pull = await openLabelled();
    for (const run of runsOf(repo, pull)) finishSweep(run);
    await story.settle();
    pull.push({ "benchmarks/other.sh": "true\n" });
    await story.settle();
    const newer = runsOf(repo, pull).at(-1);
    if (newer !== undefined) finishSweep(newer);
    await story.settle();
    const state = repo.state().pulls.find(({ number }) => number === pull.number);
    const shown = (state?.comments ?? [])
      .filter(({ body }) => body.startsWith("<!-- sweepbot:visualizer-"))
      .map(({ minimized, body }) => [minimized, body.includes(`Run=${String(newer?.id)}`)]);
    expect(shown).toEqual([
      ["outdated", false],
      [null, true],
    ]);
  });
});
