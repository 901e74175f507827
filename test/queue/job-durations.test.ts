import { expect, test } from "@jest/globals";
import { keepDurations, listPastDurations } from "../../src/queue/job-durations.ts";
import { MINUTE_MS, NOW } from "../support/build.ts";
import { describeDatabases } from "../support/database.ts";
import { pullRef } from "./pulls.ts";

const REPOSITORY = pullRef(1).repositoryId;

describeDatabases("how long jobs took", (open) => {
  test("has a median of each family, of its newest two hundred jobs", async () => {
    const db = await open();
    const of = (jobId: number, minutes: number): Parameters<typeof keepDurations>[2][number] => ({
      jobId,
      family: "eval",
      pool: "b200",
      ms: minutes * MINUTE_MS,
      endedAt: NOW + jobId,
    });
    await keepDurations(db, REPOSITORY, [of(1, 10), of(2, 30), of(3, 20)]);
    await keepDurations(db, REPOSITORY, [of(3, 99), { ...of(4, 5), family: "agentic" }]);
    await keepDurations(db, 8, [of(1, 1)]);
    expect(await listPastDurations(db, REPOSITORY)).toEqual([
      { family: "agentic", pool: "b200", medianMs: 5 * MINUTE_MS, jobs: 1 },
      { family: "eval", pool: "b200", medianMs: 20 * MINUTE_MS, jobs: 3 },
    ]);
    await keepDurations(
      db,
      REPOSITORY,
      Array.from({ length: 200 }, (_, index) => of(100 + index, 7)),
    );
    expect(await listPastDurations(db, REPOSITORY)).toContainEqual({
      ...{ family: "eval", pool: "b200", medianMs: 7 * MINUTE_MS, jobs: 200 },
    });
  });
});
