import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from "@jest/globals";
import type { SimulatedPull } from "../../src/simulator/story/pull.ts";
import { finishSweep, FULL_LABEL, runsOf } from "../support/acts.ts";
import { expectAtRest } from "../support/at-rest.ts";
import {
  MERGE_SETTINGS,
  mergeAnother,
  orderOf,
  protect,
  setUnit,
  stepOf,
  swept,
} from "../support/merging.ts";
import { answer, card, reactions } from "../support/seen.ts";
import { startStory, type Story } from "../support/story.ts";

jest.setTimeout(120_000);

let story: Story;
beforeAll(async () => {
  story = await startStory({ settings: MERGE_SETTINGS });
  // Required, and never there by itself: whoever is accepted waits for it.
  protect(story.repo, { requiredChecks: ["unit"] });
});
const opened: SimulatedPull[] = [];
afterEach(async () => {
  await expectAtRest(story);
  // One that a story leaves in the queue would hold the next one up.
  for (const pull of opened.splice(0)) if (pull.state === "open") pull.close("nora");
  await story.settle();
});
afterAll(async () => {
  await story.close();
});

const TIMEOUT_MS = 900_000;

/** A pull request whose merge was ordered; it waits for the check `unit`. */
async function waiting(): Promise<{ readonly pull: SimulatedPull; readonly command: number }> {
  const { pull } = await swept(story);
  opened.push(pull);
  const { id } = pull.comment("nora", "/merge-with-reuse");
  await story.settle();
  expect(stepOf(pull)).toBe("checking");
  return { pull, command: id };
}

describe("an order waits", () => {
  test("for what GitHub requires, and merges once it is green", async () => {
    const { pull } = await waiting();
    expect(card(pull)).toContain("waiting for GitHub to say that every rule of the branch is met");
    setUnit(story.repo, pull, "pending");
    await story.reconcile();
    expect(card(pull)).toContain("once these are green: `unit`");
    expect(pull.merged).toBe(false);
    setUnit(story.repo, pull, "success");
    await story.reconcile();
    expect(pull.merged).toBe(true);
    expect(stepOf(pull)).toBe("merged");
  });

  test("and is abandoned when a check fails, which takes its authorisation back", async () => {
    const { pull } = await waiting();
    expect(card(pull)).toContain("will be published");
    setUnit(story.repo, pull, "failure");
    await story.reconcile();
    expect(stepOf(pull)).toBe("abandoned: check_failed");
    expect(orderOf(pull)).toContain("these checks are red: unit");
    expect(orderOf(pull)).toContain("post `/merge-with-reuse` once more");
    expect(card(pull)).toContain("meets every rule and can be reused at the merge");
  });

  test.each([
    ["a check that has not ended", "pending", "checks_late", "not green in time: unit"],
    ["what GitHub alone knows of", null, "github_late", "does not allow the merge (`blocked`)"],
  ] as const)("no longer than the settings say for %s", async (_what, state, code, told) => {
    const { pull } = await waiting();
    if (state !== null) setUnit(story.repo, pull, state);
    story.clock.advance(TIMEOUT_MS - 60_000);
    await story.reconcile();
    expect(stepOf(pull)).toBe("checking");
    story.clock.advance(60_000);
    await story.reconcile();
    expect(stepOf(pull)).toBe(`abandoned: ${code}`);
    expect(orderOf(pull)).toContain(told);
    expect(pull.merged).toBe(false);
  });
});

describe("an order is over", () => {
  test.each<readonly [string, (pull: SimulatedPull, command: number) => void, string]>([
    [
      "when somebody pushes",
      (pull) => void pull.push({ "a.txt": "1\n" }, { message: "More [skip-sweep]" }),
      "head_moved",
    ],
    [
      "when the sweep label goes",
      (pull) => {
        pull.unlabel("nora", FULL_LABEL);
      },
      "reuse_suspended",
    ],
    [
      "when a label shortens the results",
      (pull) => {
        pull.label("nora", "evals-only");
      },
      "reuse_suspended",
    ],
    [
      "when it becomes a draft",
      (pull) => {
        pull.convertToDraft("nora");
      },
      "draft",
    ],
    [
      "when it is closed",
      (pull) => {
        pull.close("nora");
      },
      "closed",
    ],
    [
      "when its comment is deleted",
      (_pull, command) => {
        story.repo.deleteComment("nora", command);
      },
      "withdrawn",
    ],
    [
      "when reuse is taken back",
      (pull) => void pull.comment("nora", "/reuse-sweep-run cancel"),
      "reuse_withdrawn",
    ],
    [
      "when whoever ordered it may not write any more",
      () => {
        story.repo.setPermission("nora", "read");
      },
      "no_permission",
    ],
  ])("%s", async (_when, act, code) => {
    const { pull, command } = await waiting();
    act(pull, command);
    await story.reconcile();
    story.repo.setPermission("nora", "write");
    expect(stepOf(pull)).toBe(`abandoned: ${code}`);
    setUnit(story.repo, pull, "success");
    await story.reconcile();
    expect(pull.merged).toBe(false);
  });

  test("when it is taken back with a command of its own", async () => {
    const { pull } = await waiting();
    const { id } = pull.comment("mira", "/merge-with-reuse cancel");
    setUnit(story.repo, pull, "success");
    await story.settle();
    expect(stepOf(pull)).toBe("abandoned: cancelled");
    expect(answer(pull, id)).toContain("Taken back");
    expect(reactions(story.repo, id)).toEqual(["eyes", "rocket"]);
    expect(pull.merged).toBe(false);
    const again = pull.comment("mira", "/merge-with-reuse cancel\nplease");
    await story.settle();
    expect(answer(pull, again.id)).toContain("nothing to take back");
  });

  test("when a newer sweep of this head is started by hand", async () => {
    const { pull } = await waiting();
    const [first] = runsOf(story.repo, pull);
    story.clock.advance(60_000);
    pull.comment("nora", "/sweep run");
    await story.settle();
    const newest = runsOf(story.repo, pull).at(-1);
    expect(newest?.id).not.toBe(first?.id);
    expect(stepOf(pull)).toBe("abandoned: sweep_started");
    expect(newest?.status).not.toBe("completed");
    if (newest !== undefined) finishSweep(newest);
    await story.settle();
  });

  test("when the settings are changed so that the sign-off counts, and it is not verified in time", async () => {
    const { pull } = await swept(story);
    mergeAnother(story.repo);
    await story.settle();
    pull.comment("nora", "/merge-with-reuse");
    await story.settle();
    expect(stepOf(pull)).toBe("checking");
    const strict = MERGE_SETTINGS.replace("requireSignoff: false", "requireSignoff: true");
    const files = { ".github/sweepbot.yml": strict };
    story.repo.commit({ author: "mira", message: "Ask for sign-offs", files });
    setUnit(story.repo, pull, "success");
    await story.reconcile();
    expect(card(pull)).toContain("once these are green: `codeowner-signoff-verify`");
    story.clock.advance(TIMEOUT_MS);
    await story.reconcile();
    expect(stepOf(pull)).toBe("abandoned: checks_late");
    expect(orderOf(pull)).toContain("not green in time: codeowner-signoff-verify");
    const { id } = pull.comment("nora", "/merge-with-reuse");
    await story.settle();
    expect(answer(pull, id)).toContain("❌ `codeowner-signoff-verify` is pending");
    const back = { ".github/sweepbot.yml": MERGE_SETTINGS };
    story.repo.commit({ author: "mira", message: "Ask for none", files: back });
    await story.settle();
  });
});

describe("GitHub has the last word", () => {
  const merge = { method: "PUT", path: /\/merge$/u } as const;

  test("what it refuses is not merged, and its reason is told", async () => {
    const { pull } = await waiting();
    const message = "At least 1 approving review is required";
    const end = story.github.faults.add({ ...merge, status: 405, body: { message } });
    setUnit(story.repo, pull, "success");
    await story.reconcile();
    end();
    await story.reconcile();
    expect(stepOf(pull)).toBe("abandoned: merge_refused");
    expect(orderOf(pull)).toContain(message);
    await story.reconcile();
    expect(pull.merged).toBe(false);
  });

  test("a head that moves in the last moment is never merged", async () => {
    const { pull } = await waiting();
    const message = "Head branch was modified. Review and try the merge again.";
    story.github.faults.add({ ...merge, status: 409, body: { message }, times: 1 });
    const stop = story.github.faults.add({ ...merge, status: 409, body: { message } });
    setUnit(story.repo, pull, "success");
    await story.reconcile();
    const theirs = pull.push({ "a.txt": "2\n" }, { message: "Late [skip-sweep]" });
    stop();
    await story.reconcile();
    expect(stepOf(pull)).toBe("abandoned: head_moved");
    expect(pull.headSha).toBe(theirs);
    expect(pull.merged).toBe(false);
  });

  test("a base branch that moves in the last moment is tried again", async () => {
    const { pull } = await waiting();
    const message = "Base branch was modified. Review and try the merge again.";
    story.github.faults.add({ ...merge, status: 405, body: { message }, times: 1 });
    setUnit(story.repo, pull, "success");
    await story.reconcile();
    await story.reconcile();
    expect(stepOf(pull)).toBe("merged");
  });
});
