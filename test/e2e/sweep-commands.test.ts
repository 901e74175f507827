import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from "@jest/globals";
import type { SimulatedPull } from "../../src/simulator/story/pull.ts";
import { finishSweep, FULL_LABEL, openRecipePull, runsOf } from "../support/acts.ts";
import { expectAtRest } from "../support/at-rest.ts";
import {
  DONE,
  REFUSED,
  ends,
  english,
  newestRun,
  opened,
  redeliver,
  say,
  swept,
} from "../support/commands.ts";
import { botComments, card, reactions } from "../support/seen.ts";
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

describe("/sweep run", () => {
  test("starts one sweep as the recommended label would, and stays for this commit", async () => {
    const pull = await opened(story);
    const id = await say(story, pull, "mira", "/sweep run");
    expect(reactions(story.repo, id)).toEqual(DONE);
    expect(english(pull, id)).toContain(`as with the label \`${FULL_LABEL}\``);
    expect(runsOf(story.repo, pull).map((run) => run.inputs)).toMatchObject([
      { "head-sha": pull.headSha, "trim-conc": "false", canary: "true", "fail-fast": "true" },
    ]);
    newestRun(story, pull).start();
    await story.reconcile();
    expect(card(pull)).toContain(`[Run ${newestRun(story, pull).id}]`);
    expect(ends(story, pull)).toEqual([null]);
  });

  test("takes the label that is on, with its modifiers, and starts what had ended anew", async () => {
    const pull = await swept(story, "failure", ["sweep-enabled", "all-evals"]);
    await say(story, pull, "mira", `/sweep run ${pull.headSha.toUpperCase()}`);
    expect(ends(story, pull)).toEqual(["failure", null]);
    expect(newestRun(story, pull).inputs).toMatchObject({
      "trim-conc": "true",
      "all-evals": "true",
    });
  });

  test("goes on whatever becomes of its comment (CMD-14, COM-05)", async () => {
    const pull = await opened(story);
    const id = await say(story, pull, "mira", "/sweep run\r\nplease, for the demo");
    story.repo.editComment("mira", id, "/sweep run\n\nThanks!");
    await story.settle();
    expect(ends(story, pull)).toEqual([null]);
    story.repo.editComment("mira", id, "Never mind");
    await story.settle();
    story.repo.deleteComment("mira", id);
    await story.reconcile();
    expect(ends(story, pull)).toEqual([null]);
    expect(botComments(pull, "answer-")).toHaveLength(1);
  });

  test("is not cancelled by a push, which it does not measure either", async () => {
    const pull = await opened(story);
    await say(story, pull, "mira", "/sweep run");
    newestRun(story, pull).start();
    pull.push({ "benchmarks/note.sh": "true\n" });
    await story.settle();
    expect(ends(story, pull)).toEqual([null]);
    expect(card(pull)).toMatch(
      /no sweep label is on\. \[Run \d+\]\(.*\) of an earlier commit goes/u,
    );
    await say(story, pull, "mira", "/sweep run");
    expect(ends(story, pull)).toEqual(["cancelled", null]);
  });

  test.each<[string, (pull: SimulatedPull) => void]>([
    [
      "the pull request is closed",
      (pull) => {
        pull.close("nora");
      },
    ],
    [
      "it becomes a draft",
      (pull) => {
        pull.convertToDraft();
      },
    ],
    [
      "a sweep label comes and goes",
      (pull) => {
        pull.label("nora", FULL_LABEL);
        pull.unlabel("nora", FULL_LABEL);
      },
    ],
  ])("is cancelled when %s", async (_, act) => {
    const pull = await opened(story);
    await say(story, pull, "mira", "/sweep run");
    newestRun(story, pull).start();
    act(pull);
    await story.settle();
    expect(ends(story, pull)).toEqual(["cancelled"]);
  });

  test("overrules a reuse, as a label that is put on anew does", async () => {
    const pull = await swept(story, "success");
    await say(story, pull, "mira", "/reuse-sweep-run");
    pull.push({ "README.md": "words\n" });
    await story.settle();
    expect(card(pull)).toContain("results of an earlier run are going to be reused");
    const id = await say(story, pull, "mira", "/sweep run");
    expect(reactions(story.repo, id)).toEqual(DONE);
    expect(ends(story, pull)).toEqual(["success", null]);
  });

  test("gives results that can be reused without the label", async () => {
    const pull = await opened(story);
    await say(story, pull, "mira", "/sweep run");
    finishSweep(newestRun(story, pull));
    const id = await say(story, pull, "mira", "/reuse-sweep-run");
    expect(reactions(story.repo, id)).toEqual(DONE);
    expect(card(pull)).toContain("✅ | **Reuse**");
  });

  test("is refused while the same sweep runs, with its link", async () => {
    const pull = await opened(story, [FULL_LABEL]);
    const id = await say(story, pull, "mira", "/sweep run");
    expect(reactions(story.repo, id)).toEqual(REFUSED);
    expect(english(pull, id)).toContain(`runs already: [run ${newestRun(story, pull).id}](`);
    expect(ends(story, pull)).toEqual([null]);
  });

  test.each<[string, Parameters<typeof openRecipePull>[1], string]>([
    ["a draft", { draft: true }, "while this is a draft. Mark"],
    ["a skip marker", { message: "Try it [skip-sweep]" }, "carries `[skip-sweep]`. Push"],
    ["a broken entry", { entry: () => "\n- config-keys: [\n" }, "has problems (1). Mend"],
    ["no entry", { entry: () => "" }, "no changelog entry says which configs to measure. Append"],
    ["two sweep labels", { labels: [FULL_LABEL, "sweep-enabled"] }, "contradict each other. Keep"],
  ])("is refused for %s, with the next step", async (_, options, words) => {
    const pull = openRecipePull(story.repo, options);
    await story.settle();
    const id = await say(story, pull, "mira", "/sweep run");
    expect(reactions(story.repo, id)).toEqual(REFUSED);
    expect(english(pull, id)).toContain(words);
    expect(ends(story, pull)).toEqual([]);
  });

  test("is refused for another commit than the head, which is shown (FRK-03)", async () => {
    const pull = await opened(story);
    const before = pull.headSha;
    pull.push({ "README.md": "words\n" });
    const id = await say(story, pull, "mira", `/sweep run ${before}`);
    expect(english(pull, id)).toContain(`post \`/sweep run ${pull.headSha}\``);
    const short = await say(story, pull, "mira", `/sweep run ${pull.headSha.slice(0, 12)}`);
    expect(english(pull, short)).toContain("is not a whole commit SHA");
    const reader = await say(story, pull, "tov", "/sweep run");
    expect(english(pull, reader)).toContain("people with write permission");
    expect([id, short, reader].map((each) => reactions(story.repo, each))).toEqual([
      REFUSED,
      REFUSED,
      REFUSED,
    ]);
    expect(ends(story, pull)).toEqual([]);
  });

  test("is refused on a closed pull request", async () => {
    const pull = await opened(story);
    pull.close("nora");
    const id = await say(story, pull, "mira", "/sweep run");
    expect(english(pull, id)).toContain("is closed, so no sweep starts");
    expect(ends(story, pull)).toEqual([]);
  });

  test("on a fork asks for the commit in full (FRK-03)", async () => {
    story.github.addUser("fay");
    const pull = openRecipePull(story.repo, {
      author: "fay",
      headRepository: story.repo.fork("fay"),
    });
    const id = await say(story, pull, "mira", "/sweep run");
    expect(reactions(story.repo, id)).toEqual(REFUSED);
    expect(english(pull, id)).toContain(`post \`/sweep run ${pull.headSha}\``);
    expect(ends(story, pull)).toEqual([]);
  });

  test("delivered ten times is one sweep and one answer", async () => {
    const pull = await opened(story);
    const id = await say(story, pull, "mira", "/sweep run");
    await redeliver(story, id);
    expect(ends(story, pull)).toEqual([null]);
    expect(botComments(pull, "answer-")).toHaveLength(1);
  });
});
