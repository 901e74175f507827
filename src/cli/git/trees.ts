import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { TreeFile } from "../../core/model/gate.ts";
import { GitFailure } from "./objects.ts";

const run = promisify(execFile);

/** More than the listing of any tree that is checked out. */
const LISTING_BYTES = 256 * 1024 * 1024;
/** Mode, type, object, size (`-` for a submodule) and path, as `git ls-tree -l` writes them. */
const LINE = /^(\d{6}) \w+ ([0-9a-f]{40,64}) +(\d+|-)\t([^]+)$/u;

/** Every file below a commit's tree, with sizes. */
export async function readTree(repository: string, commit: string): Promise<readonly TreeFile[]> {
  const args = ["-C", repository, "ls-tree", "-r", "-l", "-z", "--full-tree", commit];
  const listing = await run("git", args, { maxBuffer: LISTING_BYTES }).catch((error: unknown) => {
    throw new GitFailure(error instanceof Error ? error.message : String(error));
  });
  return listing.stdout.split("\0").flatMap((line): readonly TreeFile[] => {
    const [, mode = "", sha = "", size = "-", path = ""] = LINE.exec(line) ?? [];
    if (path === "") return [];
    return [{ mode, sha, path, ...(size === "-" ? {} : { size: Number(size) }) }];
  });
}
