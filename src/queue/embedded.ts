import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { PGlite, type Transaction } from "@electric-sql/pglite";
import { fromPglite } from "pg-boss";
import type { Database, Row, Statements } from "./sql.ts";
import { lockFolder } from "./folder-lock.ts";

const LOCK_FILE = "in-use.lock";
const DATA_FOLDER = "postgres";

/** PostgreSQL in this process, in a folder that it makes; one process at a time (`FolderInUse`). */
export async function openEmbedded(folder: string): Promise<Database> {
  await mkdir(folder, { recursive: true });
  const lock = await lockFolder(folder, LOCK_FILE);
  try {
    const pglite = await PGlite.create(join(folder, DATA_FOLDER));
    return embedded(pglite, lock.release);
  } catch (error) {
    await lock.release();
    throw error;
  }
}

function embedded(pglite: PGlite, release: () => Promise<void>): Database {
  return {
    kind: "embedded",
    boss: { db: fromPglite(pglite), backend: "pglite" },
    executeSql: async (text, values) => await statements(pglite).executeSql(text, values),
    transaction: async (body) => await pglite.transaction((tx) => body(statements(tx))),
    tidy: async () => {
      // Without a postmaster there is neither autovacuum nor a checkpointer: unasked, dead rows and
      // the write-ahead log only ever grow, and a start after a crash replays all of it.
      await pglite.exec("vacuum");
      await pglite.exec("checkpoint");
    },
    close: async () => {
      try {
        await pglite.close();
      } finally {
        await release();
      }
    },
  };
}

function statements(client: PGlite | Transaction): Statements {
  return {
    executeSql: async (text, values) => {
      if (values !== undefined && values.length > 0) {
        return { rows: (await client.query<Row>(text, values)).rows };
      }
      // Only exec takes several statements in one text.
      const results = await client.exec(text);
      return { rows: results.flatMap((each) => each.rows as Row[]) };
    },
  };
}
