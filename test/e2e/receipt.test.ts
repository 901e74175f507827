import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from "@jest/globals";
import type { SimulatedPull } from "../../src/simulator/story/pull.ts";
import type { SimulatedRun } from "../../src/simulator/story/run.ts";
import { authorise, openRecipePull } from "../support/acts.ts";
import { expectAtRest } from "../support/at-rest.ts";
import { card } from "../support/seen.ts";
import { runningClock, startStory, type Story, WORKFLOW } from "../support/story.ts";

jest.setTimeout(120_000);

const INGEST = ".github/workflows/ingest.yml";
let story: Story;
beforeAll(async () => {
  story = await startStory({ clock: runningClock() });
  story.github.repository("acme", "results-app").addWorkflow(INGEST, { dispatchable: false });
});
afterEach(async () => {
  await expectAtRest(story);
});
afterAll(async () => {
  await story.close();
});

/** Merges a pull request with a run to reuse, up to the event that hands it over; gives the event's key. */
async function handOver(): Promise<{ readonly pull: SimulatedPull; readonly key: string }> {
  const pull = openRecipePull(story.repo);
  await authorise(story, pull);
  const sha = pull.merge("mira", { method: "squash" });
  const mergeRun = story.repo.pushRun(WORKFLOW, sha).start();
  mergeRun.addArtifact("changelog-metadata", { "metadata.json": "{}" });
  mergeRun.complete("success");
  await story.settle();
  return { pull, key: String(story.github.repositoryDispatches.at(-1)?.payload["key"]) };
}

function receive(key: string): SimulatedRun {
  return story.github.repository("acme", "results-app").startRun({
    event: "repository_dispatch",
    workflow: INGEST,
    displayTitle: `Ingest [${key}]`,
  });
}

describe("results that were handed over", () => {
  test("are followed until the receiving side has taken them in", async () => {
    const { pull, key } = await handOver();
    expect(card(pull)).toContain("whose run has not shown up yet");
    const run = receive(key).start();
    await story.reconcile();
    expect(card(pull)).toContain("which is [taking it in](");
    run.complete("success");
    await story.reconcile();
    expect(card(pull)).toContain("and [taken in](");
  });

  test("are shown as not taken in when the receiving run fails, and then when it is repeated", async () => {
    const { pull, key } = await handOver();
    const run = receive(key).complete("failure");
    await story.reconcile();
    expect(card(pull)).toMatch(/❌ \| \*\*Publication\*\* .*failed/u);
    run.rerun("all").complete("success");
    await story.reconcile();
    expect(card(pull)).toContain("and [taken in](");
  });

  test("are handed over, and no more is known, where no run names them", async () => {
    const { pull } = await handOver();
    story.clock.advance(31 * 60_000);
    await story.reconcile();
    expect(card(pull)).toContain("whether it was taken in is not known");
  });
});
