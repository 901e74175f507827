import { needsApproval, testMergeToRead } from "../../core/decide/fork-needs.ts";
import { type EarlyFacts, ordersSweep } from "../../core/decide/needs.ts";
import type { ForkFacts } from "../../core/model/fork.ts";
import type { GitHubReader } from "../port.ts";

/** What decides about a sweep of a fork's commit; null where nothing does. */
export async function readFork(
  github: GitHubReader,
  facts: EarlyFacts,
  readLabelHeads: () => Promise<ForkFacts["labelHeads"]>,
): Promise<ForkFacts | null> {
  const isOrdered = ordersSweep(facts);
  if (!needsApproval(facts, isOrdered)) return null;
  const mergeSha = testMergeToRead(facts, isOrdered);
  const [labelHeads, testMerge] = await Promise.all([
    readLabelHeads(),
    mergeSha === null ? null : github.readCommit(mergeSha),
  ]);
  return { labelHeads, testMerge };
}
