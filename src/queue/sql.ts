import type { ConstructorOptions } from "pg-boss";
import type { z } from "zod";

export type Row = Readonly<Record<string, unknown>>;

/** Where statements can be run: a database, or a transaction on one. Fits pg-boss's `db` option. */
export interface Statements {
  /** Runs one statement with values, or several without; gives the rows of all of them. */
  executeSql(text: string, values?: unknown[]): Promise<{ rows: Row[] }>;
}

/** PostgreSQL, embedded or on a server. The SQL is the same for both. */
export interface Database extends Statements {
  readonly kind: "embedded" | "server";
  /** What pg-boss is to be constructed with so that its jobs live in this database. */
  readonly boss: Pick<ConstructorOptions, "db" | "backend" | "connectionString" | "max">;
  /** Commits when the body resolves and rolls back when it rejects. The body may only use its argument. */
  transaction<T>(body: (db: Statements) => Promise<T>): Promise<T>;
  /** Gives back what deleted rows and the write-ahead log hold on to; a server does that by itself. */
  tidy(): Promise<void>;
  close(): Promise<void>;
}

/** Runs one statement and gives its rows in the shape of the schema; a row of another shape throws. */
export async function readRows<S extends z.ZodType>(
  db: Statements,
  schema: S,
  text: string,
  values: unknown[] = [],
): Promise<z.output<S>[]> {
  const { rows } = await db.executeSql(text, values);
  return rows.map((row) => schema.parse(row));
}

/** JSON that PostgreSQL takes whatever people wrote: it holds neither NUL nor halves of characters. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === "string" ? part.replaceAll(/[\0\p{Cs}]/gu, "\uFFFD") : part,
  );
}
