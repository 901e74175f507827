import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";
import { finishSweep, FULL_LABEL } from "../support/acts.ts";
import { expectAtRest } from "../support/at-rest.ts";
import { DONE, ends, newestRun, opened, say } from "../support/commands.ts";
import { card, check, reactions } from "../support/seen.ts";
import { runningClock, startStory, type Story } from "../support/story.ts";

jest.setTimeout(120_000);

let story: Story;
beforeAll(async () => {
  story = await startStory({ clock: runningClock() });
});
afterAll(async () => {
  await story.close();
});

test("a run that somebody deleted is not waited for: the card says so, and /sweep run starts another", async () => {
  const pull = await opened(story, [FULL_LABEL]);
  const run = finishSweep(newestRun(story, pull));
  await story.settle();
  story.repo.record.runs.delete(run.id);
  story.clock.advance(6 * 60_000);
  await story.reconcile();
  expect(card(pull)).toContain(`GitHub shows no run of it: run ${run.id} is gone`);
  expect(card(pull)).toContain("**Next step:** To start it again, post `/sweep run`");
  expect(check(story.repo, pull, "sweepbot/sweep")?.status).toBe("completed");
  await expectAtRest(story);
  const id = await say(story, pull, "mira", "/sweep run");
  expect(reactions(story.repo, id)).toEqual(DONE);
  expect(ends(story, pull)).toEqual([null]);
  await expectAtRest(story);
});
