import { describe, expect, test } from "@jest/globals";
import type { LossVerdict } from "../../../src/core/decide/loss.ts";
import type { Facts } from "../../../src/core/model/facts.ts";
import type { Job } from "../../../src/core/model/github.ts";
import { known, unknown } from "../../../src/core/model/reading.ts";
import { aJob, anArtifact, aRun, HEAD, NOW, ownComment } from "../../support/build.ts";
import { configured, documentsOf, ENTRY, exampleFile } from "../../support/facts.ts";
import { mergedFacts, someRecovery, verdictsOf } from "../../support/recovery-facts.ts";
import { answerWith } from "../../support/reuse.ts";

const HOUR_MS = 3_600_000;
const MERGED = "d".repeat(40);
const PULL = mergedFacts(null).pull;

function lossOf(more: Partial<Facts> = {}): LossVerdict {
  return verdictsOf(mergedFacts(null, more)).loss;
}

function observed(
  push: Parameters<typeof aRun>[1] | null,
  jobs: readonly Job[] = [],
): Partial<Facts> {
  const run = push === null ? null : aRun(950, { event: "push", ...push }).run;
  return {
    config: configured({ sweep: { trigger: "observe" } }),
    recovery: someRecovery({ push: { run, jobs: run === null ? null : jobs } }),
  };
}

const RED = { conclusion: "failure" } as const;
const failed = aJob("setup", RED);

describe("where the repository's own workflow publishes", () => {
  test.each<[string, Partial<Facts>, object]>([
    ["no run yet", observed(null), { kind: "pending", code: "push_awaited" }],
    [
      "nobody can say which run is the push's",
      {
        ...observed(null),
        pull: { ...PULL, mergedAt: NOW - 3 * HOUR_MS },
        recovery: someRecovery({ push: null }),
      },
      { kind: "none" },
    ],
    [
      "no run after two hours",
      { ...observed(null), pull: { ...PULL, mergedAt: NOW - 3 * HOUR_MS } },
      { kind: "lost", code: "push_missing", offer: 900 },
    ],
    [
      "a run that goes on",
      observed({ status: "in_progress" }, [failed, aJob("b", { status: "queued" })]),
      { kind: "pending", code: "push_running", values: { done: 1, total: 2, failed: 1 } },
    ],
    ["a green run", observed({}), { kind: "settled", code: "push_succeeded" }],
    [
      "a green run that handed over",
      observed({}, [
        aJob("trigger-ingest"),
        aJob("trigger-agentic-ingest", { conclusion: "skipped" }),
      ]),
      { kind: "settled" },
    ],
    [
      "a green run that skipped what hands over (W12)",
      observed({}, [aJob("trigger-ingest", { conclusion: "skipped" })]),
      { kind: "lost", code: "push_not_handed_over" },
    ],
    [
      "a failed run",
      observed(RED, [failed, aJob("b")]),
      { kind: "lost", code: "push_failed", jobs: ["setup"] },
    ],
    [
      "a cancelled run",
      observed({ conclusion: "cancelled" }),
      { kind: "lost", code: "push_failed" },
    ],
    [
      "a failed run that handed over what it had (W13)",
      observed(RED, [failed, aJob("trigger-ingest")]),
      { kind: "lost", code: "push_partly" },
    ],
  ])("%s", (_story, facts, expected) => {
    expect(lossOf(facts)).toMatchObject(expected);
  });

  test("what was merged long ago is history, unless it was told before", () => {
    const old = { ...PULL, mergedAt: NOW - 15 * 24 * HOUR_MS };
    expect(lossOf({ ...observed(RED), pull: old })).toEqual({ kind: "none" });
    const comments = [ownComment({ id: 5, body: "<!-- sweepbot:publication -->\nText" })];
    expect(lossOf({ ...observed(RED), pull: old, comments })).toMatchObject({
      code: "push_failed",
    });
    expect(lossOf({ ...observed(null), pull: old, comments })).toEqual({ kind: "none" });
  });

  test("a change that measures nothing is followed by nobody", () => {
    const documents = documentsOf({ changelog: exampleFile("perf-changelog.yaml") });
    expect(lossOf({ ...observed(RED), documents })).toEqual({ kind: "none" });
  });
});

describe("where sweepbot publishes", () => {
  const binding = { runId: 900, attempt: 1, sourceSha: HEAD, headSha: HEAD, pinned: true };
  const authorisation = ownComment({
    id: 60,
    body: answerWith({ kind: "bound", commentId: 59, binding }),
  });
  const order = { ...ownComment({ id: 59, body: "/reuse-sweep-run 900" }), appId: null };
  const comments = [order, authorisation];
  const key = `ingest-501-42-${MERGED.slice(0, 12)}-900`;
  const claim = { key, kind: "ingest", state: "recorded", at: NOW - HOUR_MS } as const;
  const run = aRun(950, { event: "push", headSha: MERGED }).run;
  const merge = {
    mergeSha: MERGED,
    run,
    artifacts: [anArtifact("changelog-metadata")],
    checkRuns: [],
  };
  const received = (more: Parameters<typeof aRun>[1]): Partial<Facts> => ({
    receipt: { key, run: known(aRun(7, { event: "repository_dispatch", ...more }).run) },
    claims: [{ ...claim, result: "7" }],
  });

  test.each<[string, Partial<Facts>, object]>([
    [
      "nobody authorised a run that could be published",
      { comments: [] },
      { kind: "lost", code: "not_authorised", offer: 900 },
    ],
    ["and there is no such run", { comments: [], runs: [] }, { kind: "none" }],
    ["no metadata came", { merge: { ...merge, artifacts: [] } }, { kind: "lost", code: "refused" }],
    [
      "GitHub refused the event",
      { claims: [{ ...claim, result: "failed:no" }] },
      { kind: "lost", code: "handover_failed" },
    ],
    ["it is being taken in", received({ status: "in_progress" }), { kind: "pending" }],
    ["it was taken in", received({}), { kind: "settled", code: "published" }],
    ["taking it in failed", received(RED), { kind: "lost", code: "receiving_failed" }],
    [
      "nothing shows that it arrived",
      { claims: [{ ...claim, result: "sent" }], receipt: { key, run: known(null) } },
      { kind: "lost", code: "unconfirmed" },
    ],
    [
      "the receiving side cannot be read: that is no loss",
      { claims: [{ ...claim, result: "sent" }], receipt: { key, run: unknown("forbidden") } },
      { kind: "none" },
    ],
  ])("%s", (_story, facts, expected) => {
    expect(lossOf({ comments, merge, ...facts })).toMatchObject(expected);
  });
});

describe("entries on the default branch without a merge (REU-15)", () => {
  const open = { ...PULL, merged: false, mergeCommitSha: null, mergedAt: null };
  const before = exampleFile("perf-changelog.yaml");
  test.each<[string, Partial<Facts>, string]>([
    ["of this pull request", { documents: documentsOf({ changelogTip: before + ENTRY }) }, "lost"],
    ["none", {}, "none"],
    [
      "somebody else's with this number",
      { documents: documentsOf({ changelogTip: before + ENTRY.replace("Newer", "Other") }) },
      "none",
    ],
    [
      "from before it was opened",
      { documents: documentsOf({ changelogBase: before + ENTRY, changelogTip: before + ENTRY }) },
      "none",
    ],
  ])("%s", (_story, facts, kind) => {
    for (const state of ["open", "closed"] as const) {
      expect(lossOf({ pull: { ...open, state }, merge: null, ...facts }).kind).toBe(kind);
    }
  });
});
