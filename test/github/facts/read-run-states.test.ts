import { describe, expect, test } from "@jest/globals";
import type { Job } from "../../../src/core/model/github.ts";
import type { KeptJobs, KeptRun } from "../../../src/core/model/run-states.ts";
import { known, unknown } from "../../../src/core/model/reading.ts";
import { readJobsOf, readRunOnce } from "../../../src/github/facts/read-run-states.ts";
import { NO_RUN_STORE, type RunStore } from "../../../src/github/facts/run-store.ts";
import { type AnyRun, aJob, aRun, MINUTE_MS, NOW } from "../../support/build.ts";
import { aGitHub, methodsOf } from "../../support/github.ts";

const under = aRun(900, { status: "in_progress" }).run;
const over = aRun(900).run;
const POOLS = new Set(["b200"]);

/** A store that knows this much and writes down, in order, what it is told. */
function aStore(
  run: Partial<KeptRun> | null,
  jobs: Partial<KeptJobs> | null = null,
): { readonly store: RunStore; readonly told: unknown[] } {
  const told: unknown[] = [];
  const tell = (...words: readonly unknown[]): Promise<void> => {
    told.push(words);
    return Promise.resolve();
  };
  const store: RunStore = {
    ...NO_RUN_STORE,
    readRun: () =>
      Promise.resolve(
        run === null ? null : { run: under, readAt: NOW, stirred: true, hasOpenJobs: true, ...run },
      ),
    watch: ({ id }) => tell("watch", id),
    keepRun: async ({ id, status }, at) => {
      await tell("run", id, status, at);
      return { ...over, displayTitle: "kept" };
    },
    readJobs: () =>
      Promise.resolve(jobs === null ? null : { jobs: [], readAt: NOW, isFinal: false, ...jobs }),
    keepJobs: async (_run, reading) => {
      await tell("jobs", reading.jobs.length, reading.readAt, reading.isFinal);
      return reading.jobs;
    },
    keepDurations: (durations) => tell("durations", durations.length),
  };
  return { store, told };
}

describe("a run", () => {
  async function asked(kept: Partial<KeptRun> | null, fresh = false): Promise<readonly string[]> {
    const { github, calls } = aGitHub({ readRun: () => Promise.resolve(known(over)) });
    await readRunOnce(github, 900, { store: aStore(kept).store, now: NOW, fresh, pools: POOLS });
    return methodsOf(calls);
  }

  test("is taken from deliveries where those of its jobs are why it is looked at", async () => {
    expect(await asked({ readAt: NOW - 9 * MINUTE_MS })).toEqual([]);
  });

  test.each<[string, Partial<KeptRun> | null, boolean]>([
    ["it is not watched", null, false],
    ["something is decided by it", {}, true],
    ["nothing has come since the last look", { stirred: false }, false],
    ["all its jobs have ended", { hasOpenJobs: false }, false],
    ["it has ended, and may have been started again", { run: over }, false],
    ["GitHub was not asked for ten minutes", { readAt: NOW - 10 * MINUTE_MS }, false],
  ])("is asked of GitHub when %s", async (_story, kept, fresh) => {
    expect(await asked(kept, fresh)).toEqual(["readRun"]);
  });

  test("is the later one of what GitHub answers and what deliveries told", async () => {
    const { github } = aGitHub({ readRun: () => Promise.resolve(known(under)) });
    const { store, told } = aStore({ stirred: false });
    const sources = { store, now: NOW, fresh: false, pools: POOLS };
    expect(await readRunOnce(github, 900, sources)).toMatchObject({
      value: { displayTitle: "kept" },
    });
    expect(told).toEqual([["run", 900, "in_progress", NOW]]);
  });

  test("that GitHub does not have any more is unknown", async () => {
    const { github } = aGitHub({ readRun: () => Promise.resolve(unknown("not_found")) });
    const { store, told } = aStore({ stirred: false });
    const sources = { store, now: NOW, fresh: false, pools: POOLS };
    expect(await readRunOnce(github, 900, sources)).toEqual(unknown("not_found"));
    expect(told).toEqual([]);
  });
});

describe("the jobs of a run", () => {
  const done = aJob("eval / a", { labels: ["b200"] });

  async function read(
    run: AnyRun,
    kept: Partial<KeptJobs> | null,
    listed: readonly Job[] = [done],
  ): Promise<readonly unknown[]> {
    const { store, told } = aStore(null, kept);
    const { github } = aGitHub({
      listJobs: () => {
        told.push(["list"]);
        return Promise.resolve(listed);
      },
    });
    await readJobsOf(github, aRun(900, run).run, { store, now: NOW, fresh: false, pools: POOLS });
    return told;
  }

  test("are listed when nothing was, after deliveries have begun to be kept", async () => {
    expect(await read({ status: "in_progress" }, null)).toEqual([
      ["watch", 900],
      ["list"],
      ["jobs", 1, NOW, false],
    ]);
  });

  test.each<[string, AnyRun, Partial<KeptJobs>, boolean]>([
    [
      "not again within half an hour",
      { status: "in_progress" },
      { readAt: NOW - 29 * MINUTE_MS },
      false,
    ],
    [
      "again after half an hour, for what deliveries did not bring",
      { status: "in_progress" },
      { readAt: NOW - 30 * MINUTE_MS },
      true,
    ],
    ["once more when the run has ended", {}, {}, true],
    ["never again after that", {}, { isFinal: true, readAt: 0 }, false],
  ])("are listed %s", async (_story, run, kept, listed) => {
    expect((await read(run, kept)).length > 0).toBe(listed);
  });

  test("at the end tell how long they took", async () => {
    expect(await read({}, {})).toEqual([
      ["watch", 900],
      ["list"],
      ["jobs", 1, NOW, true],
      ["durations", 1],
    ]);
  });

  test("are not final while one of them has not ended: GitHub's list lags behind", async () => {
    const late = aJob("eval / b", { status: "in_progress" });
    expect(await read({}, {}, [done, late])).toContainEqual(["jobs", 2, NOW, false]);
  });
});
