import { describe, expect, test } from "@jest/globals";
import { mergeRow } from "../../../src/core/render/merge-row.ts";
import { reuseRow, sweepRow } from "../../../src/core/render/rows.ts";
import type { MergeVerdict } from "../../../src/core/decide/merge.ts";
import type { Conclusion } from "../../../src/core/model/github.ts";
import { aRun, NOW } from "../../support/build.ts";
import { BINDING, SWEEP_PLAN } from "../../support/verdicts.ts";

describe("the line of a sweep whose run has ended", () => {
  test.each<[Conclusion, string, string]>([
    ["success", "pass", "sweep_success"],
    ["failure", "fail", "sweep_failure"],
    ["timed_out", "fail", "sweep_failure"],
    ["cancelled", "fail", "sweep_cancelled"],
    ["startup_failure", "fail", "sweep_startup_failure"],
    ["action_required", "fail", "sweep_action_required"],
    ["stale", "fail", "sweep_stale"],
    ["skipped", "warn", "sweep_nothing_ran"],
    ["neutral", "warn", "sweep_nothing_ran"],
  ])("%s: %s %s, the trigger apart from the benchmark (decision 13)", (conclusion, mark, code) => {
    const shown = aRun(900, { planKey: SWEEP_PLAN.key, conclusion });
    const decision = { kind: "ended", plan: SWEEP_PLAN, runId: 900 } as const;
    expect(sweepRow({ decision, shown, cancel: [] })).toMatchObject({
      mark,
      code,
      values: { run: 900, url: shown.run.url },
    });
    const observing = { kind: "observing" } as const;
    expect(sweepRow({ decision: observing, shown, cancel: [] })).toMatchObject({ mark, code });
  });
});

describe("the line of a merge", () => {
  test.each<[string, MergeVerdict, object]>([
    [
      "without a run waits",
      { kind: "waiting", code: "no_merge_run" },
      { mark: "wait", code: "merge_no_merge_run" },
    ],
    [
      "for which no run came says so in other words",
      { kind: "refused", code: "no_merge_run" },
      { mark: "fail", code: "merge_merge_run_missing" },
    ],
    [
      "into another branch is nothing to worry about",
      { kind: "nothing", code: "other_branch" },
      { mark: "none", code: "merge_other_branch" },
    ],
  ])("%s", (_story, verdict, row) => {
    expect(mergeRow(verdict)).toMatchObject({ subject: "merge", ...row });
  });
});

describe("the line of a reuse, as far as the merge has come", () => {
  const authorised = { kind: "authorised", binding: BINDING, rules: [], expiresAt: null } as const;
  const suspended = { ...authorised, kind: "suspended" } as const;
  test.each([
    [authorised, "notMerged", "reuse_authorised"],
    [authorised, "ingest", "reuse_authorised"],
    [{ ...authorised, expiresAt: NOW }, "notMerged", "reuse_expiring"],
    [{ ...authorised, expiresAt: NOW }, "sent", "reuse_published"],
    [authorised, "sent", "reuse_published"],
    [suspended, "notMerged", "reuse_suspended"],
    [suspended, "refused", "reuse_suspended_merged"],
  ] as const)("$kind, %s: %s", (verdict, merge, code) => {
    expect(reuseRow(verdict, merge)).toMatchObject({ code, values: { run: 900 } });
  });
});
