import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { FULL_LABEL } from "../support/acts.ts";
import { expectAtRest } from "../support/at-rest.ts";
import {
  DONE,
  REFUSED,
  ends,
  english,
  newestRun,
  opened,
  say,
  swept,
} from "../support/commands.ts";
import { answer, card, reactions } from "../support/seen.ts";
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

describe("/sweep cancel", () => {
  test("stops the sweep that runs, which does not start again until something changes", async () => {
    const pull = await opened(story, [FULL_LABEL]);
    newestRun(story, pull).start();
    const id = await say(story, pull, "mira", "/sweep cancel");
    expect(reactions(story.repo, id)).toEqual(DONE);
    expect(english(pull, id)).toContain(`[Run ${newestRun(story, pull).id}](`);
    await story.reconcile();
    expect(ends(story, pull)).toEqual(["cancelled"]);
    const again = await say(story, pull, "mira", "/sweep run");
    expect(reactions(story.repo, again)).toEqual(DONE);
    expect(ends(story, pull)).toEqual(["cancelled", null]);
    pull.push({ "README.md": "words\n" });
    await story.settle();
    expect(ends(story, pull)).toEqual(["cancelled", "cancelled", null]);
  });

  test("stops what is about to start", async () => {
    const pull = await opened(story);
    story.github.webhooks.hold();
    pull.label("nora", FULL_LABEL);
    const { id } = pull.comment("mira", "/sweep cancel");
    await story.github.webhooks.release();
    await story.settle();
    expect(english(pull, id)).toContain("about to start does not");
    expect(card(pull)).toContain("stopped with `/sweep cancel`");
    expect(ends(story, pull)).toEqual([]);
  });

  test("stops nothing that was asked for after it, however late it is read", async () => {
    const pull = await opened(story);
    story.github.webhooks.hold();
    const { id } = pull.comment("mira", "/sweep cancel");
    story.clock.advance(2_000);
    pull.label("nora", FULL_LABEL);
    await story.github.webhooks.release();
    await story.settle();
    expect(english(pull, id)).toContain("nothing to stop");
    expect(ends(story, pull)).toEqual([null]);
    const [early, all] = [pull.comment("mira", "/sweep cancel"), newestRun(story, pull)];
    await story.settle();
    expect([all.conclusion, reactions(story.repo, early.id)]).toEqual(["cancelled", DONE]);
  });

  test("stops what ran when it was posted, and not what replaced it since", async () => {
    const pull = await opened(story, [FULL_LABEL]);
    newestRun(story, pull).start();
    story.clock.advance(2_000);
    story.github.webhooks.hold();
    pull.comment("mira", "/sweep cancel");
    story.clock.advance(2_000);
    pull.label("nora", "all-evals");
    await story.github.webhooks.release();
    await story.settle();
    await story.reconcile();
    expect(ends(story, pull)).toEqual(["cancelled", null]);
  });

  test("leaves a later attempt that a person opens alone", async () => {
    const pull = await opened(story, [FULL_LABEL]);
    newestRun(story, pull).start();
    await say(story, pull, "mira", "/sweep cancel");
    newestRun(story, pull).rerun("all", "nora");
    await story.settle();
    expect(ends(story, pull)).toEqual([null]);
  });

  test("is refused while nothing runs", async () => {
    const pull = await swept(story, "success");
    const id = await say(story, pull, "mira", "/sweep cancel");
    expect(reactions(story.repo, id)).toEqual(REFUSED);
    expect(english(pull, id)).toContain("nothing to stop");
    expect(ends(story, pull)).toEqual(["success"]);
  });

  test("after an order for a sweep takes the order back, in whatever pass they are read", async () => {
    const pull = await opened(story);
    story.github.webhooks.hold();
    const order = pull.comment("mira", "/sweep run");
    const stop = pull.comment("mira", "/sweep cancel");
    await story.github.webhooks.release();
    await story.settle();
    await story.reconcile();
    expect([order, stop].map(({ id }) => reactions(story.repo, id))).toEqual([DONE, DONE]);
    expect(ends(story, pull).filter((end) => end !== "cancelled")).toEqual([]);
  });
});

describe("several sweep commands", () => {
  test("of one comment: the last counts, and the answer says so", async () => {
    const pull = await opened(story, [FULL_LABEL]);
    newestRun(story, pull).start();
    const id = await say(story, pull, "mira", "/sweep run\n/sweep cancel\n/sweep status");
    expect(english(pull, id)).toContain("`/sweep run [commit]` was not carried out");
    expect(ends(story, pull)).toEqual(["cancelled"]);
  });
});

describe("what is shown", () => {
  test("/sweep status shows the sweep, its bars and the next step to anybody who can read", async () => {
    const pull = await opened(story, [FULL_LABEL]);
    newestRun(story, pull)
      .start()
      .addJob("eval / tiny")
      .complete("failure", { failedStep: "Launch" });
    const id = await say(story, pull, "tov", "/sweep status");
    expect(reactions(story.repo, id)).toEqual(DONE);
    const text = english(pull, id);
    expect(text).toContain(`⏳ | **Sweep** | [Run ${newestRun(story, pull).id}]`);
    expect(text).toMatch(/^- [▓░]+ 1\/4 eval · failed: 1$/mu);
    expect(text).not.toContain("**Changelog**");
  });

  test("/explain shows every line, the rules, and the facts that decided", async () => {
    const pull = await swept(story, "success");
    await say(story, pull, "mira", "/reuse-sweep-run");
    const id = await say(story, pull, "tov", "/explain");
    const text = answer(pull, id);
    for (const words of ["**Changelog**", "**Plan**", "**Sign-off**", "✅ Run", pull.headSha]) {
      expect(text).toContain(words);
    }
    expect(text).toContain("Who asked for the sweep last: nora, 2026-");
    expect(text).toContain("What tov may do here, as GitHub says: read");
    expect(text).toMatch(/Version of sweepbot: `\d+\.\d+\.\d+`/u);
    expect(text).toContain("得出以上结论所依据的事实");
  });
});
