import { FILE_MODE, FOLDER_MODE, type GitStore, type TreeEntry } from "./store.ts";

export interface FileEntry {
  readonly sha: string;
  readonly mode: string;
}

/** What a commit writes at a path: content, an existing blob, or null to take the path away. */
export type Change = string | Uint8Array | FileEntry | null;

const flattened = new WeakMap<GitStore, Map<string, ReadonlyMap<string, FileEntry>>>();

/** Every file below a tree, by full path; remembered, since trees never change. */
export function filesOf(store: GitStore, tree: string): ReadonlyMap<string, FileEntry> {
  const cache = flattened.get(store) ?? new Map<string, ReadonlyMap<string, FileEntry>>();
  flattened.set(store, cache);
  const seen = cache.get(tree);
  if (seen !== undefined) return seen;
  const files = new Map<string, FileEntry>();
  for (const entry of store.trees.get(tree) ?? []) {
    if (entry.mode !== FOLDER_MODE) {
      files.set(entry.name, entry);
      continue;
    }
    for (const [path, file] of filesOf(store, entry.sha)) files.set(`${entry.name}/${path}`, file);
  }
  cache.set(tree, files);
  return files;
}

/** The file or folder at a path; the tree itself for the empty path; null when nothing is there. */
export function entryAt(store: GitStore, tree: string, path: string): TreeEntry | null {
  let entry: TreeEntry = { name: "", mode: FOLDER_MODE, sha: tree };
  for (const name of path.split("/").filter((part) => part !== "")) {
    if (entry.mode !== FOLDER_MODE) return null;
    const next = store.trees.get(entry.sha)?.find((candidate) => candidate.name === name);
    if (next === undefined) return null;
    entry = next;
  }
  return entry;
}

/** Writes a tree that differs from `tree` (null: nothing) by the changes; returns its id. */
export function treeWith(
  store: GitStore,
  tree: string | null,
  changes: ReadonlyMap<string, Change>,
): string {
  return writeLevel(store, tree, changes) ?? store.writeTree([]);
}

function writeLevel(
  store: GitStore,
  tree: string | null,
  changes: ReadonlyMap<string, Change>,
): string | null {
  const entries = new Map((tree === null ? [] : (store.trees.get(tree) ?? [])).map(byName));
  const folders = new Map<string, Map<string, Change>>();
  for (const [path, change] of changes) {
    const slash = path.indexOf("/");
    if (slash === -1) {
      setEntry(store, entries, { name: path, change });
    } else {
      const folder = path.slice(0, slash);
      const inside = folders.get(folder) ?? new Map<string, Change>();
      folders.set(folder, inside.set(path.slice(slash + 1), change));
    }
  }
  for (const [name, inside] of folders) setFolder(store, entries, { name, inside });
  return entries.size === 0 ? null : store.writeTree([...entries.values()]);
}

function setFolder(
  store: GitStore,
  entries: Map<string, TreeEntry>,
  { name, inside }: { readonly name: string; readonly inside: ReadonlyMap<string, Change> },
): void {
  const present = entries.get(name);
  const sha = writeLevel(store, present?.mode === FOLDER_MODE ? present.sha : null, inside);
  if (sha !== null) entries.set(name, { name, mode: FOLDER_MODE, sha });
  // A file that has just taken the folder's place stays.
  else if (present?.mode === FOLDER_MODE) entries.delete(name);
}

function byName(entry: TreeEntry): [string, TreeEntry] {
  return [entry.name, entry];
}

function setEntry(
  store: GitStore,
  entries: Map<string, TreeEntry>,
  { name, change }: { readonly name: string; readonly change: Change },
): void {
  if (change === null) {
    entries.delete(name);
  } else if (typeof change === "string" || change instanceof Uint8Array) {
    const mode = entries.get(name)?.mode ?? FILE_MODE;
    const kept = mode === FOLDER_MODE ? FILE_MODE : mode;
    entries.set(name, { name, mode: kept, sha: store.writeBlob(change) });
  } else {
    entries.set(name, { name, mode: change.mode, sha: change.sha });
  }
}
