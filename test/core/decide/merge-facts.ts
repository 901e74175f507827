/** A pull request that was merged, for tests of what becomes of its results. */
import { decideChangelog } from "../../../src/core/decide/changelog.ts";
import { decideMatrix } from "../../../src/core/decide/matrix.ts";
import { decideMerge, type MergeVerdict } from "../../../src/core/decide/merge.ts";
import type { ReuseBinding, ReuseVerdict } from "../../../src/core/decide/reuse.ts";
import type { ClaimFact, Facts, MergeFacts } from "../../../src/core/model/facts.ts";
import { anArtifact, aPull, aRun, HEAD, NOW } from "../../support/build.ts";
import { someFacts } from "../../support/facts.ts";

export const MERGE_SHA = "d".repeat(40);
export const KEY = "ingest-501-42-dddddddddddd-900";
export const binding: ReuseBinding = {
  runId: 900,
  attempt: 1,
  sourceSha: HEAD,
  headSha: HEAD,
  pinned: true,
};
export const authorised: ReuseVerdict = { kind: "authorised", binding, rules: [], expiresAt: null };
export const suspended: ReuseVerdict = { kind: "suspended", binding, rules: [] };
export const pull = aPull({
  state: "closed",
  merged: true,
  mergeCommitSha: MERGE_SHA,
  mergedAt: NOW,
});

export function aMerge(more: Partial<MergeFacts> = {}): MergeFacts {
  const { run } = aRun(950, { event: "push", headSha: MERGE_SHA });
  return {
    mergeSha: MERGE_SHA,
    run,
    artifacts: [anArtifact("changelog-metadata")],
    checkRuns: [],
    ...more,
  };
}

export function verdictOf(
  more: Partial<Facts> = {},
  reuse: ReuseVerdict = authorised,
): MergeVerdict {
  const facts = someFacts({ pull, merge: aMerge(), ...more });
  const changelog = decideChangelog(facts);
  return decideMerge(facts, reuse, { changelog, matrix: decideMatrix(facts, changelog) });
}

export function aClaim(result: string | null): ClaimFact {
  return {
    key: KEY,
    kind: "ingest",
    state: result === null ? "claimed" : "recorded",
    result,
    at: NOW,
  };
}
