import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from "@jest/globals";
import type { SimulatedPull } from "../../src/simulator/story/pull.ts";
import { authorise, openRecipePull, SCRIPT } from "../support/acts.ts";
import { expectAtRest } from "../support/at-rest.ts";
import { check } from "../support/seen.ts";
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

describe("the check run sweepbot/merge-readiness", () => {
  const readiness = (pull: SimulatedPull): unknown => {
    const shown = check(story.repo, pull, "sweepbot/merge-readiness");
    return [shown?.status, shown?.conclusion, shown?.title];
  };

  test("says at each step whether a merge would publish results, and what is missing (decision 17)", async () => {
    const pull = openRecipePull(story.repo);
    await story.settle();
    const without = "A merge now would publish nothing: No full sweep with results stands";
    expect(readiness(pull)).toEqual(["in_progress", null, expect.stringContaining(without)]);
    const run = await authorise(story, pull);
    expect(readiness(pull)).toEqual([
      "in_progress",
      null,
      `A merge would publish run ${run.id}, but not everything is done: The sign-off is not complete yet.`,
    ]);
    expect(check(story.repo, pull, "sweepbot/merge-readiness")?.summary).toContain(
      `✅ **Sweep or reuse**: Run ${run.id}`,
    );
    pull.push({ [SCRIPT]: "echo other\n" });
    await story.settle();
    expect(readiness(pull)).toEqual([
      "completed",
      "failure",
      expect.stringMatching(/^Not ready to merge: Run \d+ was authorised/u),
    ]);
  });

  test("has nothing to say against a pull request that adds no entry", async () => {
    const pull = story.repo.openPull({
      author: "nora",
      branch: "typo",
      title: "Mend a typo",
      files: { "README.md": "mended\n" },
    });
    await story.settle();
    expect(readiness(pull)).toEqual([
      "completed",
      "neutral",
      expect.stringContaining("no changelog entry"),
    ]);
  });
});
