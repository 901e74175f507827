import { expect, test } from "@jest/globals";
import { appendAudit } from "../../src/queue/audit.ts";
import { claim, findClaimedPull, listClaims, record, release } from "../../src/queue/claims.ts";
import { describeDatabases } from "../support/database.ts";
import { pullRef } from "./pulls.ts";

describeDatabases("claims", (open) => {
  const about = { pull: pullRef(1), kind: "dispatch_workflow" };

  test("gives a key to exactly one of many that ask at the same moment", async () => {
    const db = await open();
    const answers = await Promise.all(
      Array.from({ length: 50 }, async () => await claim(db, "contended", about)),
    );
    expect(answers.filter(({ state }) => state === "new")).toHaveLength(1);
    expect(answers.filter(({ state }) => state === "claimed")).toHaveLength(49);
  });

  test("says since when a key is claimed as long as nothing is recorded", async () => {
    const db = await open();
    const before = Date.now();
    await claim(db, "slow", about);
    const again = await claim(db, "slow", about);
    expect(again.state).toBe("claimed");
    const at = again.state === "claimed" ? again.at : 0;
    expect(Math.abs(at - before)).toBeLessThan(5_000);
  });

  test("answers with the first recorded result ever after", async () => {
    const db = await open();
    await claim(db, "recorded", about);
    await record(db, "recorded", "run 77");
    await record(db, "recorded", "run 78");
    await release(db, "recorded");
    expect(await claim(db, "recorded", about)).toEqual({ state: "recorded", result: "run 77" });
  });

  test("lets a released key be claimed anew", async () => {
    const db = await open();
    await claim(db, "released", about);
    await release(db, "released");
    expect(await claim(db, "released", about)).toEqual({ state: "new" });
  });

  test("records nothing for a key that nobody claimed", async () => {
    const db = await open();
    await record(db, "unclaimed", "run 1");
    expect(await claim(db, "unclaimed", about)).toEqual({ state: "new" });
  });

  test("lists the claims of one pull request only", async () => {
    const db = await open();
    await claim(db, "mine", { pull: pullRef(5), kind: "dispatch_workflow" });
    await claim(db, "mine too", { pull: pullRef(5), kind: "dispatch_repository" });
    await claim(db, "of another repository", { pull: pullRef(5, 8), kind: "dispatch_workflow" });
    await record(db, "mine", "run 9");
    const listed = await listClaims(db, pullRef(5));
    expect(listed.map(({ key, kind, result }) => ({ key, kind, result }))).toEqual([
      { key: "mine", kind: "dispatch_workflow", result: "run 9" },
      { key: "mine too", kind: "dispatch_repository", result: null },
    ]);
  });

  test("finds the pull request of a recorded result, of that kind and no other", async () => {
    const db = await open();
    await appendAudit(db, pullRef(6), []);
    await claim(db, "sweep of 6", { pull: pullRef(6), kind: "sweep" });
    expect(await findClaimedPull(db, "sweep", "4711")).toBeNull();
    await record(db, "sweep of 6", "4711");
    expect(await findClaimedPull(db, "sweep", "4711")).toEqual(pullRef(6));
    expect(await findClaimedPull(db, "ingest", "4711")).toBeNull();
  });
});
