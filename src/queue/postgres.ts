import pg from "pg";
import type { Database, Statements } from "./sql.ts";

const connectTimeoutMs = 5_000;
const defaultConnections = 10;

/** A PostgreSQL server behind a pool; connects at the first statement, never at construction. */
export function openServer(url: string, connections = defaultConnections): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: connectTimeoutMs,
  });
  // An idle connection that breaks is replaced at the next statement; unheard, the event ends the process.
  pool.on("error", () => undefined);
  return {
    kind: "server",
    // pg-boss keeps a pool of its own here: only that one can hold the connection that LISTENs.
    boss: { connectionString: url, max: connections, backend: "postgres" },
    executeSql: async (text, values) => await statements(pool).executeSql(text, values),
    transaction: async (body) => await inTransaction(pool, body),
    tidy: () => Promise.resolve(),
    close: async () => {
      await pool.end();
    },
  };
}

function statements(client: pg.Pool | pg.PoolClient): Statements {
  return {
    executeSql: async (text, values) => {
      // Several statements in one text give one result each, which the types of pg do not tell.
      const result: unknown = await client.query(text, values);
      const results = (Array.isArray(result) ? result : [result]) as pg.QueryResult[];
      return { rows: results.flatMap((each) => each.rows as Record<string, unknown>[]) };
    },
  };
}

async function inTransaction<T>(pool: pg.Pool, body: (db: Statements) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken = false;
  try {
    await client.query("begin");
    const result = await body(statements(client));
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback").catch(() => {
      broken = true;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}
