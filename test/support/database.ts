import { createHash, randomUUID } from "node:crypto";
import { constants, existsSync } from "node:fs";
import { cp, mkdtemp, readFile, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, test } from "@jest/globals";
import pg from "pg";
import { openDatabase, type Database, type DatabaseLocation } from "../../src/queue/database.ts";
import { openPullQueue } from "../../src/queue/pull-queue.ts";

const root = join(import.meta.dirname, "..", "..");
/** What the tables in the template depend on. */
const SCHEMA_FILES = [
  "node_modules/@electric-sql/pglite/package.json",
  "node_modules/pg-boss/package.json",
  "src/queue/migrations.ts",
  "src/queue/boss.ts",
];
const serverUrl = process.env["TEST_DATABASE_URL"];

/** A fresh place for a database, and how to take it away again. */
export interface FreshLocation {
  readonly location: DatabaseLocation;
  readonly remove: () => Promise<void>;
}

/**
 * An empty data folder with all tables. Making one takes seconds, so it is made once for each version
 * of the schema, kept in the system's temporary folder, and copied.
 */
export async function freshFolder(): Promise<FreshLocation & { readonly folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), "sweepbot-test-"));
  await cp(await readyTemplate(), folder, { recursive: true, mode: constants.COPYFILE_FICLONE });
  return {
    folder,
    location: { kind: "embedded", folder },
    remove: async () => {
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** An empty database on the PostgreSQL server of TEST_DATABASE_URL; null where that names none. */
export async function serverDatabase(): Promise<FreshLocation | null> {
  return serverUrl === undefined ? null : await freshServerDatabase(serverUrl);
}

async function freshServerDatabase(base: string): Promise<FreshLocation> {
  const name = `sweepbot_test_${randomUUID().replaceAll("-", "")}`;
  await onServer(base, `create database ${name}`);
  const url = new URL(base);
  url.pathname = `/${name}`;
  return {
    location: { kind: "server", url: url.href },
    remove: async () => {
      await onServer(base, `drop database ${name} with (force)`);
    },
  };
}

/**
 * Runs the stories on the embedded database, and on a PostgreSQL server where TEST_DATABASE_URL names
 * one. `open` gives one database for the whole block; it is closed and removed at the end.
 */
export function describeDatabases(
  name: string,
  body: (open: () => Promise<Database>, kind: Database["kind"]) => void,
): void {
  describe(`${name} (embedded database)`, () => {
    body(shared(freshFolder), "embedded");
  });
  describe(`${name} (PostgreSQL server)`, () => {
    if (serverUrl === undefined) {
      test.skip("skipped: TEST_DATABASE_URL names no PostgreSQL server", () => undefined);
    } else {
      body(
        shared(async () => await freshServerDatabase(serverUrl)),
        "server",
      );
    }
  });
}

/** Making the very first data folder of a machine can take this long when it is busy. */
const openingMs = 60_000;

function shared(fresh: () => Promise<FreshLocation>): () => Promise<Database> {
  let opened: { readonly database: Database; readonly remove: () => Promise<void> } | null = null;
  beforeAll(async () => {
    const { location, remove } = await fresh();
    opened = { database: await openDatabase(location), remove };
  }, openingMs);
  afterAll(async () => {
    await opened?.database.close();
    await opened?.remove();
  });
  return () =>
    opened === null
      ? Promise.reject(new Error("the database is open only while tests run"))
      : Promise.resolve(opened.database);
}

async function readyTemplate(): Promise<string> {
  const hash = createHash("sha256");
  for (const file of SCHEMA_FILES) {
    hash.update(await readFile(join(root, file)));
  }
  const template = join(tmpdir(), `sweepbot-test-template-${hash.digest("hex").slice(0, 16)}`);
  if (!existsSync(template)) {
    await buildTemplate(template);
  }
  return template;
}

async function buildTemplate(template: string): Promise<void> {
  const draft = await mkdtemp(join(tmpdir(), "sweepbot-test-draft-"));
  const database = await openDatabase({ kind: "embedded", folder: draft });
  const queue = await openPullQueue(database, { onError: () => undefined });
  await queue.stop();
  await database.close();
  try {
    await rename(draft, template);
  } catch {
    // Another test process was faster; its template is as good.
    await rm(draft, { recursive: true, force: true });
  }
}

async function onServer(base: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: base });
  await client.connect();
  await client.query(statement);
  await client.end();
}
