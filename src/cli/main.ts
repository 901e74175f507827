#!/usr/bin/env node
/** The command line. Compiled code is kept in the person's own cache folder, so that the next start is shorter. */
import nodeModule from "node:module";
import { isAbsolute, join } from "node:path";

/** What the dependencies need; npm scripts bring their own Node.js along. */
const OLDEST_NODE = "22.12.0";
const { HOME = "", XDG_CACHE_HOME = "" } = process.env;
// Never in the shared folder for temporary files, where others could put code of theirs.
const cache = [XDG_CACHE_HOME, join(HOME, ".cache")].find((folder) => isAbsolute(folder));
if (OLDEST_NODE.localeCompare(process.versions.node, "en", { numeric: true }) > 0) {
  const { CliWords, languageOf } = await import("./words.ts");
  const values = { oldest: OLDEST_NODE, found: process.versions.node };
  console.error(new CliWords(languageOf(process.argv), "cli").say("node_too_old", values));
  process.exit(2);
}
if (cache !== undefined) nodeModule.enableCompileCache(join(cache, "sweepbot"));

const { programFor } = await import("./program.ts");
await (await programFor(process.argv[2])).parseAsync();
