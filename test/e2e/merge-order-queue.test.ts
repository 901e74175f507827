import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { CHANGELOG } from "../support/acts.ts";
import { expectAtRest } from "../support/at-rest.ts";
import { MERGE_SETTINGS, protect, stepOf, swept, type Swept } from "../support/merging.ts";
import { card } from "../support/seen.ts";
import { startStory, type Story } from "../support/story.ts";

jest.setTimeout(180_000);

let story: Story;
beforeEach(async () => {
  story = await startStory({ settings: MERGE_SETTINGS });
});
afterEach(async () => {
  await story.close();
});

/** Pull requests that append to the same end of the changelog, so that each merge makes the others conflict. */
async function three(): Promise<readonly [Swept, Swept, Swept]> {
  return [await swept(story), await swept(story), await swept(story)];
}

function entries(): readonly string[] {
  const changelog = story.repo.read(CHANGELOG) ?? "";
  return [...changelog.matchAll(/Newer image of #(\d+)/gu)].map(([, number = ""]) => number);
}

describe("the queue of a repository", () => {
  test("merges one pull request after another, in the order in which they were accepted", async () => {
    const [a, b, c] = await three();
    for (const { pull } of [b, c, a]) pull.comment("nora", "/merge-with-reuse");
    await story.settle();
    await story.reconcile();
    expect([a, b, c].map(({ pull }) => pull.merged)).toEqual([true, true, true]);
    expect(entries().toSorted()).toEqual(["1", "2", "3"]);
    // The first one needed no commit of its own, the others were merged with what came before them.
    const parents = [a, b, c].map(
      ({ pull }) => story.repo.record.git.commit(pull.headSha).parents.length,
    );
    expect(parents.toSorted()).toEqual([1, 2, 2]);
    await expectAtRest(story);
  });

  test("lets only the first one act, and says to the others how many are before them", async () => {
    protect(story.repo, { requiredChecks: ["unit"] });
    const [a, b, c] = await three();
    for (const { pull } of [b, c, a]) {
      story.clock.advance(60_000);
      pull.comment("nora", "/merge-with-reuse");
      await story.settle();
    }
    expect([b, c, a].map(({ pull }) => stepOf(pull))).toEqual(["checking", "queued", "queued"]);
    expect(card(c.pull)).toContain("before it in the queue: 1.");
    expect(card(a.pull)).toContain("before it in the queue: 2.");

    // Whose turn is over makes room at once: nobody waits for the timer.
    b.pull.close("nora");
    await story.settle();
    expect([b, c, a].map(({ pull }) => stepOf(pull))).toEqual([
      "abandoned: closed",
      "checking",
      "queued",
    ]);
    story.repo.setStatus("mira", c.pull.headSha, { context: "unit", state: "success" });
    await story.reconcile();
    expect(c.pull.merged).toBe(true);
    expect(stepOf(a.pull)).toBe("checking");
    await expectAtRest(story);
  });

  test("is filled again from our own answers when the table is lost", async () => {
    protect(story.repo, { requiredChecks: ["unit"] });
    const [a, b] = await three();
    for (const { pull } of [a, b]) {
      pull.comment("nora", "/merge-with-reuse");
      await story.settle();
    }
    const list = async (): Promise<readonly unknown[]> => {
      const { rows } = await story.host.database.executeSql(
        "select number, holds_turn from sweepbot.merge_queue order by ordered_ms, number",
      );
      return rows;
    };
    const before = await list();
    expect(before).toEqual([
      { number: a.pull.number, holds_turn: true },
      { number: b.pull.number, holds_turn: false },
    ]);
    await story.host.database.executeSql("delete from sweepbot.merge_queue");
    await story.reconcile();
    await story.reconcile();
    expect((await list()).map((row) => (row as { readonly number: number }).number)).toEqual([
      a.pull.number,
      b.pull.number,
    ]);
    for (const { pull } of [a, b, a, b]) {
      const state = "success";
      story.repo.setStatus("mira", pull.headSha, { context: "unit", state });
      await story.reconcile();
    }
    expect([a, b].map(({ pull }) => pull.merged)).toEqual([true, true]);
  });
});
