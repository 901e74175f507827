import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { FULL_LABEL, openRecipePull, runsOf } from "../support/acts.ts";
import { expectAtRest } from "../support/at-rest.ts";
import { card, check } from "../support/seen.ts";
import { startStory, type Story } from "../support/story.ts";
import { recordedRun } from "../support/records.ts";
import type { SimulatedPull } from "../../src/simulator/story/pull.ts";

jest.setTimeout(120_000);

let story: Story;
beforeAll(async () => {
  story = await startStory();
  story.repo.setPermission("tov", "triage");
});
afterEach(async () => {
  await expectAtRest(story);
});
afterAll(async () => {
  await story.close();
});

async function openLabelled(label = FULL_LABEL): Promise<SimulatedPull> {
  const pull = openRecipePull(story.repo);
  pull.label("nora", label);
  await story.settle();
  return pull;
}

function dispatchesOf(pull: SimulatedPull): number {
  return runsOf(story.repo, pull).length;
}

describe("a sweep label", () => {
  test("put on by a person with write permission starts the workflow once", async () => {
    const pull = await openLabelled();
    const [run, ...others] = runsOf(story.repo, pull);
    expect(others).toEqual([]);
    expect(run?.inputs).toMatchObject({
      "pull-request": String(pull.number),
      "head-sha": pull.headSha,
      "trim-conc": "false",
      "fail-fast": "true",
      canary: "true",
    });
    expect(await recordedRun(story, pull)).toEqual([String(run?.id)]);
    expect(card(pull)).toContain(`/actions/runs/${String(run?.id)}`);
    const sweep = check(story.repo, pull, "sweepbot/sweep");
    expect(sweep).toMatchObject({ status: "in_progress", conclusion: null });
    expect(sweep?.externalId).toBe(run?.inputs["plan-key"]);
  });

  test("put on by somebody without starts nothing, and the card says so", async () => {
    const pull = openRecipePull(story.repo);
    pull.label("tov", FULL_LABEL);
    await story.settle();
    expect(dispatchesOf(pull)).toBe(0);
    expect(card(pull)).toMatch(/⚠️ \| \*\*Sweep\*\* \| Does not start: tov.*triage permission/u);

    pull.unlabel("nora", FULL_LABEL);
    pull.label("nora", FULL_LABEL);
    await story.settle();
    expect(dispatchesOf(pull)).toBe(1);
  });

  test("beside another one starts nothing, and the card names both", async () => {
    const pull = openRecipePull(story.repo);
    story.github.webhooks.hold();
    pull.label("nora", FULL_LABEL);
    pull.label("nora", "sweep-enabled");
    await story.github.webhooks.release();
    await story.settle();
    expect(dispatchesOf(pull)).toBe(0);
    expect(card(pull)).toContain("sweep-enabled, full-sweep-fail-fast contradict each other");

    pull.unlabel("nora", FULL_LABEL);
    await story.settle();
    expect(runsOf(story.repo, pull).map((run) => run.inputs["trim-conc"])).toEqual(["true"]);
  });

  test("put on ten times within a second is one dispatch", async () => {
    const { repo, github } = story;
    const pull = openRecipePull(repo);
    await story.settle();
    github.webhooks.hold();
    for (let time = 0; time < 10; time += 1) {
      pull.unlabel("nora", FULL_LABEL);
      pull.label("nora", FULL_LABEL);
    }
    await github.webhooks.release();
    await story.settle();
    expect(dispatchesOf(pull)).toBe(1);
  });

  test("of ten kinds within a second is one dispatch: priority labels restart nothing", async () => {
    const pull = openRecipePull(story.repo);
    pull.label("nora", FULL_LABEL);
    const others = ["skip_queue", "ci-patchwork", "engine-patch", "ci-patchwork-waived"];
    for (const name of [...others, "ci-checklist-complete", "a", "b", "c", "d"]) {
      pull.label("nora", name);
    }
    await story.settle();
    expect(dispatchesOf(pull)).toBe(1);
  });

  test.each([
    ["a draft", { draft: true }, "while this is a draft"],
    ["a commit with [skip-sweep]", { message: "Try it [skip-sweep]" }, "`[skip-sweep]`"],
    ["an entry that is broken", { entry: () => "\n- config-keys: [\n" }, "has problems"],
  ])("on %s starts nothing, and the card says why", async (_, options, words) => {
    const pull = openRecipePull(story.repo, options);
    pull.label("nora", FULL_LABEL);
    await story.settle();
    expect(dispatchesOf(pull)).toBe(0);
    expect(card(pull)).toContain(words);
  });

  test("waits on a draft and starts when it is ready for review", async () => {
    const pull = openRecipePull(story.repo, { draft: true });
    pull.label("nora", FULL_LABEL);
    await story.settle();
    expect(dispatchesOf(pull)).toBe(0);
    pull.ready();
    await story.settle();
    expect(dispatchesOf(pull)).toBe(1);
    for (const times of [1, 2]) {
      story.clock.advance(2_000);
      pull.convertToDraft();
      await story.settle();
      expect(runsOf(story.repo, pull)[times - 1]?.conclusion).toBe("cancelled");
      story.clock.advance(2_000);
      pull.ready();
      await story.settle();
      expect(dispatchesOf(pull)).toBe(times + 1);
    }
  });
});

describe("a sweep that runs", () => {
  test("shows a bar for each job family, those with failures first", async () => {
    const pull = await openLabelled();
    const [run] = runsOf(story.repo, pull);
    run?.start();
    const done = run?.addJob("single-node 1k1k / tiny conc4");
    const failed = run?.addJob("eval / tiny conc64");
    run?.addJob("single-node 8k1k / tiny conc8").start();
    await story.settle();
    done?.complete("success");
    failed?.complete("failure", { failedStep: "Launch" });
    await story.settle();
    story.clock.advance(20_000);
    await story.reconcile();
    const lines = (card(pull).split("<details>")[0] ?? "")
      .split("\n")
      .filter((line) => /[▓░]/u.test(line));
    expect(lines.map((line) => line.replace(/^- [▓░]+ /u, ""))).toEqual([
      "1/4 eval · failed: 1",
      "0/1 canary",
      "1/9 single-node 1k1k",
      "0/10 single-node 8k1k · running: 1",
    ]);
    expect(lines[2]).toMatch(/^- ▓░+ /u);
    expect(card(pull)).toContain("[eval / tiny conc64]");
    expect(card(pull)).toContain("step Launch");
  });

  test("is cancelled by a push and started again for the new commit", async () => {
    const pull = await openLabelled();
    const [first] = runsOf(story.repo, pull);
    first?.start();
    pull.push({ "benchmarks/note.sh": "true\n" });
    await story.settle();
    const runs = runsOf(story.repo, pull);
    expect(runs.map((run) => [run.inputs["head-sha"] === pull.headSha, run.conclusion])).toEqual([
      [false, "cancelled"],
      [true, null],
    ]);
  });

  test("goes on when a push starts nothing", async () => {
    const pull = await openLabelled();
    runsOf(story.repo, pull)[0]?.start();
    pull.push({ "docs/x.md": "x\n" }, { message: "Words [skip-sweep]" });
    await story.settle();
    expect(runsOf(story.repo, pull).map((run) => run.status)).toEqual(["in_progress"]);
  });

  test.each([
    [
      "its label is taken off",
      (pull: SimulatedPull) => {
        pull.unlabel("nora", FULL_LABEL);
      },
    ],
    [
      "the pull request is closed",
      (pull: SimulatedPull) => {
        pull.close("nora");
      },
    ],
    [
      "the pull request becomes a draft",
      (pull: SimulatedPull) => {
        pull.convertToDraft();
      },
    ],
  ])("is cancelled when %s", async (_, act) => {
    const pull = await openLabelled();
    runsOf(story.repo, pull)[0]?.start();
    act(pull);
    await story.settle();
    expect(runsOf(story.repo, pull).map((run) => run.conclusion)).toEqual(["cancelled"]);
  });

  test("of another mode replaces it", async () => {
    const pull = await openLabelled();
    runsOf(story.repo, pull)[0]?.start();
    pull.label("nora", "all-evals");
    await story.settle();
    expect(
      runsOf(story.repo, pull).map((run) => [run.inputs["all-evals"], run.conclusion]),
    ).toEqual([
      ["false", "cancelled"],
      ["true", null],
    ]);
  });
});
