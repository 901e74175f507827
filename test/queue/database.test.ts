import { expect, test } from "@jest/globals";
import { z } from "zod";
import { readRows } from "../../src/queue/sql.ts";
import { migrate, SchemaTooNew } from "../../src/queue/migrations.ts";
import { describeDatabases } from "../support/database.ts";

describeDatabases("database", (open, kind) => {
  test("keeps what a transaction did when it ends well, and nothing of one that fails", async () => {
    const db = await open();
    await db.executeSql("create table kept (id integer)");
    await db.transaction(async (tx) => {
      await tx.executeSql("insert into kept values ($1)", [1]);
    });
    const failing = db.transaction(async (tx) => {
      await tx.executeSql("insert into kept values ($1)", [2]);
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect((await db.executeSql("select id from kept")).rows).toEqual([{ id: 1 }]);
  });

  test("goes on after a statement that failed, inside a transaction and outside", async () => {
    const db = await open();
    await expect(db.executeSql("select * from nowhere")).rejects.toThrow("nowhere");
    const failing = db.transaction(async (tx) => await tx.executeSql("select 1 / $1::int", [0]));
    await expect(failing).rejects.toThrow("zero");
    expect((await db.executeSql("select 1 as one")).rows).toEqual([{ one: 1 }]);
  });

  test("runs several statements in one text and gives all their rows", async () => {
    const db = await open();
    const { rows } = await db.executeSql("select 1 as a; select 2 as a");
    expect(rows).toEqual([{ a: 1 }, { a: 2 }]);
  });

  test("migrates once, however many start at the same moment", async () => {
    const db = await open();
    await Promise.all(
      Array.from({ length: kind === "server" ? 4 : 2 }, async () => {
        await migrate(db);
      }),
    );
    const versions = await readRows(
      db,
      z.object({ version: z.number() }),
      "select version from sweepbot.migration order by version",
    );
    expect(versions.map(({ version }) => version)).toEqual(versions.map((_, index) => index + 1));
  });

  test("refuses to touch the tables of a newer version", async () => {
    const db = await open();
    await db.executeSql("insert into sweepbot.migration (version) values (9999)");
    await expect(migrate(db)).rejects.toBeInstanceOf(SchemaTooNew);
    await db.executeSql("delete from sweepbot.migration where version = 9999");
  });

  test("throws on a row of another shape instead of passing it on", async () => {
    const db = await open();
    const reading = readRows(db, z.object({ one: z.string() }), "select 1 as one");
    await expect(reading).rejects.toBeInstanceOf(z.ZodError);
  });

  test("tidies up beside other statements", async () => {
    const db = await open();
    await Promise.all([db.tidy(), db.executeSql("select 1")]);
    expect((await db.executeSql("select 1 as one")).rows).toEqual([{ one: 1 }]);
  });
});
