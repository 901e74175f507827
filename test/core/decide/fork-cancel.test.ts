import { describe, expect, test } from "@jest/globals";
import { decide } from "../../../src/core/decide/decide.ts";
import { aLabelEvent, APP, aRun, EARLIER, FULL } from "../../support/build.ts";
import { aLabelHead, forkFacts, type ForkStory, LABELLED_AT } from "../../support/fork.ts";

const putOn = aLabelEvent(FULL, { createdAt: LABELLED_AT });
const moved: ForkStory = { heads: [aLabelHead({ headSha: EARLIER })] };
const takenOff: ForkStory = {
  ...moved,
  pull: { labels: [] },
  events: [putOn, aLabelEvent(FULL, { id: 9_001, kind: "unlabeled", by: APP.login })],
};

describe("which runs of a fork's commits are cancelled (decision 7)", () => {
  const old = aRun(800, { planKey: "0".repeat(16), status: "in_progress", sourceSha: EARLIER });
  const off = (by: string): NonNullable<ForkStory["events"]> => [
    putOn,
    aLabelEvent(FULL, { id: 9_001, kind: "unlabeled", by }),
  ];
  test.each<[string, ForkStory, readonly number[]]>([
    ["none by a push", moved, []],
    ["none when sweepbot has taken the label off for it", takenOff, []],
    [
      "none when the fork is deleted after that",
      { ...takenOff, pull: { labels: [], headRepository: null } },
      [],
    ],
    ["none while the new commit waits for its test merge", { fork: { testMerge: null } }, []],
    ["the old one when the new commit is approved", {}, [800]],
    ["it when a person takes the label off", { pull: { labels: [] }, events: off("mira") }, [800]],
    [
      "it when the pull request is closed after the push",
      { ...takenOff, pull: { labels: [], state: "closed" } },
      [800],
    ],
    [
      "it when the pull request becomes a draft after the push",
      { ...takenOff, pull: { labels: [], draft: true } },
      [800],
    ],
    ["it when push and draft come together", { ...moved, pull: { draft: true } }, [800]],
  ])("%s", (_story, given, cancelled) => {
    expect(decide(forkFacts({ ...given, more: { runs: [old] } })).sweep.cancel).toEqual(cancelled);
  });
});
