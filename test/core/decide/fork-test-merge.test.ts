import { describe, expect, test } from "@jest/globals";
import { decide } from "../../../src/core/decide/decide.ts";
import { known, unknown } from "../../../src/core/model/reading.ts";
import { aLabelEvent, BASE, EARLIER, FULL, HEAD, NOW } from "../../support/build.ts";
import { someRevisions } from "../../support/facts.ts";
import { aLabelHead, aTestMerge, forkFacts, type ForkStory } from "../../support/fork.ts";

const short = HEAD.slice(0, 7);
const justNow = {
  events: [aLabelEvent(FULL, { createdAt: NOW - 119_000 })],
  heads: [aLabelHead({ at: NOW - 119_000 })],
};

interface Row {
  readonly story: string;
  readonly given: ForkStory;
  readonly code: string;
}

const ROWS: readonly Row[] = [
  {
    story: "GitHub says that it conflicts",
    given: { pull: { mergeable: false } },
    code: "fork_conflict",
  },
  {
    story: "GitHub has not tried the merge yet, just after the label (FRK-11)",
    given: {
      ...justNow,
      pull: { mergeable: null, mergeCommitSha: null },
      fork: { testMerge: null },
    },
    code: "fork_test_merge_pending",
  },
  {
    story: "GitHub has not tried the merge for long (FRK-11)",
    given: { pull: { mergeable: null, mergeCommitSha: null }, fork: { testMerge: null } },
    code: "fork_test_merge_late",
  },
  {
    story: "mergeable is not known, whatever an old test merge says",
    given: { pull: { mergeable: null } },
    code: "fork_test_merge_late",
  },
  {
    story: "the test merge is of an older head",
    given: { fork: { testMerge: aTestMerge([BASE, EARLIER]) } },
    code: "fork_test_merge_late",
  },
  {
    story: "the test merge is of an older base",
    given: { ...justNow, more: { revisions: known(someRevisions({ tipSha: "d".repeat(40) })) } },
    code: "fork_test_merge_pending",
  },
  {
    story: "the test merge has its parents the wrong way round",
    given: { fork: { testMerge: aTestMerge([HEAD, BASE]) } },
    code: "fork_test_merge_late",
  },
  {
    story: "the test merge has a third parent",
    given: { fork: { testMerge: aTestMerge([BASE, HEAD, EARLIER]) } },
    code: "fork_test_merge_late",
  },
  {
    story: "the test merge could not be read",
    given: { fork: { testMerge: unknown("not_found") } },
    code: "fork_test_merge_late",
  },
];

describe("an approved commit of a fork is not measured", () => {
  test.each(ROWS)("$code: $story", ({ given, code }) => {
    const { decision } = decide(forkFacts(given)).sweep;
    expect(decision).toEqual({ kind: "blocked", code, values: { base: "main", head: short } });
  });

  test("without any of these it is, so each row is the only obstacle", () => {
    expect(decide(forkFacts({})).sweep.decision.kind).toBe("start");
    expect(decide(forkFacts(justNow)).sweep.decision.kind).toBe("start");
  });
});
