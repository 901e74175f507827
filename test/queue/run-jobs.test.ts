import { expect, test } from "@jest/globals";
import type { Job } from "../../src/core/model/github.ts";
import type { Sighting } from "../../src/core/model/run-states.ts";
import type { Database } from "../../src/queue/database.ts";
import {
  keepJobReading,
  keepJobSightings,
  listOpenJobsOfOthers,
  readJobs,
} from "../../src/queue/run-jobs.ts";
import {
  keepRunReading,
  keepRunSighting,
  pruneRuns,
  readWatchedRun,
  watchRun,
} from "../../src/queue/watched-runs.ts";
import { aJob, aRun, MINUTE_MS, NOW } from "../support/build.ts";
import { describeDatabases } from "../support/database.ts";
import { pullRef } from "./pulls.ts";

const PULL = pullRef(1);
const REPOSITORY = PULL.repositoryId;

function underWay(
  id: number,
  more: Parameters<typeof aRun>[1] = {},
): ReturnType<typeof aRun>["run"] {
  return aRun(id, { status: "in_progress", ...more }).run;
}

function told(runId: number, job: Job, attempt = 1): Extract<Sighting, { kind: "job" }> {
  return { kind: "job", repositoryId: REPOSITORY, runId, attempt, job };
}

const queued = aJob("eval / a", { id: 1, status: "queued" });
const begun = aJob("eval / a", { id: 1, status: "in_progress" });
const ended = aJob("eval / a", { id: 1 });

describeDatabases("jobs of watched runs", (open) => {
  const attemptOf = (runId: number, attempt = 1): Parameters<typeof readJobs>[1] => ({
    repositoryId: REPOSITORY,
    runId,
    attempt,
  });

  async function read(
    db: Database,
    runId: number,
    jobs: readonly Job[],
    attempt = 1,
  ): Promise<void> {
    await watchRun(db, PULL, underWay(runId, { attempt }));
    await keepJobReading(db, attemptOf(runId, attempt), { jobs, readAt: NOW, isFinal: false });
  }

  async function jobsOf(db: Database, runId: number, attempt = 1): Promise<readonly Job[] | null> {
    return (await readJobs(db, attemptOf(runId, attempt)))?.jobs ?? null;
  }

  test("are told with when the list was read, and not at all before that", async () => {
    const db = await open();
    await watchRun(db, PULL, underWay(100));
    expect(await readJobs(db, attemptOf(100))).toBeNull();
    await read(db, 100, [queued]);
    expect(await readJobs(db, attemptOf(100))).toEqual({
      jobs: [queued],
      readAt: NOW,
      isFinal: false,
    });
    expect(await readJobs(db, attemptOf(100, 2))).toBeNull();
  });

  test.each([
    ["in order", [queued, begun, ended]],
    ["in the wrong order", [ended, begun, queued]],
    ["again and again", [begun, begun, ended, queued, ended]],
  ])("only go forward when deliveries come %s", async (name, states) => {
    const db = await open();
    const runId = 200 + name.length;
    await read(db, runId, []);
    for (const state of states) await keepJobSightings(db, [told(runId, state)]);
    expect(await jobsOf(db, runId)).toEqual([ended]);
    // The same in one statement, which must not name a row twice.
    const together = runId + 50;
    await read(db, together, []);
    await keepJobSightings(
      db,
      states.map((state) => told(together, state)),
    );
    expect(await jobsOf(db, together)).toEqual([ended]);
  });

  test("stay as a delivery told them when the list lags behind, and follow it where it is ahead", async () => {
    const db = await open();
    const other = aJob("eval / b", { id: 2, status: "queued" });
    await read(db, 300, [queued, other]);
    await keepJobSightings(db, [told(300, ended)]);
    await read(db, 300, [begun, { ...other, status: "in_progress" }]);
    expect(await jobsOf(db, 300)).toMatchObject([ended, { id: 2, status: "in_progress" }]);
  });

  test("are those that the list names, once, with those that came since", async () => {
    const db = await open();
    const stale = aJob("eval / of the attempt before", { id: 9 });
    const fresh = aJob("eval / new", { id: 3, status: "queued" });
    await read(db, 400, [queued, queued, stale]);
    await keepJobSightings(db, [told(400, fresh)]);
    await read(db, 400, [queued]);
    expect(await jobsOf(db, 400)).toEqual([queued, fresh]);
  });

  test("of another attempt are kept apart, a job that both have included", async () => {
    const db = await open();
    await read(db, 500, [ended]);
    await read(db, 500, [ended, aJob("eval / again", { id: 6, status: "queued" })], 2);
    await keepJobSightings(db, [told(500, aJob("eval / again", { id: 6 }), 2)]);
    expect(await jobsOf(db, 500, 2)).toMatchObject([{ id: 1 }, { id: 6, status: "completed" }]);
    // Only the latest attempt counts as read.
    expect(await jobsOf(db, 500)).toBeNull();
  });

  test("of a run that nobody watches are not kept, whatever else is told with them", async () => {
    const db = await open();
    await read(db, 610, []);
    await keepJobSightings(db, [told(600, ended), told(610, ended)]);
    await read(db, 600, []);
    expect(await jobsOf(db, 600)).toEqual([]);
    expect(await jobsOf(db, 610)).toEqual([ended]);
  });

  test("are read anew where another version wrote them down", async () => {
    const db = await open();
    await read(db, 700, [queued]);
    await db.executeSql("update sweepbot.run_job set job = '{\"id\": 1}' where run_id = 700");
    expect(await readJobs(db, attemptOf(700))).toBeNull();
  });

  test("go with their run when it was last changed long ago", async () => {
    const db = await open();
    await read(db, 800, [queued]);
    await watchRun(db, PULL, underWay(801, { updatedAt: NOW }));
    await pruneRuns(db, NOW - MINUTE_MS);
    expect(await jobsOf(db, 800)).toBeNull();
    const { rows } = await db.executeSql("select 1 from sweepbot.run_job where run_id = 800");
    expect(rows).toEqual([]);
    expect(await readWatchedRun(db, REPOSITORY, 801)).not.toBeNull();
  });
});

describeDatabases("watched runs", (open) => {
  const sighting = (run: ReturnType<typeof underWay>): Extract<Sighting, { kind: "run" }> => ({
    kind: "run",
    repositoryId: REPOSITORY,
    run,
  });

  test("are not there until they are watched, and were not asked for then", async () => {
    const db = await open();
    await keepRunSighting(db, sighting(underWay(10)));
    expect(await readWatchedRun(db, REPOSITORY, 10)).toBeNull();
    await watchRun(db, PULL, underWay(10));
    expect(await readWatchedRun(db, REPOSITORY, 10)).toEqual({
      run: underWay(10),
      readAt: 0,
      stirred: false,
      hasOpenJobs: false,
    });
  });

  test("have open jobs until the last of the attempt has ended", async () => {
    const db = await open();
    await watchRun(db, PULL, underWay(15));
    const hasOpenJobs = async (): Promise<boolean | undefined> =>
      (await readWatchedRun(db, REPOSITORY, 15))?.hasOpenJobs;
    const key = { repositoryId: REPOSITORY, runId: 15, attempt: 1 };
    await keepJobReading(db, key, { jobs: [queued], readAt: NOW, isFinal: false });
    expect(await hasOpenJobs()).toBe(true);
    await keepJobSightings(db, [told(15, ended)]);
    expect(await hasOpenJobs()).toBe(false);
  });

  test("go forward only, over attempts too", async () => {
    const db = await open();
    const first = aRun(20).run;
    await watchRun(db, PULL, underWay(20));
    await keepRunSighting(db, sighting(first));
    await keepRunSighting(db, sighting(underWay(20)));
    expect((await readWatchedRun(db, REPOSITORY, 20))?.run).toEqual(first);
    const second = underWay(20, { attempt: 2 });
    await keepRunSighting(db, sighting(second));
    await keepRunSighting(db, sighting(first));
    expect(await keepRunReading(db, REPOSITORY, { run: first, at: NOW })).toEqual(second);
    expect(await readWatchedRun(db, REPOSITORY, 20)).toMatchObject({ run: second, readAt: NOW });
  });

  test("tell once that their jobs have moved, and never for what was known", async () => {
    const db = await open();
    await watchRun(db, PULL, underWay(30));
    const stirred = async (): Promise<boolean | undefined> =>
      (await readWatchedRun(db, REPOSITORY, 30))?.stirred;
    await keepJobSightings(db, [told(30, begun)]);
    expect([await stirred(), await stirred()]).toEqual([true, false]);
    await keepJobSightings(db, [told(30, queued)]);
    expect(await stirred()).toBe(false);
  });
});

describeDatabases("runner pools", (open) => {
  test("hold the open jobs of other pull requests' sweeps that are looked after", async () => {
    const db = await open();
    const watch = async (
      pull: number,
      run: ReturnType<typeof underWay>,
      readAt = NOW,
    ): Promise<void> => {
      const attempt = { repositoryId: REPOSITORY, runId: run.id, attempt: run.attempt };
      await watchRun(db, pullRef(pull), run);
      const jobs = [
        aJob("eval / waits", { id: run.id * 10, status: "queued" }),
        aJob("eval / ended", { id: run.id * 10 + 1 }),
      ];
      await keepJobReading(db, attempt, { jobs, readAt, isFinal: false });
    };
    await watch(1, underWay(1));
    await watch(2, underWay(2));
    await watch(3, aRun(3).run);
    await watch(4, underWay(4), NOW - 61 * MINUTE_MS);
    const others = await listOpenJobsOfOthers(db, PULL, NOW);
    expect(others.map(({ id }) => id)).toEqual([20]);
    expect(await listOpenJobsOfOthers(db, pullRef(1, 8), NOW)).toEqual([]);
  });
});
