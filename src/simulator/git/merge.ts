import { mergeTexts } from "./lines.ts";
import type { GitStore } from "./store.ts";
import { type Change, type FileEntry, filesOf, treeWith } from "./tree.ts";

export type MergeOutcome =
  | { readonly kind: "merged"; readonly tree: string }
  | { readonly kind: "conflict"; readonly paths: readonly string[] };

export interface MergeTrees {
  readonly base: string | null;
  readonly ours: string;
  readonly theirs: string;
}

/** Three-way merge of whole trees, file by file; a rename counts as a removal and an addition. */
export function mergeTrees(store: GitStore, trees: MergeTrees): MergeOutcome {
  const base = trees.base === null ? new Map<string, FileEntry>() : filesOf(store, trees.base);
  const ours = filesOf(store, trees.ours);
  const theirs = filesOf(store, trees.theirs);
  const changes = new Map<string, Change>();
  const conflicts: string[] = [];
  for (const path of new Set([...base.keys(), ...theirs.keys()])) {
    const before = base.get(path);
    const [own, other] = [ours.get(path), theirs.get(path)];
    if (same(other, before) || same(own, other)) continue;
    if (same(own, before)) {
      changes.set(path, other ?? null);
      continue;
    }
    const merged = mergeFiles(store, { before, own, other });
    if (merged === null) conflicts.push(path);
    else changes.set(path, merged);
  }
  if (conflicts.length > 0) return { kind: "conflict", paths: conflicts.toSorted() };
  return { kind: "merged", tree: treeWith(store, trees.ours, changes) };
}

function same(one: FileEntry | undefined, other: FileEntry | undefined): boolean {
  return one?.sha === other?.sha && one?.mode === other?.mode;
}

function mergeFiles(
  store: GitStore,
  versions: {
    readonly before: FileEntry | undefined;
    readonly own: FileEntry | undefined;
    readonly other: FileEntry | undefined;
  },
): FileEntry | null {
  const { before, own, other } = versions;
  if (own === undefined || other === undefined) return null;
  const text = (entry: FileEntry | undefined): string =>
    entry === undefined ? "" : Buffer.from(store.blob(entry.sha)).toString("latin1");
  // latin1 keeps every byte, whatever the file's encoding is.
  const merged = mergeTexts(text(before), text(own), text(other));
  if (merged === null) return null;
  const mode = own.mode === before?.mode ? other.mode : own.mode;
  return { mode, sha: store.writeBlob(Buffer.from(merged, "latin1")) };
}
