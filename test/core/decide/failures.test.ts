import { describe, expect, test } from "@jest/globals";
import { causeNeeds } from "../../../src/core/decide/cause-needs.ts";
import { decide } from "../../../src/core/decide/decide.ts";
import type { FailuresVerdict } from "../../../src/core/decide/failures.ts";
import type { CauseReading } from "../../../src/core/model/cause.ts";
import type { Facts } from "../../../src/core/model/facts.ts";
import type { Job } from "../../../src/core/model/github.ts";
import { known, unknown } from "../../../src/core/model/reading.ts";
import { type AnyRun, aJob, aRun, FULL, labelled, NOW } from "../../support/build.ts";
import { aFinding, LOST } from "../../support/causes.ts";
import { configured, someFacts } from "../../support/facts.ts";

const asked = someFacts(labelled([FULL]));
const { decision } = decide(asked).sweep;
const KEY = "plan" in decision ? decision.plan.key : "";

/** A job that failed, or ended otherwise, so long ago. */
function ended(id: number, name: string, more: Partial<Job> = {}): Job {
  return aJob(name, {
    ...{ id, conclusion: "failure", runnerName: "b200-01", completedAt: NOW - 1_000 + id },
    ...more,
  });
}

function verdictOf(
  jobs: readonly Job[],
  causes: Readonly<Record<string, CauseReading>> = {},
  more: { readonly run?: AnyRun; readonly facts?: Partial<Facts> } = {},
): FailuresVerdict | null {
  const run = aRun(900, { planKey: KEY, conclusion: "failure", jobs, ...more.run });
  return decide({ ...asked, runs: [run], causes, ...more.facts }).failures;
}

const machine = known(LOST);
const oom = known(aFinding({ class: "gpu_out_of_memory" }));

describe("failures of the shown run", () => {
  test("stand in the order in which they ended, set-up included, each with its cause", () => {
    const jobs = [
      ended(3, "eval / late"),
      ended(1, "setup", { failedStep: "Install", url: null }),
      ended(2, "eval / lost"),
      ended(4, "eval / fine", { conclusion: "success" }),
    ];
    const verdict = verdictOf(jobs, { 1: oom, 2: unknown("not_found") });
    expect(verdict?.failures).toMatchObject([
      { name: "setup", failedStep: "Install", url: null, cause: oom },
      { name: "eval / lost", cause: unknown("not_found") },
      { name: "eval / late", cause: null },
    ]);
  });

  test("are not known where the run's jobs are not", () => {
    expect(verdictOf([], {}, { run: { jobs: null } })).toBeNull();
    expect(decide(asked).failures).toBeNull();
  });

  test("include what ended by itself although GitHub calls it cancelled", () => {
    const timeout = known(aFinding({ class: "timeout", where: "annotation" }));
    const jobs = [
      ended(1, "eval / slow", { conclusion: "cancelled" }),
      ended(2, "eval / stopped", { conclusion: "cancelled" }),
    ];
    const verdict = verdictOf(jobs, { 1: timeout, 2: known(null) });
    expect(verdict?.failures.map(({ name }) => name)).toEqual(["eval / slow"]);
  });
});

describe("who failed (decision 13)", () => {
  const two = [ended(1, "eval / a"), ended(2, "eval / b")];

  test.each<[string, readonly Job[], Readonly<Record<string, CauseReading>>, string]>([
    ["nobody", [ended(1, "eval / a", { conclusion: "success" })], {}, "none"],
    ["only machines", two, { 1: machine, 2: machine }, "machines"],
    ["a machine and the benchmark", two, { 1: machine, 2: oom }, "benchmark"],
    [
      "a machine and something without a known cause",
      two,
      { 1: machine, 2: known(null) },
      "benchmark",
    ],
    ["a machine and something unreadable", two, { 1: machine, 2: unknown("too_large") }, "unknown"],
    ["a machine and something not asked about", two, { 1: machine }, "unknown"],
    ["something unreadable", two, { 1: unknown("not_found"), 2: unknown("not_found") }, "unknown"],
    [
      "the benchmark and something unreadable",
      two,
      { 1: known(null), 2: unknown("forbidden") },
      "benchmark",
    ],
    ["set-up, before any benchmark", [ended(1, "setup")], { 1: known(null) }, "trigger"],
    [
      "set-up, with families that never began",
      [
        ended(1, "setup"),
        ended(2, "eval / a", { conclusion: "skipped" }),
        ended(3, "eval / b", { conclusion: "cancelled", runnerName: null }),
      ],
      { 1: unknown("not_found") },
      "trigger",
    ],
    ["set-up, by its machine", [ended(1, "setup")], { 1: machine }, "machines"],
    [
      "a collector, after the benchmark",
      [ended(1, "collect"), ended(2, "eval / a", { conclusion: "success" })],
      { 1: known(null) },
      "benchmark",
    ],
  ])("%s", (_, jobs, causes, blame) => {
    expect(verdictOf(jobs, causes)?.blame).toBe(blame);
  });

  test("a workflow of another make is not said to have run no benchmark", () => {
    expect(
      verdictOf([ended(1, "bench")], { 1: known(null) }, { run: { planKey: null } })?.blame,
    ).toBe("benchmark");
  });

  test("a run that goes on has not ended before its benchmark", () => {
    const run = { status: "in_progress", conclusion: null } as const;
    expect(verdictOf([ended(1, "setup")], { 1: known(null) }, { run })?.blame).toBe("benchmark");
  });
});

describe("cancelled by fail-fast", () => {
  const cancelled = { conclusion: "cancelled" } as const;
  const jobs = [
    ended(2, "eval / failed"),
    ended(3, "eval / after", cancelled),
    ended(6, "eval / at once", { ...cancelled, completedAt: NOW - 998 }),
    ended(1, "eval / before", cancelled),
    ended(4, "single-node / other", cancelled),
    ended(5, "collect", cancelled),
  ];

  test("are jobs of the same family that ended after the first failure", () => {
    expect(verdictOf(jobs, { 2: oom })?.cancelledByFailFast).toBe(2);
  });

  test.each<[string, { readonly run?: AnyRun; readonly facts?: Partial<Facts> }]>([
    ["in a run that was cancelled as a whole", { run: { conclusion: "cancelled" } }],
    ["under a label that does not fail fast", { facts: labelled(["full-sweep-enabled"]) }],
    ["in a run of other labels", { run: { planKey: "f".repeat(16) } }],
    ["once no label is on", { facts: labelled([]) }],
  ])("are none %s", (_, more) => {
    expect(verdictOf(jobs, { 2: oom }, more)?.cancelledByFailFast).toBe(0);
  });

  test("are counted while the repository's own workflow is only watched, too", () => {
    const config = configured({ sweep: { trigger: "observe" } });
    const more = { run: { planKey: null }, facts: { config } };
    expect(verdictOf(jobs, { 2: oom }, more)?.cancelledByFailFast).toBe(2);
  });
});

describe("which jobs are asked about", () => {
  const run = (jobs: readonly Job[]): Facts["runs"] => [aRun(901), aRun(900, { jobs })];
  const failed = Array.from({ length: 30 }, (_, index) => ended(30 - index, `eval / ${index}`));
  const idsOf = (jobs: readonly Job[]): readonly number[] => jobs.map(({ id }) => id);

  test("the first five failures, or twenty where they may be run again", () => {
    expect(idsOf(causeNeeds(run(failed), 0).failed)).toEqual([1, 2, 3, 4, 5]);
    expect(causeNeeds(run(failed), 1).failed).toHaveLength(20);
  });

  test("and jobs that were stopped without a failure before them, if they ran", () => {
    const jobs = [
      ended(2, "eval / failed"),
      ended(1, "eval / stopped before", { conclusion: "cancelled" }),
      ended(3, "eval / stopped after", { conclusion: "cancelled" }),
      ended(4, "single-node / other", { conclusion: "cancelled" }),
      ended(5, "single-node / waiting", { conclusion: "cancelled", runnerName: null }),
    ];
    const needs = causeNeeds(run(jobs), 0);
    expect([idsOf(needs.failed), idsOf(needs.stopped)]).toEqual([[2], [1, 4]]);
  });

  test("none where no run's jobs were read", () => {
    expect(causeNeeds([aRun(900)], 2)).toEqual({ failed: [], stopped: [] });
  });
});
