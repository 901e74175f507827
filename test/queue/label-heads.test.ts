import { expect, test } from "@jest/globals";
import { keepLabelHead, listLabelHeads } from "../../src/queue/label-heads.ts";
import { HEAD, EARLIER } from "../support/build.ts";
import { describeDatabases } from "../support/database.ts";
import { aLabelHead } from "../support/fork.ts";

describeDatabases("heads that labels were put on at", (open) => {
  const seen = (pull: number, more: Parameters<typeof aLabelHead>[0] = {}, repositoryId = 7) => ({
    repositoryId,
    pull,
    head: aLabelHead(more),
  });

  test("are kept once for each delivery, oldest first, as they were", async () => {
    const db = await open();
    const later = aLabelHead({ at: aLabelHead().at + 1_000, headSha: EARLIER });
    await keepLabelHead(db, "d-2", { repositoryId: 7, pull: 1, head: later });
    await keepLabelHead(db, "d-1", seen(1));
    await keepLabelHead(db, "d-1", seen(1, { headSha: EARLIER }));
    expect(await listLabelHeads(db, { repositoryId: 7, pull: 1 })).toEqual([aLabelHead(), later]);
  });

  test("belong to one pull request of one repository", async () => {
    const db = await open();
    await keepLabelHead(db, "d-3", seen(2, { headSha: HEAD }, 8));
    expect(await listLabelHeads(db, { repositoryId: 7, pull: 2 })).toEqual([]);
    expect(await listLabelHeads(db, { repositoryId: 8, pull: 2 })).toHaveLength(1);
  });

  test("are forgotten after ninety days", async () => {
    const db = await open();
    await keepLabelHead(db, "d-4", seen(3));
    await keepLabelHead(db, "d-5", seen(3));
    await db.executeSql(
      "update sweepbot.label_head set kept_at = now() - interval '91 days' where delivery_id = 'd-4'",
    );
    await keepLabelHead(db, "d-6", seen(4));
    expect(await listLabelHeads(db, { repositoryId: 7, pull: 3 })).toHaveLength(1);
  });
});
