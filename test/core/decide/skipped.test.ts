import { describe, expect, test } from "@jest/globals";
import { progressOf } from "../../../src/core/decide/progress.ts";
import { aJob, aRun } from "../../support/build.ts";
import { aMerge, MERGE_SHA, verdictOf } from "./merge-facts.ts";

describe("a job that was rightly skipped", () => {
  test("is neither done nor failed (LBL-09)", () => {
    const jobs = [aJob("eval / a", { conclusion: "skipped" }), aJob("eval / b")];
    expect(progressOf(jobs, {})).toMatchObject({ total: 1, done: 1, failed: 0 });
  });

  test("does not keep the results of a merge from being published (LBL-09)", () => {
    const { run } = aRun(950, { event: "push", headSha: MERGE_SHA, conclusion: "skipped" });
    expect(verdictOf({ merge: aMerge({ run }) })).toMatchObject({ kind: "ingest" });
  });
});
