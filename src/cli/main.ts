#!/usr/bin/env node
/** The command line. Compiled code is kept in the person's own cache folder, so that the next start is shorter. */
import { enableCompileCache } from "node:module";
import { isAbsolute, join } from "node:path";

const { HOME = "", XDG_CACHE_HOME = "" } = process.env;
// Never in the shared folder for temporary files, where others could put code of theirs.
const cache = [XDG_CACHE_HOME, join(HOME, ".cache")].find((folder) => isAbsolute(folder));
if (cache !== undefined) enableCompileCache(join(cache, "sweepbot"));

const { programFor } = await import("./program.ts");
await (await programFor(process.argv[2])).parseAsync();
