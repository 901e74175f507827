import type { TreeFile } from "./gate.ts";
import type { ChangedFile } from "./github.ts";

/** The files of a tree by their paths. */
export function filesByPath(files: readonly TreeFile[]): ReadonlyMap<string, TreeFile> {
  return new Map(files.map((file) => [file.path, file]));
}

/** True where two trees have the same at a path, or both have nothing. */
export function isSameFile(one: TreeFile | undefined, other: TreeFile | undefined): boolean {
  return one?.sha === other?.sha && one?.mode === other?.mode;
}

/** What differs between two trees, as a pull request lists it; renames are a removal and an addition. */
export function changedBetween(
  base: readonly TreeFile[],
  head: readonly TreeFile[],
): readonly ChangedFile[] {
  const [before, after] = [filesByPath(base), filesByPath(head)];
  const paths = [...new Set([...before.keys(), ...after.keys()])].sort();
  return paths.flatMap((path): readonly ChangedFile[] => {
    const [old, now] = [before.get(path), after.get(path)];
    if (isSameFile(old, now)) return [];
    const status = old === undefined ? "added" : now === undefined ? "removed" : "modified";
    return [{ path, previousPath: null, status, blobSha: (now ?? old)?.sha ?? "" }];
  });
}
