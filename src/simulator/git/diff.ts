import { hunksOf, linesOf } from "./lines.ts";
import type { GitStore } from "./store.ts";
import { type FileEntry, filesOf } from "./tree.ts";

export interface FileDifference {
  readonly path: string;
  readonly previousPath: string | null;
  readonly status: "added" | "modified" | "removed" | "renamed";
  readonly before: FileEntry | null;
  readonly after: FileEntry | null;
}

export interface LineCount {
  readonly additions: number;
  readonly deletions: number;
}

/** Files that differ between two trees, by path; moves are found as GitHub does, from half-alike content. */
export function diffTrees(store: GitStore, from: string | null, to: string): FileDifference[] {
  const before = from === null ? new Map<string, FileEntry>() : filesOf(store, from);
  const after = filesOf(store, to);
  const differences: FileDifference[] = [];
  for (const path of new Set([...before.keys(), ...after.keys()])) {
    const difference = differenceAt(path, before.get(path) ?? null, after.get(path) ?? null);
    if (difference !== null) differences.push(difference);
  }
  return withRenames(store, differences).toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

function differenceAt(
  path: string,
  before: FileEntry | null,
  after: FileEntry | null,
): FileDifference | null {
  if (before?.sha === after?.sha && before?.mode === after?.mode) return null;
  const status = before === null ? "added" : after === null ? "removed" : "modified";
  return { path, previousPath: null, status, before, after };
}

function withRenames(store: GitStore, differences: readonly FileDifference[]): FileDifference[] {
  const removed = new Set(differences.filter((difference) => difference.status === "removed"));
  const rest = differences.filter((difference) => difference.status !== "removed");
  const result = rest.map((difference) => {
    if (difference.status !== "added") return difference;
    const source = bestSource(store, difference, removed);
    if (source === null) return difference;
    removed.delete(source);
    const previousPath = source.path;
    return { ...difference, status: "renamed" as const, previousPath, before: source.before };
  });
  return [...result, ...removed];
}

function bestSource(
  store: GitStore,
  added: FileDifference,
  removed: ReadonlySet<FileDifference>,
): FileDifference | null {
  let best: FileDifference | null = null;
  let most = 0.5;
  for (const candidate of removed) {
    const alike = similarity(store, candidate.before, added.after);
    if (alike < most || (alike === most && best !== null)) continue;
    best = candidate;
    most = alike;
  }
  return best;
}

function similarity(store: GitStore, old: FileEntry | null, now: FileEntry | null): number {
  if (old === null || now === null) return 0;
  if (old.sha === now.sha) return 1;
  const [a, b] = [textOf(store, old), textOf(store, now)];
  const counts = new Map<string, number>();
  for (const line of linesOf(a)) counts.set(line, (counts.get(line) ?? 0) + 1);
  let shared = 0;
  for (const line of linesOf(b)) {
    const left = counts.get(line) ?? 0;
    if (left > 0) shared += line.length;
    counts.set(line, left - 1);
  }
  const longest = Math.max(a.length, b.length);
  return longest === 0 ? 0 : shared / longest;
}

const counted = new WeakMap<GitStore, Map<string, LineCount>>();

/** Added and deleted lines of one difference; remembered, since blobs never change. */
export function countLines(store: GitStore, difference: FileDifference): LineCount {
  const cache = counted.get(store) ?? new Map<string, LineCount>();
  counted.set(store, cache);
  const key = `${difference.before?.sha ?? ""}:${difference.after?.sha ?? ""}`;
  const seen = cache.get(key);
  if (seen !== undefined) return seen;
  let additions = 0;
  let deletions = 0;
  for (const hunk of hunksIn(store, difference)) {
    additions += hunk.newLines.length;
    deletions += hunk.oldLines.length;
  }
  const count = { additions, deletions };
  cache.set(key, count);
  return count;
}

/** A unified diff without context lines, enough to see what changed. */
export function patchOf(store: GitStore, difference: FileDifference): string {
  return hunksIn(store, difference)
    .map((hunk) => {
      const head = `@@ -${hunk.oldStart + 1},${hunk.oldLines.length} +${hunk.newStart + 1},${hunk.newLines.length} @@\n`;
      const marked = (sign: string, lines: readonly string[]): string[] =>
        lines.map((line) => sign + (line.endsWith("\n") ? line : `${line}\n`));
      return [head, ...marked("-", hunk.oldLines), ...marked("+", hunk.newLines)].join("");
    })
    .join("")
    .trimEnd();
}

/** How many unchanged lines GitHub shows around a change. */
const CONTEXT_LINES = 3;

/** The lines after the change that the diff shows, changed ones and those around them; counted from 1. */
export function hunkLines(
  store: GitStore,
  difference: FileDifference,
): readonly { readonly from: number; readonly to: number }[] {
  const lines = linesOf(textOf(store, difference.after)).length;
  const shown: { from: number; to: number }[] = [];
  for (const { newStart, newLines } of hunksIn(store, difference)) {
    const from = Math.max(1, newStart + 1 - CONTEXT_LINES);
    const to = Math.min(lines, newStart + newLines.length + CONTEXT_LINES);
    const last = shown.at(-1);
    if (last !== undefined && from <= last.to + 1) last.to = to;
    else shown.push({ from, to });
  }
  return shown;
}

function hunksIn(store: GitStore, difference: FileDifference): ReturnType<typeof hunksOf> {
  return hunksOf(
    linesOf(textOf(store, difference.before)),
    linesOf(textOf(store, difference.after)),
  );
}

function textOf(store: GitStore, entry: FileEntry | null): string {
  return entry === null ? "" : Buffer.from(store.blob(entry.sha)).toString("utf8");
}
