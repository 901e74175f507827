import { describe, expect, test } from "@jest/globals";
import { type Outlook, outlookOf } from "../../../src/core/decide/outlook.ts";
import { durationsOf, runnerPools } from "../../../src/core/decide/pools.ts";
import type { PlannedJobs } from "../../../src/core/decide/validation.ts";
import type { Facts } from "../../../src/core/model/facts.ts";
import type { Job } from "../../../src/core/model/github.ts";
import { unknown } from "../../../src/core/model/reading.ts";
import type { PastDuration } from "../../../src/core/model/run-states.ts";
import { type AnyRun, aJob, aRun, MINUTE_MS, NOW } from "../../support/build.ts";
import { configured, documentsOf, someFacts } from "../../support/facts.ts";

/** The example repository has four runners of b200 and two of mi355x. */
const B200 = { labels: ["self-hosted", "b200"] };
const PAST: PastDuration = { family: "eval", pool: "b200", medianMs: 30 * MINUTE_MS, jobs: 37 };

function running(name: string, minutes: number, more: Partial<Job> = {}): Job {
  const startedAt = NOW - minutes * MINUTE_MS;
  return aJob(name, { ...B200, status: "in_progress", startedAt, ...more });
}

function waiting(name: string, minutes = 5, more: Partial<Job> = {}): Job {
  return running(name, minutes, { status: "queued", ...more });
}

interface Ahead {
  readonly others?: readonly Job[];
  readonly durations?: readonly PastDuration[];
  readonly planned?: readonly PlannedJobs[];
  readonly facts?: Partial<Facts>;
  readonly run?: AnyRun;
}

function ahead(jobs: readonly Job[], given: Ahead = {}): Outlook | null {
  const { others = [], durations = [PAST], planned = [], facts = {}, run = {} } = given;
  const shown = aRun(900, { status: "in_progress", jobs, ...run });
  return outlookOf(shown, planned, someFacts({ pools: { others, durations }, ...facts }));
}

describe("the outlook of a run", () => {
  test.each<[string, AnyRun]>([
    ["waits for its first runner", { status: "queued" }],
    ["has ended", { status: "completed" }],
    ["was not read", { jobs: null }],
  ])("is nothing while it %s", (_story, run) => {
    expect(ahead([running("eval / a", 1)], { run })).toBeNull();
  });

  test("names the job that has been running longest, set-up included", () => {
    const jobs = [
      running("eval / a", 12.9),
      running("Plan the sweep", 42),
      waiting("eval / b", 99),
    ];
    expect(ahead(jobs)?.oldest).toEqual({ name: "Plan the sweep", minutes: 42 });
    expect(ahead([waiting("eval / b")])?.oldest).toBeNull();
  });

  test("counts what waits for each pool, and what of others waits longer", () => {
    const mi355x = { labels: ["mi355x"] };
    const jobs = [
      waiting("eval / a", 5),
      waiting("eval / b", 7),
      waiting("agentic / c", 5, mi355x),
      aJob("eval / done", B200),
      waiting("eval / elsewhere", 5, { labels: ["ubuntu-latest"] }),
    ];
    const others = [
      waiting("eval / first", 9),
      waiting("eval / later", 6),
      running("eval / runs", 30),
      waiting("Plan the sweep", 9),
    ];
    expect(ahead(jobs, { others })?.queues).toEqual([
      { pool: "b200", waiting: 2, before: 1 },
      { pool: "mi355x", waiting: 1, before: 0 },
    ]);
  });

  test("says nothing of queues and time where there is no record of other jobs", () => {
    const jobs = [running("eval / a", 3), waiting("eval / b")];
    const seen = ahead(jobs, { facts: { pools: null } });
    expect(seen).toMatchObject({ oldest: { minutes: 3 }, queues: [], remaining: null });
  });
});

describe("the time that a run has left", () => {
  const planned = [{ family: "eval", pool: "b200", jobs: 6, points: 6 }];

  test.each<[string, readonly Job[], Ahead, Outlook["remaining"]]>([
    [
      "by earlier jobs",
      [running("eval / a", 10)],
      {},
      { minutes: 20, pastJobs: 37, nominal: false },
    ],
    [
      "a minute at least for what runs longer than usual",
      [running("eval / a", 99)],
      {},
      { minutes: 1, pastJobs: 37, nominal: false },
    ],
    [
      "with what waits on the runners of its pool",
      Array.from({ length: 5 }, (_, id) => waiting("eval / a", 5, { id })),
      {},
      { minutes: 60, pastJobs: 37, nominal: false },
    ],
    [
      "after what others have before it",
      [waiting("eval / a")],
      { others: [1, 2, 3, 4].map((id) => waiting("eval / x", 9, { id })) },
      { minutes: 60, pastJobs: 37, nominal: false },
    ],
    [
      "with families that are still to come",
      [aJob("eval / a", B200)],
      { planned },
      { minutes: 60, pastJobs: 37, nominal: false },
    ],
    [
      "by the nominal minutes of a point where there is no earlier job",
      [running("eval / a", 10)],
      { durations: [] },
      { minutes: 30, pastJobs: 0, nominal: true },
    ],
    [
      "by both where there is one for a part",
      [running("eval / a", 10), running("agentic / a", 10)],
      {},
      { minutes: 65, pastJobs: 37, nominal: true },
    ],
    [
      "by the points of a planned job",
      [],
      { durations: [], planned: [{ family: "multi-node 1k1k", pool: "b200", jobs: 2, points: 8 }] },
      { minutes: 60, pastJobs: 0, nominal: true },
    ],
    [
      "on four runners where nobody counts them",
      [],
      { planned: [{ family: "eval", pool: "gb200", jobs: 5, points: 5 }] },
      { minutes: 80, pastJobs: 0, nominal: true },
    ],
    ["is none when all has ended", [aJob("eval / a", B200)], {}, null],
    [
      "does not wait for a family that was skipped",
      [aJob("eval / a", { ...B200, conclusion: "skipped" })],
      { planned },
      null,
    ],
    [
      "is not told when a job's runners are not known",
      [running("eval / a", 1), waiting("eval / b", 1, { labels: [] })],
      {},
      null,
    ],
  ])("is %s", (_story, jobs, given, remaining) => {
    expect(ahead(jobs, given)?.remaining).toEqual(remaining);
  });

  test("follows the nominal minutes of the settings", () => {
    const config = configured({ sweep: { nominalMinutes: { eval: 55 } } });
    const seen = ahead([running("eval / a", 10)], { durations: [], facts: { config } });
    expect(seen?.remaining?.minutes).toBe(45);
  });
});

describe("runner pools", () => {
  test("are those of the runner file, none while it is unread", () => {
    expect([...runnerPools(documentsOf().runners)]).toEqual([
      ["b200", 4],
      ["mi355x", 2],
    ]);
    const unread = unknown("forbidden");
    expect([...runnerPools({ base: unread, head: unread })]).toEqual([]);
  });

  test("are timed by successful jobs of families alone", () => {
    const jobs = [
      aJob("eval / good", { id: 1, ...B200, startedAt: NOW - 60_000, completedAt: NOW }),
      aJob("eval / red", { id: 2, ...B200, conclusion: "failure" }),
      aJob("setup", { id: 3, ...B200 }),
      aJob("eval / hosted", { id: 4, labels: ["ubuntu-latest"] }),
      aJob("eval / no start", { id: 5, ...B200, startedAt: null }),
    ];
    expect(durationsOf(jobs, new Set(["b200"]))).toEqual([
      { jobId: 1, family: "eval", pool: "b200", ms: 60_000, endedAt: NOW },
    ]);
  });
});
