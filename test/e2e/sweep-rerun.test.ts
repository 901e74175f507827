import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from "@jest/globals";
import type { SimulatedPull } from "../../src/simulator/story/pull.ts";
import { FULL_LABEL } from "../support/acts.ts";
import { expectAtRest } from "../support/at-rest.ts";
import {
  DONE,
  REFUSED,
  english,
  newestRun,
  opened,
  redeliver,
  say,
  swept,
} from "../support/commands.ts";
import { reactions } from "../support/seen.ts";
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

const DAY_MS = 24 * 60 * 60_000;

describe("/sweep rerun", () => {
  test("runs the failed jobs again, once, however often it is delivered", async () => {
    const pull = await swept(story, "failure");
    const id = await say(story, pull, "mira", "/sweep rerun");
    expect(reactions(story.repo, id)).toEqual(DONE);
    expect(english(pull, id)).toContain("runs its failed jobs again, as attempt 2");
    await redeliver(story, id);
    const run = newestRun(story, pull);
    expect([run.attempt, run.jobs.map((job) => job.status)]).toEqual([2, ["completed", "queued"]]);
    story.repo.editComment("mira", id, "/sweep rerun\n\nThanks!");
    run.complete("failure");
    await story.settle();
    expect(run.attempt).toBe(2);
  });

  test("of all jobs of a green run leaves its reuse to be authorised again", async () => {
    const pull = await swept(story, "success");
    await say(story, pull, "mira", "/reuse-sweep-run");
    const id = await say(story, pull, "mira", "/sweep rerun all");
    expect(english(pull, id)).toContain("runs all its jobs again, as attempt 2");
    expect(english(pull, id)).toContain(
      `post \`/reuse-sweep-run ${newestRun(story, pull).id}\` again`,
    );
  });

  test("of a cancelled run takes all its jobs, and says so", async () => {
    const pull = await opened(story, [FULL_LABEL]);
    const run = newestRun(story, pull);
    run.start();
    run.addJob("single-node 1k1k / tiny conc4").complete("success");
    await say(story, pull, "mira", "/sweep cancel");
    const id = await say(story, pull, "mira", "/sweep rerun failed");
    expect(english(pull, id)).toContain("because the run was cancelled");
    expect(run.jobs.map((job) => job.status)).toEqual(["queued"]);
  });

  test.each<[string, string, (pull: SimulatedPull) => void, string]>([
    ["nothing failed", "success", () => undefined, "Nothing failed in [run"],
    ["it could not start", "startup_failure", () => undefined, "no job of it ever ran"],
    ["it waits for an approval", "action_required", () => undefined, "waits for an approval"],
    [
      "it is too old",
      "failure",
      () => {
        story.clock.advance(31 * DAY_MS);
      },
      "more than 30 days old",
    ],
    [
      "the head has moved",
      "failure",
      (pull) => {
        pull.push({ "a.md": "Words\n" }, { message: "[skip-sweep]" });
      },
      "an earlier commit",
    ],
    [
      "nobody wants it any more",
      "failure",
      (pull) => {
        pull.unlabel("nora", FULL_LABEL);
      },
      "stopped again at once",
    ],
    [
      "the pull request is closed",
      "failure",
      (pull) => {
        pull.close("nora");
      },
      "nothing runs again",
    ],
  ])("is refused where %s", async (_, conclusion, act, words) => {
    const pull = await opened(story, [FULL_LABEL]);
    newestRun(story, pull).complete(conclusion);
    await story.settle();
    act(pull);
    const id = await say(story, pull, "mira", "/sweep rerun");
    expect(reactions(story.repo, id)).toEqual(REFUSED);
    expect(english(pull, id)).toContain(words);
    expect(newestRun(story, pull).attempt).toBe(1);
  });

  test("is refused while the run goes on, and where there is none", async () => {
    const none = await opened(story);
    const first = await say(story, none, "mira", "/sweep rerun");
    expect(english(none, first)).toContain("no run yet");
    const pull = await opened(story, [FULL_LABEL]);
    const second = await say(story, pull, "mira", "/sweep rerun");
    expect(english(pull, second)).toContain("has not ended yet");
    expect(newestRun(story, pull).attempt).toBe(1);
  });

  test("is refused with GitHub's own reason", async () => {
    const pull = await swept(story, "failure");
    const end = story.github.faults.add({
      method: "POST",
      path: /\/rerun-failed-jobs$/u,
      status: 403,
      body: { message: "This workflow run cannot be retried" },
    });
    const id = await say(story, pull, "mira", "/sweep rerun");
    end();
    expect(reactions(story.repo, id)).toEqual(REFUSED);
    expect(english(pull, id)).toContain("This workflow run cannot be retried");
  });

  test("that was done right before a crash is found again and answered", async () => {
    const pull = await swept(story, "failure");
    story.github.faults.add({
      method: "POST",
      path: /\/rerun-failed-jobs$/u,
      status: 502,
      when: "after",
      times: 1,
    });
    const id = await say(story, pull, "mira", "/sweep rerun");
    expect(story.errors).toHaveLength(1);
    story.errors.length = 0;
    expect(english(pull, id)).toContain("as attempt 2");
    expect(newestRun(story, pull).attempt).toBe(2);
  });
});
