import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { FULL_LABEL, runsOf } from "../support/acts.ts";
import { expectAtRest } from "../support/at-rest.ts";
import { type ForkedStory, pushTo, short, startForkedStory } from "../support/fork-story.ts";
import { card } from "../support/seen.ts";
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

describe("a label on a pull request from a fork", () => {
  test("put on by a person with write permission starts the workflow once, whatever is delivered twice", async () => {
    const pull = await forked.openFromFork();
    const { webhooks } = story.github;
    webhooks.hold();
    pull.label("mira", FULL_LABEL);
    await webhooks.release({ repeat: 3 });
    await story.settle();
    const delivery = webhooks.deliveries.findLast((each) => each.action === "labeled");
    await webhooks.redeliver(delivery?.id ?? "");
    await story.settle();
    expect(forked.measured(pull)).toEqual([[pull.headSha, null]]);
    expect(card(pull)).toContain(`/actions/runs/${String(runsOf(story.repo, pull)[0]?.id)}`);
  });

  test("put on by somebody without stays on, and starts the sweep when permission arrives (LBL-13)", async () => {
    const pull = await forked.openFromFork();
    pull.label("tov", FULL_LABEL);
    await story.settle();
    forked.later();
    await story.reconcile();
    expect(forked.measured(pull)).toEqual([]);
    expect(pull.labels).toEqual([FULL_LABEL]);
    expect(card(pull)).toMatch(/⚠️ \| \*\*Sweep\*\* \| Does not start: tov.*read permission/u);

    story.repo.setPermission("tov", "write");
    await story.reconcile();
    expect(forked.measured(pull)).toEqual([[pull.headSha, null]]);
  });

  test("put on by a program stays on and approves nothing; a person's does (LBL-13)", async () => {
    const pull = await forked.openFromFork();
    pull.label("labeler[bot]", FULL_LABEL);
    await story.settle();
    expect(forked.measured(pull)).toEqual([]);
    expect([pull.labels, forked.removals(pull)]).toEqual([[FULL_LABEL], 0]);
    expect(card(pull)).toContain("only a person can approve");
    forked.relabel(pull);
    await story.settle();
    expect(forked.measured(pull)).toEqual([[pull.headSha, null]]);
  });

  test("approves the commit that was live then: a push before the dispatch takes it off (FRK-01)", async () => {
    const pull = await forked.openFromFork();
    const { webhooks } = story.github;
    const approved = pull.headSha;
    webhooks.hold();
    pull.label("mira", FULL_LABEL);
    story.clock.advance(3_000);
    const head = pushTo(pull);
    await webhooks.release();
    await story.settle();
    expect(card(pull)).toContain("Waiting for GitHub to say for certain");
    story.clock.advance(10_000);
    await story.reconcile();
    expect(forked.measured(pull)).toEqual([]);
    expect([pull.labels, forked.removals(pull)]).toEqual([[], 1]);
    expect(card(pull)).toContain(`moved from ${short(approved)}`);
    expect(card(pull)).toContain(`looks at ${short(head)} and puts \`${FULL_LABEL}\` on again`);

    await story.reconcile();
    forked.relabel(pull);
    await story.settle();
    expect(forked.measured(pull)).toEqual([[head, null]]);
  });

  test("put on right after a push approves the new commit, however late that push is heard of (FRK-05)", async () => {
    const pull = await forked.openFromFork();
    const { webhooks } = story.github;
    webhooks.hold();
    const head = pushTo(pull);
    pull.label("mira", FULL_LABEL);
    await webhooks.release({ order: (held) => held.toReversed() });
    await story.settle();
    expect(forked.measured(pull)).toEqual([[head, null]]);
  });

  test("whose delivery was lost approves nothing, and the card asks for it once more", async () => {
    const pull = await forked.openFromFork();
    const { webhooks } = story.github;
    webhooks.hold();
    pull.label("mira", FULL_LABEL);
    await webhooks.release({ drop: () => true });
    await story.reconcile();
    expect(card(pull)).toContain("Waiting for GitHub to say for certain");
    story.clock.advance(60_000);
    await story.reconcile();
    expect(forked.measured(pull)).toEqual([]);
    expect(pull.labels).toEqual([FULL_LABEL]);
    expect(card(pull)).toContain(`takes \`${FULL_LABEL}\` off and puts it on again`);
    forked.relabel(pull);
    await story.settle();
    expect(forked.measured(pull)).toEqual([[pull.headSha, null]]);
  });

  test("put on again is never judged by the delivery of the time before", async () => {
    const pull = await forked.openApproved();
    pull.unlabel("mira", FULL_LABEL);
    await story.settle();
    forked.later();
    const { webhooks } = story.github;
    webhooks.hold();
    pull.label("mira", FULL_LABEL);
    await webhooks.release({ drop: () => true });
    story.clock.advance(60_000);
    await story.reconcile();
    expect(forked.measured(pull)).toEqual([[pull.headSha, "cancelled"]]);
    expect(card(pull)).toContain("sweepbot did not see at which commit");
  });
});
