import { expect, test } from "@jest/globals";
import { keepStaging, listStagings } from "../../src/queue/stagings.ts";
import { describeDatabases } from "../support/database.ts";

const callback = {
  commentId: 5_123_456_789,
  runId: 15_123_456_789,
  appRunId: 15_123_456_790,
  sourceRepository: "acme/results-app",
  state: "started",
} as const;

describeDatabases("what was told of stagings", (open) => {
  test("is kept once for each delivery, as it was, and given back for its pull request", async () => {
    const db = await open();
    const ended = { ...callback, state: "succeeded" } as const;
    await keepStaging(db, "s-1", { repositoryId: 7, pull: 1, callback });
    await keepStaging(db, "s-1", { repositoryId: 7, pull: 1, callback: ended });
    await keepStaging(db, "s-2", { repositoryId: 7, pull: 1, callback: ended });
    await keepStaging(db, "s-3", { repositoryId: 8, pull: 1, callback });
    expect(await listStagings(db, { repositoryId: 7, pull: 1 })).toEqual([callback, ended]);
    expect(await listStagings(db, { repositoryId: 7, pull: 2 })).toEqual([]);
  });

  test("is forgotten after ninety days", async () => {
    const db = await open();
    await keepStaging(db, "s-4", { repositoryId: 7, pull: 3, callback });
    await db.executeSql(
      "update sweepbot.staging set kept_at = now() - interval '91 days' where delivery_id = 's-4'",
    );
    await keepStaging(db, "s-5", { repositoryId: 7, pull: 4, callback });
    expect(await listStagings(db, { repositoryId: 7, pull: 3 })).toEqual([]);
    expect(await listStagings(db, { repositoryId: 7, pull: 4 })).toHaveLength(1);
  });
});
