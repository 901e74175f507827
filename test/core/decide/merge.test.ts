import { describe, expect, test } from "@jest/globals";
import type { ReuseVerdict } from "../../../src/core/decide/reuse.ts";
import type { Facts, MergeFacts } from "../../../src/core/model/facts.ts";
import { unknown } from "../../../src/core/model/reading.ts";
import { aCheckRun, anArtifact, APP, NOW } from "../../support/build.ts";
import { configured, documentsOf } from "../../support/facts.ts";
import {
  aClaim,
  aMerge,
  authorised,
  binding,
  KEY,
  MERGE_SHA,
  pull,
  suspended,
  verdictOf,
} from "./merge-facts.ts";

const TWO_HOURS_MS = 2 * 3_600_000;
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
      "the database was lost, and the receiving side has failed since",
      {
        merge: aMerge({
          checkRuns: [{ ...shown, externalId: `${KEY}+received`, conclusion: "failure" }],
        }),
      },
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
