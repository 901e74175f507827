import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";
import type { SimulatedPull } from "../../src/simulator/story/pull.ts";
import type { SimulatedRepository } from "../../src/simulator/story/repository.ts";
import { FULL_LABEL, openRecipePull, runsOf } from "../support/acts.ts";
import { expectAtRest } from "../support/at-rest.ts";
import { card, check } from "../support/seen.ts";
import { startStory, type Story } from "../support/story.ts";

jest.setTimeout(120_000);

let story: Story;
beforeAll(async () => {
  story = await startStory();
  story.github.addUser("fay");
});
afterAll(async () => {
  await story.close();
});

/** Another pull request whose branch points to the very commit of the first. */
async function openTwin(first: SimulatedPull, from: SimulatedRepository): Promise<SimulatedPull> {
  const options = { author: "fay", branch: `twin-${first.number}`, title: "Twin", files: {} };
  const pull = story.repo.openPull({ ...options, headRepository: from });
  from.resetBranch(pull.headRef, first.headSha);
  await story.settle();
  expect(pull.headSha).toBe(first.headSha);
  return pull;
}

test("a second pull request of one commit leaves its checks alone, and takes them over once it is the only one", async () => {
  const first = openRecipePull(story.repo);
  first.label("nora", FULL_LABEL);
  await story.settle();
  const second = await openTwin(first, story.repo.fork("fay"));
  await story.reconcile();
  expect(check(story.repo, first, "sweepbot/changelog")?.conclusion).toBe("success");
  expect(check(story.repo, first, "sweepbot/sweep")?.status).toBe("in_progress");
  expect(card(second)).toContain(`the checks on it are those of #${first.number}`);
  expect(card(first)).not.toContain("has the same head commit");
  expect(runsOf(story.repo, first).map((run) => run.conclusion)).toEqual([null]);
  await expectAtRest(story);
  first.close("nora");
  await story.settle();
  await story.reconcile();
  expect(check(story.repo, second, "sweepbot/changelog")?.conclusion).toBe("failure");
  expect(card(second)).not.toContain("has the same head commit");
  await expectAtRest(story);
  second.close("fay");
  await story.settle();
});

test("one of the repository's own branches goes before an older one of a fork", async () => {
  const fork = story.repo.fork("fay", "second-copy");
  const older = openRecipePull(story.repo, { author: "fay", headRepository: fork });
  await story.settle();
  const own = await openTwin(older, story.repo);
  await story.reconcile();
  await story.reconcile();
  expect(card(older)).toContain(`the checks on it are those of #${own.number}`);
  await expectAtRest(story);
});
