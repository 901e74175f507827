import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from "@jest/globals";
import type { SimulatedPull } from "../../src/simulator/story/pull.ts";
import { expectAtRest } from "../support/at-rest.ts";
import { type ForkedStory, pushTo, startForkedStory } from "../support/fork-story.ts";
import { answer, card } from "../support/seen.ts";
import type { Story } from "../support/story.ts";

jest.setTimeout(120_000);

let forked: ForkedStory;
let story: Story;
beforeAll(async () => {
  forked = await startForkedStory();
  ({ story } = forked);
});
afterEach(async () => {
  await expectAtRest(story);
});
afterAll(async () => {
  await story.close();
});

async function say(pull: SimulatedPull, login: string, words: string): Promise<string> {
  forked.later();
  const { id } = pull.comment(login, words);
  await story.settle();
  return answer(pull, id);
}

describe("`/sweep run` on a pull request from a fork (decision 11)", () => {
  test("approves the commit that is written out in full, and starts its sweep once", async () => {
    const pull = await forked.openFromFork();
    await say(pull, "mira", `/sweep run ${pull.headSha}`);
    await story.reconcile();
    expect(forked.measured(pull)).toEqual([[pull.headSha, null]]);
  });

  test("approves nothing without the commit, with a short one, or with one that is not the head any more (FRK-03)", async () => {
    const pull = await forked.openFromFork();
    const before = pull.headSha;
    expect(await say(pull, "mira", "/sweep run")).toContain(pull.headSha);
    await say(pull, "mira", `/sweep run ${before.slice(0, 12)}`);
    pushTo(pull);
    await story.settle();
    expect(await say(pull, "mira", `/sweep run ${before}`)).toContain(pull.headSha.slice(0, 7));
    expect(forked.measured(pull)).toEqual([]);
  });

  test("approves one commit only: after a push nothing starts", async () => {
    const pull = await forked.openFromFork();
    await say(pull, "mira", `/sweep run ${pull.headSha}`);
    const approved = pull.headSha;
    pushTo(pull);
    await story.settle();
    await story.reconcile();
    expect(forked.measured(pull)).toEqual([[approved, null]]);
  });

  test("given in the same moment as the label of the commit before goes, stands all the same", async () => {
    const pull = await forked.openApproved();
    const approved = pull.headSha;
    pushTo(pull);
    await say(pull, "mira", `/sweep run ${pull.headSha}`);
    await story.reconcile();
    expect(forked.removals(pull)).toBe(1);
    expect(forked.measured(pull).map(([sha]) => sha)).toEqual([approved, pull.headSha]);
  });

  test("by the author, who may only read, approves nothing", async () => {
    const pull = await forked.openFromFork();
    expect(await say(pull, "fay", `/sweep run ${pull.headSha}`)).toContain("write permission");
    expect(forked.measured(pull)).toEqual([]);
    expect(card(pull)).toContain("no sweep label is on");
  });

  test("waits for GitHub's test merge instead of being refused", async () => {
    const pull = await forked.openFromFork();
    story.github.mergeableDelay = 1_000;
    forked.later();
    pushTo(pull);
    forked.later();
    pull.comment("mira", `/sweep run ${pull.headSha}`);
    await story.settle();
    expect(forked.measured(pull)).toEqual([]);
    story.github.mergeableDelay = 0;
    await story.reconcile();
    await story.reconcile();
    expect(forked.measured(pull)).toEqual([[pull.headSha, null]]);
  });
});
