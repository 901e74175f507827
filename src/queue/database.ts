import { openEmbedded } from "./embedded.ts";
import { migrate } from "./migrations.ts";
import { openServer } from "./postgres.ts";
import type { Database } from "./sql.ts";

export type { Database } from "./sql.ts";

export type DatabaseLocation =
  | { readonly kind: "embedded"; readonly folder: string }
  | { readonly kind: "server"; readonly url: string; readonly connections?: number };

/**
 * Opens the database and brings its schema up to date. Rejects with `FolderInUse` when another
 * process has the embedded folder open, and with the driver's error when the server cannot be reached.
 */
export async function openDatabase(location: DatabaseLocation): Promise<Database> {
  const database =
    location.kind === "embedded"
      ? await openEmbedded(location.folder)
      : openServer(location.url, location.connections);
  try {
    await migrate(database);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
