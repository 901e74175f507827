import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import type { SimulatedPull } from "../../src/simulator/story/pull.ts";
import type { SimulatedRun } from "../../src/simulator/story/run.ts";
import { FULL_LABEL, openRecipePull, runsOf } from "../support/acts.ts";
import { expectAtRest } from "../support/at-rest.ts";
import { card } from "../support/seen.ts";
import { startStory, type Story } from "../support/story.ts";

jest.setTimeout(120_000);

const MINUTE_MS = 60_000;
const B200 = { labels: ["self-hosted", "b200"] };

let story: Story;
beforeAll(async () => {
  story = await startStory();
});
afterAll(async () => {
  await story.close();
});

interface Swept {
  readonly pull: SimulatedPull;
  readonly run: SimulatedRun;
}

/** A pull request whose sweep has begun, with the canary done: its family has come and gone. */
async function begin(): Promise<Swept> {
  const pull = openRecipePull(story.repo);
  pull.label("nora", FULL_LABEL);
  await story.settle();
  const [run] = runsOf(story.repo, pull);
  if (run === undefined) throw new Error("no run");
  run.addJob("canary / tiny b200 / run", B200).complete("success");
  await story.settle();
  return { pull, run };
}

function addJobs(run: SimulatedRun, family: string, count: number): void {
  for (let index = 0; index < count; index += 1) {
    run.addJob(`${family} / tiny b200 / ${index}`, B200);
  }
}

/** What the bot asked GitHub since then, without what was answered 304. */
function askedSince(start: number): readonly string[] {
  return story.github.requests
    .slice(start)
    .filter(({ notModified }) => !notModified)
    .map(({ method, path }) => `${method} ${path}`);
}

/** The card after the pause, when the bot looks by itself. */
async function cardLater(pull: SimulatedPull): Promise<string> {
  story.clock.advance(16 * MINUTE_MS);
  await story.reconcile();
  return card(pull);
}

describe("a sweep that runs", () => {
  test("takes its jobs from deliveries: GitHub is asked for neither run nor jobs", async () => {
    const { pull, run } = await begin();
    addJobs(run, "single-node 1k1k", 9);
    await story.settle();
    const before = story.github.requests.length;
    // With the last of them the run may have ended, and GitHub is asked.
    for (const job of run.jobs.slice(1, -1)) {
      job.complete("success");
      story.clock.advance(20_000);
      await story.settle();
    }
    expect(card(pull)).toContain("8/9 single-node 1k1k");
    expect(askedSince(before).filter((each) => each.includes("/actions/"))).toEqual([]);
    run.complete();
    await story.settle();
    await expectAtRest(story);
  });

  test("shows jobs whose deliveries were lost with the next full list", async () => {
    const { pull, run } = await begin();
    addJobs(run, "single-node 1k1k", 9);
    await story.settle();
    story.github.webhooks.hold();
    for (const job of run.jobs.slice(1, 6)) job.complete("success");
    await story.github.webhooks.release({ drop: () => true });
    expect(await cardLater(pull)).toContain("0/9 single-node 1k1k");
    expect(await cardLater(pull)).toContain("5/9 single-node 1k1k");
    run.complete();
    await story.settle();
    await expectAtRest(story);
  });

  test("ends on the card although the delivery of its end was lost", async () => {
    const { pull, run } = await begin();
    addJobs(run, "single-node 1k1k", 2);
    await story.settle();
    story.github.webhooks.hold();
    for (const job of run.jobs.slice(1)) job.complete("success");
    run.complete();
    await story.github.webhooks.release({ drop: ({ event }) => event === "workflow_run" });
    await story.reconcile();
    expect(card(pull)).toContain("is all green");
    await expectAtRest(story);
  });

  test("counts a job that ran again once, beside those that were kept", async () => {
    const { pull, run } = await begin();
    addJobs(run, "single-node 1k1k", 12);
    run.jobs.slice(1, 12).forEach((job) => job.complete("success"));
    run.jobs.at(-1)?.complete("failure");
    run.complete();
    await story.settle();
    expect(card(pull)).toMatch(/12\/12 single-node 1k1k · failed: 1/u);
    run.rerun("failed", "nora");
    await story.settle();
    expect(card(pull)).toMatch(/11\/12 single-node 1k1k/u);
    run.jobs.at(-1)?.complete("success");
    run.complete();
    await story.settle();
    expect(card(pull)).toMatch(/▓{6} 12\/12 single-node 1k1k/u);
    await expectAtRest(story);
  });

  test("says who waits for runners before it, and how long it takes by what jobs took", async () => {
    const first = await begin();
    addJobs(first.run, "single-node 1k1k", 9);
    first.run.jobs.slice(1, 5).forEach((job) => job.start());
    await story.settle();
    story.clock.advance(10 * MINUTE_MS);
    const second = await begin();
    addJobs(second.run, "single-node 1k1k", 9);
    await story.settle();
    const text = await cardLater(second.pull);
    expect(text).toContain(
      "Waiting for a runner on `b200`: 9 (of other pull requests before them: 5)",
    );
    expect(await cardLater(first.pull)).toMatch(
      /Oldest running job: single-node 1k1k \/ tiny b200 \/ 0, for 4\d min/u,
    );
    expect(text).toMatch(/About \d+ h(?: \d+ min)? left, by earlier jobs: \d+, and nominal times/u);
    for (const { run } of [first, second]) run.complete("cancelled");
    await story.settle();
    expect(card(second.pull)).not.toMatch(/Waiting for a runner|left, by/u);
    await expectAtRest(story);
  });
});
