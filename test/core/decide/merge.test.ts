import { describe, expect, test } from "@jest/globals";
import { decideChangelog } from "../../../src/core/decide/changelog.ts";
import { decideMatrix } from "../../../src/core/decide/matrix.ts";
import { decideMerge, ingestKey, type MergeVerdict } from "../../../src/core/decide/merge.ts";
import type { ReuseBinding, ReuseVerdict } from "../../../src/core/decide/reuse.ts";
import type { ClaimFact, Facts, MergeFacts } from "../../../src/core/model/facts.ts";
import { unknown } from "../../../src/core/model/reading.ts";
import { aCheckRun, anArtifact, APP, aPull, aRun, HEAD, NOW } from "../../support/build.ts";
import { configured, documentsOf, someFacts } from "../../support/facts.ts";

const MERGE_SHA = "d".repeat(40);
const TWO_HOURS_MS = 2 * 3_600_000;
const KEY = "ingest-501-42-dddddddddddd-900";
const binding: ReuseBinding = {
  runId: 900,
  attempt: 1,
  sourceSha: HEAD,
  headSha: HEAD,
  pinned: true,
};
const authorised: ReuseVerdict = { kind: "authorised", binding, rules: [] };
const suspended: ReuseVerdict = { kind: "suspended", binding, rules: [] };
const pull = aPull({ state: "closed", merged: true, mergeCommitSha: MERGE_SHA, mergedAt: NOW });

function aMerge(more: Partial<MergeFacts> = {}): MergeFacts {
  const { run } = aRun(950, { event: "push", headSha: MERGE_SHA });
  return {
    mergeSha: MERGE_SHA,
    run,
    artifacts: [anArtifact("changelog-metadata")],
    checkRuns: [],
    ...more,
  };
}

function verdictOf(more: Partial<Facts> = {}, reuse: ReuseVerdict = authorised): MergeVerdict {
  const facts = someFacts({ pull, merge: aMerge(), ...more });
  const changelog = decideChangelog(facts);
  return decideMerge(facts, reuse, { changelog, matrix: decideMatrix(facts, changelog) });
}

function aClaim(result: string | null): ClaimFact {
  return {
    key: KEY,
    kind: "ingest",
    state: result === null ? "claimed" : "recorded",
    result,
    at: NOW,
  };
}

const running = { ...aMerge().run, status: "in_progress" } as MergeFacts["run"];
const documents = documentsOf();
const unreadRecipes = {
  ...documents,
  runners: { base: unknown("forbidden"), head: unknown("forbidden") },
};
const unreadChangelog = {
  ...documents,
  changelog: { ...documents.changelog, head: unknown("too_large") },
};
const shown = aCheckRun("sweepbot/publication", { headSha: MERGE_SHA, externalId: KEY });

describe("what becomes of results at the merge", () => {
  test.each<[string, Partial<Facts>, object, ReuseVerdict?]>([
    ["not merged", { merge: null }, { kind: "notMerged" }],
    [
      "the repository's own workflow publishes (decision 12)",
      { config: configured({ sweep: { trigger: "observe" } }) },
      { kind: "nothing", code: "observing" },
    ],
    [
      "merged into another branch than the default one",
      { pull: { ...pull, baseRef: "release" } },
      { kind: "nothing", code: "other_branch" },
    ],
    [
      "no run was authorised (vectors: one PR, no command)",
      {},
      { kind: "nothing", code: "no_reuse" },
      { kind: "none", suggestion: binding },
    ],
    [
      "the authorised run is suspended",
      {},
      { kind: "refused", code: "reuse_suspended" },
      suspended,
    ],
    [
      "what was merged breaks the changelog",
      { documents: documentsOf({ changelog: "broken" }) },
      { kind: "refused", code: "changelog_invalid" },
    ],
    [
      "the merged recipes have problems",
      { documents: documentsOf({ recipes: "tiny-fp8-b200-vllm: 5\n" }) },
      { kind: "refused", code: "matrix_problems" },
    ],
    [
      'the merged recipes could not be read: not "nothing"',
      { documents: unreadRecipes },
      { kind: "waiting", code: "recipes_unread" },
    ],
    [
      "the merged changelog could not be read",
      { documents: unreadChangelog },
      { kind: "waiting", code: "recipes_unread" },
    ],
    [
      "no entry, so no row",
      { documents: documentsOf({ changelog: documentsText() }) },
      { kind: "nothing", code: "no_rows" },
    ],
    [
      "the default branch has no run yet",
      { merge: aMerge({ run: null }) },
      { kind: "waiting", code: "no_merge_run" },
    ],
    [
      "the default branch has no run within two hours",
      { merge: aMerge({ run: null }), now: NOW + TWO_HOURS_MS - 1 },
      { kind: "waiting", code: "no_merge_run" },
    ],
    [
      "the default branch has no run after two hours: nobody waits for ever",
      { merge: aMerge({ run: null }), now: NOW + TWO_HOURS_MS },
      { kind: "refused", code: "no_merge_run" },
    ],
    [
      "it was sent, and the run is gone since",
      { claims: [aClaim("sent")], merge: aMerge({ run: null }), now: NOW + 9 * TWO_HOURS_MS },
      { kind: "sent" },
    ],
    [
      "the run has no metadata yet",
      { merge: aMerge({ run: running, artifacts: [] }) },
      { kind: "waiting", code: "no_metadata" },
    ],
    [
      "the run ended without metadata",
      { merge: aMerge({ artifacts: [anArtifact("other")] }) },
      { kind: "refused", code: "metadata_missing" },
    ],
    [
      "its metadata has expired",
      { merge: aMerge({ artifacts: [anArtifact("changelog-metadata", { expired: true })] }) },
      { kind: "refused", code: "metadata_missing" },
    ],
    ["everything is there", {}, { kind: "ingest", binding }],
    [
      "metadata is enough while the run goes on",
      { merge: aMerge({ run: running }) },
      { kind: "ingest" },
    ],
    ["it is only claimed: the dispatch finds out", { claims: [aClaim(null)] }, { kind: "ingest" }],
    ["it was sent", { claims: [aClaim("sent")] }, { kind: "sent", binding }],
    [
      "it was sent, and the run is suspended since",
      { claims: [aClaim("sent")] },
      { kind: "sent" },
      suspended,
    ],
    [
      "it was sent, and the metadata has expired since",
      { claims: [aClaim("sent")], merge: aMerge({ artifacts: [] }) },
      { kind: "sent" },
    ],
    [
      "GitHub refused it",
      { claims: [aClaim("failed:Not\nfound")] },
      { kind: "failed", reason: "Not\nfound", binding, dispatch: { key: KEY } },
    ],
    [
      "another merge's claim does not count",
      { claims: [{ ...aClaim("sent"), key: "ingest-501-42-eeeeeeeeeeee-900" }] },
      { kind: "ingest" },
    ],
    [
      "the database was lost, but the check run stands",
      { merge: aMerge({ checkRuns: [shown] }) },
      { kind: "sent" },
    ],
    [
      "another app's check run does not count",
      { merge: aMerge({ checkRuns: [{ ...shown, appId: APP.id + 1 }] }) },
      { kind: "ingest" },
    ],
    [
      "another key's check run does not count",
      { merge: aMerge({ checkRuns: [{ ...shown, externalId: "x" }] }) },
      { kind: "ingest" },
    ],
    [
      "a check run that only began does not count",
      { merge: aMerge({ checkRuns: [{ ...shown, conclusion: null }] }) },
      { kind: "ingest" },
    ],
  ])("%s", (_story, more, verdict, reuse = authorised) => {
    expect(verdictOf(more, reuse)).toMatchObject(verdict);
  });

  function documentsText(): string {
    return new TextDecoder().decode(
      documents.changelog.base.kind === "known" ? documents.changelog.base.value?.bytes : undefined,
    );
  }
});

describe("what is sent (spec/control-plane §7.4)", () => {
  test("fixed results name the source run, the merge run and the key", () => {
    expect(verdictOf()).toMatchObject({
      dispatch: {
        key: KEY,
        owner: "SemiAnalysisAI",
        name: "InferenceX-app",
        eventType: "ingest-results",
        payload: { "source-run-id": "900", "merge-run-id": "950", key: KEY },
      },
    });
  });

  test("agentic results go by their own event and name the database", () => {
    const facts = someFacts({
      pull,
      merge: aMerge(),
      config: configured({ ingest: { repository: "acme/results-app" } }),
    });
    const matrix = {
      kind: "planned",
      digest: "d",
      families: {},
      jobs: 1,
      keys: [],
      summary: [],
      totals: { jobs: 0, points: 0, gpuHours: 0 },
      changes: [],
      agentic: true,
      warnings: [],
    } as const;
    const verdict = decideMerge(facts, authorised, { changelog: decideChangelog(facts), matrix });
    expect(verdict).toMatchObject({
      dispatch: {
        owner: "acme",
        name: "results-app",
        eventType: "ingest-agentic-results",
        payload: {
          "source-run-id": "900",
          "merge-run-id": "950",
          "database-target": "production",
          key: KEY,
        },
      },
    });
  });

  test("one key for each merge commit and source run", () => {
    const facts = someFacts({ pull });
    const other = someFacts({ pull: { ...pull, mergeCommitSha: HEAD } });
    const keys = [ingestKey(facts, 900), ingestKey(facts, 901), ingestKey(other, 900)];
    expect(keys[0]).toBe(KEY);
    expect(new Set(keys).size).toBe(3);
    expect(ingestKey(someFacts(), 900)).toBe("ingest-501-42--900");
  });
});
