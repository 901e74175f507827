import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { familyOf, progressOf } from "../../../src/core/decide/progress.ts";
import type { Conclusion, Job, RunStatus } from "../../../src/core/model/github.ts";
import { aJob } from "../../support/build.ts";

const failed = { conclusion: "failure" as const };

describe("the family of a job", () => {
  test.each([
    ["single-node 1k1k / dsr1 fp8", "single-node 1k1k"],
    ["eval / a / b", "eval"],
    ["setup", null],
    [" / x", null],
    ["a/b", null],
    ["", null],
  ])("of %j is %j", (name, family) => {
    expect(familyOf(name)).toBe(family);
  });
});

describe("progress of a run", () => {
  test("counts family by family, and leaves the workflow's own steps out", () => {
    const jobs = [
      aJob("setup"),
      aJob("eval / a"),
      aJob("eval / b", { status: "in_progress" }),
      aJob("eval / c", { status: "queued" }),
    ];
    expect(progressOf(jobs, {})).toEqual({
      families: [{ family: "eval", total: 3, done: 1, failed: 0, running: 1 }],
      total: 3,
      done: 1,
      failed: 0,
    });
  });

  test.each<[string, Readonly<Record<string, number>>, readonly Job[], number]>([
    ["the planned number while jobs are still to come", { eval: 5 }, [aJob("eval / a")], 5],
    ["the planned number before any job", { eval: 5 }, [], 5],
    ["what is there when it is more", { eval: 1 }, [aJob("eval / a"), aJob("eval / b")], 2],
    [
      "not what was skipped",
      {},
      [aJob("eval / a", { conclusion: "skipped" }), aJob("eval / b")],
      1,
    ],
    [
      "nothing for a family that was skipped whole",
      {},
      [aJob("eval / a", { conclusion: "skipped" })],
      0,
    ],
    ["a family with an odd name like any other", {}, [aJob("constructor / a")], 1],
  ])("has in total %s", (_story, planned, jobs, total) => {
    const progress = progressOf(jobs, planned);
    expect(progress.total).toBe(total);
    expect(progress.families.every((family) => family.total > 0)).toBe(true);
  });

  test("shows families with failures first, otherwise in the planned order", () => {
    const planned = { one: 1, two: 1, three: 1 };
    const jobs = [aJob("three / x", failed), aJob("one / x"), aJob("two / x")];
    expect(progressOf(jobs, planned).families.map(({ family }) => family)).toEqual([
      "three",
      "one",
      "two",
    ]);
  });

  test.each<[Conclusion, number]>([
    ["failure", 1],
    ["timed_out", 1],
    ["startup_failure", 1],
    ["action_required", 1],
    ["cancelled", 0],
    ["success", 0],
    ["neutral", 0],
  ])("%s counts as %i failure", (conclusion, count) => {
    const progress = progressOf([aJob("eval / a", { conclusion })], {});
    expect(progress.failed).toBe(count);
  });

  test("adds up, and never has more done than there is", () => {
    const job = fc
      .record({
        family: fc.constantFrom("a", "b", "c"),
        status: fc.constantFrom<RunStatus>("queued", "in_progress", "completed"),
        conclusion: fc.constantFrom<Conclusion>("success", "failure", "skipped", "cancelled"),
      })
      .map(({ family, status, conclusion }) =>
        aJob(`${family} / x`, { status, conclusion: status === "completed" ? conclusion : null }),
      );
    const planned = fc.dictionary(fc.constantFrom("a", "b", "z"), fc.nat({ max: 9 }));
    fc.assert(
      fc.property(fc.array(job), planned, (jobs, wanted) => {
        const { families, total, done, failed: red } = progressOf(jobs, wanted);
        const sum = (key: "total" | "done" | "failed"): number =>
          families.reduce((all, family) => all + family[key], 0);
        expect([sum("total"), sum("done"), sum("failed")]).toEqual([total, done, red]);
        for (const each of families) {
          expect(each.failed).toBeLessThanOrEqual(each.done);
          expect(each.done + each.running).toBeLessThanOrEqual(each.total);
        }
      }),
    );
  });
});
