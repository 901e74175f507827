#!/usr/bin/env node
/** The command line. Compiled code is kept in the person's own cache folder, so that the next start is shorter. */
import { enableCompileCache } from "node:module";
import { join } from "node:path";

const {
  HOME: home,
  XDG_CACHE_HOME: cache = home === undefined ? undefined : join(home, ".cache"),
} = process.env;
// Never in the shared folder for temporary files, where others could put code of theirs.
if (cache !== undefined) enableCompileCache(join(cache, "sweepbot"));

const { programFor } = await import("./program.ts");
await (await programFor(process.argv[2])).parseAsync();
