import { expect, test } from "@jest/globals";
import { known, unknown } from "../../src/core/model/reading.ts";
import type { BenchRow, Picture } from "../../src/core/model/results.ts";
import { keepArtifactRows, readArtifactRows } from "../../src/queue/artifact-rows.ts";
import { keepPicture, readPicture } from "../../src/queue/pictures.ts";
import { keepPublishedRows, readBaselines } from "../../src/queue/published-rows.ts";
import { describeDatabases } from "../support/database.ts";
import { agenticRow, benchRow, evalRow, rowsIn } from "../support/results.ts";

const [ROW, OTHER] = [benchRow(), benchRow({ conc: 8 })];

describeDatabases("what an artifact said", (open) => {
  test("is kept whole, by repository and artifact", async () => {
    const db = await open();
    const rows = rowsIn([agenticRow(), evalRow(), 7]);
    await keepArtifactRows(db, { repositoryId: 1, id: 9_007_199_254 }, known(rows));
    await keepArtifactRows(db, { repositoryId: 1, id: 5 }, unknown("unreadable"));
    await keepArtifactRows(db, { repositoryId: 2, id: 6 }, known(rows));
    expect([...(await readArtifactRows(db, 1, [5, 6, 9_007_199_254]))].sort()).toEqual([
      [5, unknown("unreadable")],
      [9_007_199_254, known(rows)],
    ]);
    expect(await readArtifactRows(db, 1, [])).toEqual(new Map());
  });

  test("is read anew where another reader kept it, and forgotten after some months", async () => {
    const db = await open();
    await keepArtifactRows(db, { repositoryId: 3, id: 1 }, known(rowsIn([])));
    await db.executeSql(
      `update sweepbot.artifact_rows set reading = jsonb_set(reading, '{reader}', '0')
       where repository_id = 3`,
    );
    expect(await readArtifactRows(db, 3, [1])).toEqual(new Map());
    await db.executeSql(
      "update sweepbot.artifact_rows set kept_at = now() - interval '121 days' where repository_id = 3",
    );
    await keepArtifactRows(db, { repositoryId: 3, id: 2 }, known(rowsIn([])));
    const { rows } = await db.executeSql(
      "select artifact_id::int as id from sweepbot.artifact_rows where repository_id = 3",
    );
    expect(rows).toEqual([{ id: 2 }]);
  });
});

describeDatabases("published rows", (open) => {
  const identity = ROW.identity ?? "";
  const withTput = (tputPerGpu: number): BenchRow => ({
    ...ROW,
    metrics: { ...ROW.metrics, tputPerGpu },
  });

  test("are found by identity, the newest first, and only those from before", async () => {
    const db = await open();
    await keepPublishedRows(db, 1, [
      { runId: 10, at: 1_000, rows: [withTput(1), OTHER] },
      { runId: 12, at: 3_000, rows: [withTput(3)] },
      { runId: 11, at: 2_000, rows: [withTput(2)] },
    ]);
    const read = async (before: number | null): Promise<unknown> => {
      const found = await readBaselines(db, { repositoryId: 1, before }, [identity, "none"]);
      return Object.values(found).map(({ runId, metrics }) => [runId, metrics.tputPerGpu]);
    };
    expect(await read(null)).toEqual([[12, 3]]);
    expect(await read(3_000)).toEqual([[11, 2]]);
    expect(await read(1_000)).toEqual([]);
    expect(await readBaselines(db, { repositoryId: 2, before: null }, [identity])).toEqual({});
  });

  test("stand as they were kept first, however often they are kept", async () => {
    const db = await open();
    const at = 1_772_452_800_000;
    await keepPublishedRows(db, 4, [{ runId: 10, at, rows: [withTput(1)] }]);
    await keepPublishedRows(db, 4, [{ runId: 10, at: at + 1, rows: [withTput(2), OTHER] }]);
    const { rows } = await db.executeSql(
      "select published_at::float8 as at from sweepbot.published_row where repository_id = 4 order by at",
    );
    expect(rows).toEqual([{ at }, { at: at + 1 }]);
  });

  test("without an identity are compared with nothing", async () => {
    const db = await open();
    const rows = [benchRow({ hw: undefined })];
    await expect(keepPublishedRows(db, 5, [{ runId: 1, at: 1, rows }])).resolves.toBeUndefined();
  });

  test("of one point do not pile up", async () => {
    const db = await open();
    for (let run = 1; run <= 9; run += 1) {
      await keepPublishedRows(db, 6, [{ runId: run, at: run, rows: [ROW] }]);
    }
    const { rows } = await db.executeSql(
      "select run_id::int as run from sweepbot.published_row where repository_id = 6 order by run",
    );
    expect(rows.map(({ run }) => run)).toEqual([5, 6, 7, 8, 9]);
  });
});

describeDatabases("pictures", (open) => {
  test("are kept by repository, pull request and run, the newest content", async () => {
    const db = await open();
    const place = { repositoryId: 1, pull: 42, runId: 900 };
    const picture: Picture = {
      language: "zh",
      runId: 900,
      curve: { series: [{ name: "a", head: [{ x: 1, y: 2, concurrency: 4 }], base: [] }], more: 0 },
    };
    await keepPicture(db, place, { ...picture, language: "en" });
    await keepPicture(db, place, picture);
    expect(await readPicture(db, place)).toEqual(picture);
    expect(await readPicture(db, { ...place, pull: 43 })).toBeNull();
    await db.executeSql("update sweepbot.picture set kept_at = now() - interval '456 days'");
    await keepPicture(db, place, picture);
    expect(await readPicture(db, place)).toEqual(picture);
    await keepPicture(db, { ...place, pull: 43 }, picture);
    expect(await readPicture(db, place)).toBeNull();
  });
});
