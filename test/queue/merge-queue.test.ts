import { expect, test } from "@jest/globals";
import { joinQueue, leaveQueue, listQueue, takeTurn } from "../../src/queue/merge-queue.ts";
import { describeDatabases } from "../support/database.ts";
import { pullRef } from "./pulls.ts";

describeDatabases("the queue of pull requests that are merged by command", (open) => {
  test("keeps them by when they were ordered, and one turn for each repository", async () => {
    const db = await open();
    const [a, b, other] = [pullRef(1), pullRef(2), { ...pullRef(3), repositoryId: 999 }];
    await joinQueue(db, b, 200);
    await joinQueue(db, a, 100);
    await joinQueue(db, other, 50);
    await joinQueue(db, a, 100);
    const places = (await listQueue(db, b)).map(({ pull, holdsTurn }) => [pull, holdsTurn]);
    expect(places).toEqual([
      [1, false],
      [2, false],
    ]);
    expect(await takeTurn(db, a)).toBe(true);
    expect(await takeTurn(db, a)).toBe(true);
    expect(await takeTurn(db, b)).toBe(false);
    expect(await takeTurn(db, other)).toBe(true);
    expect(await leaveQueue(db, a)).toEqual([b]);
    expect(await leaveQueue(db, a)).toEqual([]);
    expect(await takeTurn(db, b)).toBe(true);
    await leaveQueue(db, b);
    await leaveQueue(db, other);
  });

  test("of many that try at the same time one gets the turn", async () => {
    const db = await open();
    const refs = [1, 2, 3, 4, 5].map((pull) => pullRef(pull));
    for (const ref of refs) await joinQueue(db, ref, ref.pull);
    const taken = await Promise.all(refs.map((ref) => takeTurn(db, ref)));
    expect(taken.filter(Boolean)).toHaveLength(1);
    for (const ref of refs) await leaveQueue(db, ref);
  });

  test("one that nobody looks at any more holds nobody up", async () => {
    const db = await open();
    const [a, b] = [pullRef(1), pullRef(2)];
    await joinQueue(db, a, 100);
    await takeTurn(db, a);
    await joinQueue(db, b, 200);
    await db.executeSql(
      "update sweepbot.merge_queue set kept_at = now() - interval '16 minutes' where number = 1",
    );
    expect((await listQueue(db, b)).map(({ pull }) => pull)).toEqual([2]);
    expect(await takeTurn(db, b)).toBe(true);
    expect(await takeTurn(db, a)).toBe(false);
    for (const ref of [a, b]) await leaveQueue(db, ref);
  });
});
