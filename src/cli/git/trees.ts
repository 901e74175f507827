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

/** What differs between two trees, as a pull request lists it; renames are a removal and an addition. */
export function changedBetween(
  base: readonly TreeFile[],
  head: readonly TreeFile[],
): readonly Difference[] {
  const before = new Map(base.map((file) => [file.path, file]));
  const after = new Map(head.map((file) => [file.path, file]));
  const paths = [...new Set([...before.keys(), ...after.keys()])].sort();
  return paths.flatMap((path) => differenceAt(path, before.get(path), after.get(path)));
}

function differenceAt(
  path: string,
  old: TreeFile | undefined,
  now: TreeFile | undefined,
): readonly Difference[] {
  const common = { path, previousPath: null } as const;
  if (now === undefined) return [{ ...common, status: "removed", blobSha: old?.sha ?? "" }];
  if (old === undefined) return [{ ...common, status: "added", blobSha: now.sha }];
  if (old.sha === now.sha && old.mode === now.mode) return [];
  return [{ ...common, status: "modified", blobSha: now.sha }];
}

interface Difference {
  readonly path: string;
  readonly previousPath: null;
  readonly status: "added" | "modified" | "removed";
  readonly blobSha: string;
}
