import { expect, test } from "@jest/globals";
import { appendAudit, listAudit, listSeenPulls } from "../../src/queue/audit.ts";
import { readLastGood, saveLastGood } from "../../src/queue/last-good.ts";
import { describeDatabases } from "../support/database.ts";
import { pullRef } from "./pulls.ts";

describeDatabases("audit trail", (open) => {
  test("keeps rows in order and gives the newest first", async () => {
    const db = await open();
    await appendAudit(db, pullRef(1), [
      { kind: "decision", code: "sweep_wanted", detail: { jobs: 12 } },
      { kind: "effect", code: "create_comment", detail: null },
    ]);
    await appendAudit(db, pullRef(1), [
      { kind: "failure", code: "given_up", detail: 'it\'s "odd" ✓' },
    ]);
    const rows = await listAudit(db, pullRef(1), 10);
    expect(rows.map(({ kind, code, detail }) => ({ kind, code, detail }))).toEqual([
      { kind: "failure", code: "given_up", detail: 'it\'s "odd" ✓' },
      { kind: "effect", code: "create_comment", detail: null },
      { kind: "decision", code: "sweep_wanted", detail: { jobs: 12 } },
    ]);
    expect(await listAudit(db, pullRef(1), 1)).toHaveLength(1);
    expect(Math.abs((rows[0]?.at ?? 0) - Date.now())).toBeLessThan(60_000);
  });

  test("keeps pull requests of the same number in two repositories apart", async () => {
    const db = await open();
    await appendAudit(db, pullRef(2, 8), [{ kind: "decision", code: "elsewhere", detail: {} }]);
    expect(await listAudit(db, pullRef(2, 7), 10)).toEqual([]);
  });

  test("lists a renamed repository's pull request once, under its new name", async () => {
    const db = await open();
    const entry = { kind: "decision", code: "seen", detail: {} } as const;
    await appendAudit(db, pullRef(3), [entry]);
    await appendAudit(db, { ...pullRef(3), name: "renamed" }, [entry]);
    const seen = (await listSeenPulls(db, 100)).filter(({ ref }) => ref.pull === 3);
    expect(seen.map(({ ref }) => ref.name)).toEqual(["renamed"]);
  });

  test("does nothing for no entries but count the pull request as seen", async () => {
    const db = await open();
    await appendAudit(db, pullRef(4), []);
    expect(await listAudit(db, pullRef(4), 10)).toEqual([]);
    expect((await listSeenPulls(db, 100)).some(({ ref }) => ref.pull === 4)).toBe(true);
  });

  test("keeps the last good configuration of each repository", async () => {
    const db = await open();
    expect(await readLastGood(db, 1)).toBeNull();
    await saveLastGood(db, 1, "labels: {}\n");
    await saveLastGood(db, 1, "labels: { full: sweep }\n");
    await saveLastGood(db, 2, "");
    expect(await readLastGood(db, 1)).toBe("labels: { full: sweep }\n");
    expect(await readLastGood(db, 2)).toBe("");
  });
});
