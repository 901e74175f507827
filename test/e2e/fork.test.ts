import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { runName } from "../../src/core/decide/plan-key.ts";
import type { SimulatedPull } from "../../src/simulator/story/pull.ts";
import { FULL_LABEL, NVIDIA, openRecipePull, runsOf } from "../support/acts.ts";
import { expectAtRest } from "../support/at-rest.ts";
import { type ForkedStory, pushTo, short, startForkedStory } from "../support/fork-story.ts";
import { bmkFiles, fixedRow } from "../support/results.ts";
import { answer, botComments, card } from "../support/seen.ts";
import { type Story, WORKFLOW } from "../support/story.ts";

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

describe("the test merge of a fork's pull request", () => {
  afterEach(() => {
    story.github.mergeableDelay = 0;
  });

  test("that GitHub has not computed yet is waited for (FRK-11)", async () => {
    const pull = await forked.openFromFork();
    story.github.mergeableDelay = 1_000;
    forked.later();
    const head = pushTo(pull);
    forked.later();
    pull.label("mira", FULL_LABEL);
    await story.settle();
    expect(forked.measured(pull)).toEqual([]);
    expect(card(pull)).toContain("⏳ | **Sweep** | Waiting: GitHub is still trying out the merge");
    story.clock.advance(120_000);
    await story.reconcile();
    expect(card(pull)).toContain(`no up-to-date test merge of ${short(head)}`);
    story.github.mergeableDelay = 0;
    await story.reconcile();
    expect(forked.measured(pull)).toEqual([[head, null]]);
  });

  test("that conflicts starts nothing, and the card names the way out", async () => {
    const pull = await forked.openFromFork();
    const recipes = story.repo.read(NVIDIA) ?? "";
    const other = recipes.replace(/vllm\/vllm-openai:v\S+/u, "vllm/vllm-openai:v9.9.9");
    story.repo.commit({ author: "nora", files: { [NVIDIA]: other } });
    forked.later();
    pull.label("mira", FULL_LABEL);
    await story.settle();
    expect(forked.measured(pull)).toEqual([]);
    expect(card(pull)).toContain("Merge `main` into the branch");
    expect(pull.labels).toEqual([FULL_LABEL]);
  });
});

describe("a sweep of a fork's commit that runs", () => {
  test("goes on after a push, which takes the label off; the next approval replaces it (FRK-03)", async () => {
    const pull = await forked.openApproved();
    const approved = pull.headSha;
    runsOf(story.repo, pull)[0]?.start();
    const head = pushTo(pull);
    await story.settle();
    await story.reconcile();
    expect(forked.measured(pull)).toEqual([[approved, null]]);
    expect([pull.labels, forked.removals(pull)]).toEqual([[], 1]);
    expect(card(pull)).toContain(`moved from ${short(approved)}`);
    expect(card(pull)).toContain("of the earlier commit goes on");

    forked.later();
    forked.relabel(pull);
    await story.settle();
    expect(forked.measured(pull)).toEqual([
      [approved, "cancelled"],
      [head, null],
    ]);
  });

  test.each<[string, (pull: SimulatedPull) => void]>([
    [
      "a person takes the label off",
      (pull) => {
        pull.unlabel("nora", FULL_LABEL);
      },
    ],
    [
      "the pull request is closed",
      (pull) => {
        pull.close("nora");
      },
    ],
    [
      "the pull request becomes a draft",
      (pull) => {
        pull.convertToDraft();
      },
    ],
    [
      "the pull request is closed after a push",
      (pull) => {
        pushTo(pull);
        pull.close("nora");
      },
    ],
  ])("is cancelled when %s", async (_, act) => {
    const pull = await forked.openApproved();
    runsOf(story.repo, pull)[0]?.start();
    act(pull);
    await story.settle();
    expect(forked.measured(pull).map(([, conclusion]) => conclusion)).toEqual(["cancelled"]);
  });

  test("is not started a second time by comments and their edits (COM-05)", async () => {
    const pull = await forked.openApproved();
    const comment = pull.comment("mira", "/sweep plan");
    await story.settle();
    forked.later();
    story.repo.editComment("mira", comment.id, "/sweep plan\n\nThanks!");
    await story.settle();
    expect(forked.measured(pull)).toHaveLength(1);
    expect(botComments(pull, `answer-${comment.id}-`)).toHaveLength(1);
  });

  test("outlives the repository it came from, and nothing else starts from there", async () => {
    const other = story.repo.fork("fay", "another-copy");
    const pull = openRecipePull(story.repo, { author: "fay", headRepository: other });
    forked.later();
    pull.label("mira", FULL_LABEL);
    await story.settle();
    runsOf(story.repo, pull)[0]?.start();
    pull.deleteHeadRepository();
    await story.reconcile();
    expect(forked.measured(pull)).toEqual([[pull.headSha, null]]);
    forked.relabel(pull);
    await story.settle();
    expect(forked.measured(pull)).toHaveLength(1);
    expect(card(pull)).toContain("the repository this branch lived in was deleted");
  });
});

describe("a run that claims to be of a fork's pull request", () => {
  test("is ignored unless sweepbot started it (FRK-09)", async () => {
    const pull = await forked.openFromFork();
    const names = ["run-name", "pull-request", "head-sha", "base-sha", "plan-key", "matrix-digest"];
    const claimed = runName(pull.number, pull.headSha, "0123456789abcdef");
    const run = story.repo.dispatch("nora", {
      workflow: WORKFLOW,
      inputs: { ...Object.fromEntries(names.map((name) => [name, "x"])), "run-name": claimed },
    });
    run.start();
    await story.settle();
    await story.reconcile();
    expect(run.displayTitle).toBe(claimed);
    expect(card(pull)).not.toContain(String(run.id));
    expect(run.conclusion).toBeNull();
  });

  test("by the fork's own workflow file is neither shown nor reused, whatever it uploads (FRK-09)", async () => {
    const pull = await forked.openApproved();
    const [measured] = runsOf(story.repo, pull);
    measured?.addArtifact("results_bmk", bmkFiles([fixedRow()]));
    measured?.complete("success");
    await story.settle();
    forked.later();
    const forged = story.repo.startRun({ event: "pull_request", workflow: WORKFLOW, pull });
    forged.addArtifact("results_bmk", bmkFiles([fixedRow({ tput_per_gpu: 987_654 })]));
    forged.complete("success");
    await story.reconcile();
    expect(card(pull)).not.toMatch(new RegExp(`987654|${forged.id}`, "u"));
    const named = pull.comment("mira", `/reuse-sweep-run ${forged.id}`);
    await story.settle();
    expect(answer(pull, named.id)).toContain("with the fork's own workflow file");
    const newest = pull.comment("mira", "/reuse-sweep-run");
    await story.settle();
    expect(answer(pull, newest.id)).toContain(`Run ${measured?.id} will be published`);
  });
});
