import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from "@jest/globals";
import type { SimulatedPull } from "../../src/simulator/story/pull.ts";
import type { SimulatedRun } from "../../src/simulator/story/run.ts";
import { FULL_LABEL } from "../support/acts.ts";
import { expectAtRest } from "../support/at-rest.ts";
import { DONE, english, opened, REFUSED, say } from "../support/commands.ts";
import { card, reactions } from "../support/seen.ts";
import { startStory, type Story, WORKFLOW } from "../support/story.ts";

jest.setTimeout(120_000);

let story: Story;
beforeAll(async () => {
  story = await startStory({ settings: "sweep:\n  trigger: observe\n" });
});
afterEach(async () => {
  await expectAtRest(story);
});
afterAll(async () => {
  await story.close();
});

/** A pull request whose repository's own workflow has started a sweep. */
async function observed(): Promise<{ readonly pull: SimulatedPull; readonly run: SimulatedRun }> {
  const pull = await opened(story, [FULL_LABEL]);
  const run = story.repo.startRun({ event: "pull_request", workflow: WORKFLOW, pull });
  run.start().addJob("eval / tiny").start();
  await story.settle();
  return { pull, run };
}

describe("where the repository's own workflow starts sweeps", () => {
  test("/sweep run says which label starts one", async () => {
    const { pull } = await observed();
    const before = story.repo.runs().length;
    const id = await say(story, pull, "mira", "/sweep run");
    expect(reactions(story.repo, id)).toEqual(REFUSED);
    expect(english(pull, id)).toContain(`Put the label \`${FULL_LABEL}\` on`);
    expect(story.repo.runs()).toHaveLength(before);
  });

  test("a newer run that left out all its jobs does not hide the sweep (LBL-01)", async () => {
    const { pull, run } = await observed();
    pull.label("nora", "docs");
    story.repo.startRun({ event: "pull_request", workflow: WORKFLOW, pull }).complete("skipped");
    await story.reconcile();
    expect(card(pull)).toContain(`[Run ${run.id}](`);
    expect(card(pull)).not.toContain("the benchmark failed");
    run.complete("success");
    await story.settle();
    expect(card(pull)).toContain("is all green");
  });

  test("/sweep cancel stops the run that is shown and no other pull request's", async () => {
    const theirs = await observed();
    const { pull, run } = await observed();
    const id = await say(story, pull, "mira", "/sweep cancel");
    expect(reactions(story.repo, id)).toEqual(DONE);
    expect([run.conclusion, theirs.run.conclusion]).toEqual(["cancelled", null]);
  });

  test("/sweep rerun runs it again, and it goes on", async () => {
    const { pull, run } = await observed();
    run.complete("failure");
    const id = await say(story, pull, "mira", "/sweep rerun all");
    expect(reactions(story.repo, id)).toEqual(DONE);
    await story.reconcile();
    expect([run.attempt, run.conclusion]).toEqual([2, null]);
  });
});
