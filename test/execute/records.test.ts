import { expect, test } from "@jest/globals";
import { decide } from "../../src/core/decide/decide.ts";
import { plan } from "../../src/core/plan/plan.ts";
import type { Facts } from "../../src/core/model/facts.ts";
import type { Look } from "../../src/pipeline.ts";
import { listAudit } from "../../src/queue/audit.ts";
import { openRecords } from "../../src/records.ts";
import { aPull, FULL, labelled } from "../support/build.ts";
import { describeDatabases } from "../support/database.ts";
import { dictionary, someFacts } from "../support/facts.ts";

function lookAt(facts: Facts): Look {
  const verdicts = decide(facts);
  return { facts, verdicts, plan: plan(verdicts, facts, dictionary) };
}

const merge = { mergeSha: "d".repeat(40), run: null, artifacts: [], checkRuns: [] };
const merged = aPull({ state: "closed", merged: true, mergeCommitSha: merge.mergeSha });
const source = { installationId: 5, repositoryId: 501, owner: "acme", name: "gpu-benchmarks" };

describeDatabases("what a look concluded", (open) => {
  async function kept(pull: number, looks: readonly Facts[]): Promise<readonly unknown[]> {
    const database = await open();
    const records = openRecords(database);
    for (const facts of looks) await records.auditDecision({ ...source, pull }, lookAt(facts));
    return (await listAudit(database, { ...source, pull }, 50))
      .map(({ detail }) => detail)
      .reverse();
  }

  test("is kept in codes, with the reason beside what has one", async () => {
    const rows = await kept(1, [someFacts(), someFacts({ pull: merged, merge })]);
    expect(rows).toMatchObject([
      {
        head: "bbbbbbbbbbbb",
        changelog: "valid",
        matrix: "planned",
        sweep: "idle: no_label",
        reuse: "none",
        signoff: "status_waiting",
        merge: "notMerged",
      },
      { sweep: "idle: merged", merge: "nothing: no_reuse", effects: [] },
    ]);
  });

  test("is kept once while it stays the same", async () => {
    expect(await kept(2, [someFacts(), someFacts(), someFacts()])).toHaveLength(1);
  });

  test("is kept again when it changes, and when it changes back", async () => {
    expect(await kept(3, [someFacts(), someFacts(labelled([FULL])), someFacts()])).toHaveLength(3);
  });
});

describeDatabases("a claim that nobody finished", (open) => {
  const pull = { ...source, pull: 9 };

  test("is taken over by one of two that try at once, and only while it is the one they saw", async () => {
    const database = await open();
    const { claimStore } = openRecords(database);
    expect(await claimStore.claim("k", { pull, kind: "sweep" })).toEqual({ state: "new" });
    await database.executeSql(
      "update sweepbot.claim set claimed_at = claimed_at - interval '1 minute' where key = $1",
      ["k"],
    );
    const seen = await claimStore.claim("k", { pull, kind: "sweep" });
    const at = seen.state === "claimed" ? seen.at : 0;
    expect(await claimStore.takeOver("k", at + 60_000)).toBe(false);
    const taken = await Promise.all([1, 2].map(() => claimStore.takeOver("k", at)));
    expect([...taken].sort()).toEqual([false, true]);
  });

  test("is not taken over once its result is recorded, nor where nobody claimed", async () => {
    const { claimStore } = openRecords(await open());
    await claimStore.claim("done", { pull, kind: "sweep" });
    const seen = await claimStore.claim("done", { pull, kind: "sweep" });
    await claimStore.record("done", "900");
    const at = seen.state === "claimed" ? seen.at : 0;
    expect(await claimStore.takeOver("done", at)).toBe(false);
    expect(await claimStore.takeOver("never", at)).toBe(false);
  });
});
