import type { TreeChange, TreeFile } from "../model/gate.ts";
import { filesByPath, isSameFile } from "../model/trees.ts";

export interface MergeSides {
  readonly base: readonly TreeFile[];
  readonly ours: readonly TreeFile[];
  readonly theirs: readonly TreeFile[];
}

export type TreeMerge =
  /** What has to change in our tree so that it is the merge. */
  | { readonly kind: "merged"; readonly changes: readonly TreeChange[] }
  /** Paths that both sides changed, each in its own way. */
  | { readonly kind: "conflict"; readonly paths: readonly string[] };

type Tree = ReadonlyMap<string, TreeFile>;

/**
 * Merges whole files, three ways: what only they changed is taken, what both changed is a conflict,
 * whatever lines it was. The paths `apart` are left as they are in ours.
 */
export function mergeTrees(sides: MergeSides, apart: readonly string[]): TreeMerge {
  const [base, ours, theirs] = [sides.base, sides.ours, sides.theirs].map(filesByPath) as [
    Tree,
    Tree,
    Tree,
  ];
  const changes: TreeChange[] = [];
  const conflicts: string[] = [];
  for (const path of new Set([...base.keys(), ...theirs.keys()])) {
    const [before, own, other] = [base.get(path), ours.get(path), theirs.get(path)];
    if (apart.includes(path) || isSameFile(other, before) || isSameFile(own, other)) continue;
    if (!isSameFile(own, before)) conflicts.push(path);
    else if (other !== undefined) changes.push(other);
    else if (own !== undefined) changes.push({ path, mode: own.mode, sha: null });
  }
  const clashes = conflicts.length > 0 ? conflicts : pathClashes(ours, changes);
  if (clashes.length > 0) return { kind: "conflict", paths: clashes.toSorted() };
  return { kind: "merged", changes };
}

/** Paths that both sides have changed, each in its own way, and that are files in all three trees. */
export function changedByBoth(sides: MergeSides, apart: string): readonly string[] {
  const [base, theirs] = [filesByPath(sides.base), filesByPath(sides.theirs)];
  return sides.ours.flatMap((own) => {
    const [before, other] = [base.get(own.path), theirs.get(own.path)];
    if (own.path === apart || before === undefined || other === undefined) return [];
    const isBoth =
      !isSameFile(own, before) && !isSameFile(other, before) && !isSameFile(own, other);
    return isBoth ? [own.path] : [];
  });
}

/** A path cannot be a file and a folder at once: one side made a folder of the other's file. */
function pathClashes(ours: Tree, changes: readonly TreeChange[]): readonly string[] {
  const paths = new Set(ours.keys());
  for (const { path, sha } of changes) {
    if (sha === null) paths.delete(path);
    else paths.add(path);
  }
  const folders = new Set([...paths].flatMap(foldersOf));
  return [...paths].filter((path) => folders.has(path));
}

function foldersOf(path: string): readonly string[] {
  const parts = path.split("/");
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join("/"));
}
