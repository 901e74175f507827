import { describe, expect, test } from "@jest/globals";
import { decide } from "../../../src/core/decide/decide.ts";
import type { Effect } from "../../../src/core/model/effect.ts";
import type { Facts } from "../../../src/core/model/facts.ts";
import { plan, type Plan } from "../../../src/core/plan/plan.ts";
import { applied } from "../../support/apply.ts";
import { aLabelEvent, EARLIER, FULL, NOW } from "../../support/build.ts";
import { configured, dictionary } from "../../support/facts.ts";
import { aLabelHead, forkFacts, type ForkStory } from "../../support/fork.ts";
import { known } from "../../../src/core/model/reading.ts";

function planOf(facts: Facts): Plan {
  return plan(decide(facts), facts, dictionary);
}

function removals(facts: Facts): readonly Effect[] {
  return planOf(facts).effects.filter((effect) => effect.kind === "removeLabel");
}

const moved = forkFacts({ heads: [aLabelHead({ headSha: EARLIER })] });

describe("the label of a fork's pull request", () => {
  test("goes when the branch has moved, once, and nothing starts (FRK-01)", () => {
    const first = planOf(moved);
    expect(removals(moved)).toEqual([{ kind: "removeLabel", label: FULL }]);
    expect(first.effects.map((effect) => effect.kind)).not.toContain("dispatchWorkflow");
    expect(first.lookAgainMs).toBe(0);

    const after = applied(moved, first.effects);
    expect(after.pull.labels).toEqual([]);
    // Without the label the card shows another plan.
    const second = planOf(after);
    expect(second.effects.map((effect) => effect.kind)).toEqual(["updateComment"]);
    expect(planOf(applied(after, second.effects)).effects).toEqual([]);
    expect(decide(after).sweep.decision).toEqual(decide(moved).sweep.decision);
  });

  test("goes under the name it has on the pull request", () => {
    const pull = { ...moved.pull, labels: [FULL.toUpperCase(), "docs"] };
    expect(removals({ ...moved, pull })).toEqual([
      { kind: "removeLabel", label: FULL.toUpperCase() },
    ]);
  });

  test.each<[string, ForkStory]>([
    ["the sweep starts", {}],
    [
      "whoever put it on may not start sweeps (LBL-13)",
      { more: { permissions: { mira: known("read") } } },
    ],
    ["its delivery was lost", { heads: [] }],
    ["the branch conflicts", { pull: { mergeable: false } }],
    ["the head repository was deleted", { pull: { headRepository: null } }],
    [
      "the repository's own workflow approves (decision 12)",
      {
        heads: [aLabelHead({ headSha: EARLIER })],
        more: { config: configured({ sweep: { trigger: "observe" } }), fork: null },
      },
    ],
    ["it is closed", { heads: [aLabelHead({ headSha: EARLIER })], pull: { state: "closed" } }],
  ])("stays on when %s", (_story, given) => {
    expect(removals(forkFacts(given))).toEqual([]);
  });
});

describe("when a fork's pull request is looked at again", () => {
  const since = (ms: number): ForkStory => ({
    events: [aLabelEvent(FULL, { createdAt: NOW - ms })],
    heads: [aLabelHead({ at: NOW - ms })],
    pull: { mergeable: null },
  });
  test.each<[string, ForkStory, number | null]>([
    ["every five seconds for two minutes after the label (FRK-11)", since(119_000), 5_000],
    ["every minute after that", since(120_000), 60_000],
    [
      "every ten seconds while the delivery may still come",
      { heads: [], events: [aLabelEvent(FULL, { createdAt: NOW - 30_000 })] },
      10_000,
    ],
    ["when something happens, where a person has to do something", { heads: [] }, null],
    ["when something happens, after a conflict", { pull: { mergeable: false } }, null],
  ])("%s", (_story, given, ms) => {
    expect(planOf(forkFacts(given)).lookAgainMs).toBe(ms);
  });
});
