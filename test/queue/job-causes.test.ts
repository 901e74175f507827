import { expect, test } from "@jest/globals";
import { known, unknown } from "../../src/core/model/reading.ts";
import { keepCause, readCausesOf } from "../../src/queue/job-causes.ts";
import { aFinding } from "../support/causes.ts";
import { describeDatabases } from "../support/database.ts";
import { NASTY } from "../support/verdicts.ts";

describeDatabases("why jobs failed", (open) => {
  const place = { repositoryId: 501, signatures: "one" };
  const finding = known(aFinding({ text: NASTY }));

  test("is kept as it was found, known or not", async () => {
    const db = await open();
    const causes = {
      41: finding,
      42: known(null),
      43: unknown("too_large"),
      44: unknown("not_found"),
    };
    for (const [id, cause] of Object.entries(causes)) {
      await keepCause(db, place, { jobId: Number(id), cause });
    }
    expect(await readCausesOf(db, place, [41, 42, 43, 44, 45])).toEqual(causes);
    expect(await readCausesOf(db, place, [42])).toEqual({ 42: known(null) });
  });

  test("is forgotten with other signatures, and belongs to one repository", async () => {
    const db = await open();
    const jobId = 99_999_999_999;
    await keepCause(db, place, { jobId, cause: known(null) });
    expect(await readCausesOf(db, { ...place, signatures: "two" }, [jobId])).toEqual({});
    expect(await readCausesOf(db, { ...place, repositoryId: 502 }, [jobId])).toEqual({});
    await keepCause(db, { ...place, signatures: "two" }, { jobId, cause: finding });
    expect(await readCausesOf(db, { ...place, signatures: "two" }, [jobId])).toEqual({
      [jobId]: finding,
    });
  });

  test("that reads otherwise than today is as good as none, and old ones go", async () => {
    const db = await open();
    await keepCause(db, place, { jobId: 51, cause: finding });
    await keepCause(db, place, { jobId: 52, cause: finding });
    await db.executeSql(
      `update sweepbot.job_cause set cause = '{"kind":"guess"}' where job_id = 51`,
    );
    expect(Object.keys(await readCausesOf(db, place, [51, 52]))).toEqual(["52"]);
    await db.executeSql("update sweepbot.job_cause set kept_at = now() - interval '91 days'");
    await keepCause(db, place, { jobId: 53, cause: finding });
    expect(Object.keys(await readCausesOf(db, place, [51, 52, 53]))).toEqual(["53"]);
  });
});
