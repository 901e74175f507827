/** A pull request from a fork, for tests of the core: labelled by mira half an hour ago, and ready to start. */
import type { Facts } from "../../src/core/model/facts.ts";
import type { ForkFacts, LabelHead } from "../../src/core/model/fork.ts";
import type { LabelEvent, PullRequest } from "../../src/core/model/github.ts";
import { known } from "../../src/core/model/reading.ts";
import { aLabelEvent, aPerson, aPull, BASE, FULL, HEAD, NOW } from "./build.ts";
import { someFacts } from "./facts.ts";

export const TEST_MERGE = "e".repeat(40);
/** Half an hour ago, in a whole second, as GitHub says it. */
export const LABELLED_AT = NOW - 30 * 60_000;

/** What the delivery of mira's label showed. */
export function aLabelHead(more: Partial<LabelHead> = {}): LabelHead {
  const { id, login } = aPerson("mira");
  return { label: FULL, headSha: HEAD, sender: { id, login }, at: LABELLED_AT, ...more };
}

/** A test merge of the newest base and the head. */
export function aTestMerge(parents: readonly string[] = [BASE, HEAD]): ForkFacts["testMerge"] {
  return known({ sha: TEST_MERGE, message: "Merge", parents });
}

export interface ForkStory {
  readonly pull?: Partial<PullRequest>;
  readonly heads?: readonly LabelHead[];
  readonly fork?: Partial<ForkFacts>;
  readonly events?: readonly LabelEvent[];
  readonly more?: Partial<Facts>;
}

/** Facts in which everything is as it must be, but for what a test says. */
export function forkFacts(story: ForkStory = {}): Facts {
  const { heads = [aLabelHead()], events = [aLabelEvent(FULL, { createdAt: LABELLED_AT })] } =
    story;
  return someFacts({
    pull: aPull({
      labels: [FULL],
      headRepository: { id: 999, fullName: "fay/gpu-benchmarks" },
      mergeCommitSha: TEST_MERGE,
      ...story.pull,
    }),
    labelEvents: events,
    permissions: { mira: known("write") },
    fork: { labelHeads: known(heads), testMerge: aTestMerge(), ...story.fork },
    ...story.more,
  });
}
