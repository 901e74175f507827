import type { CommitObject, GitStore } from "./store.ts";
import { entryAt } from "./tree.ts";

/** All commits reachable from one, itself included. */
export function reachable(store: GitStore, sha: string): Set<string> {
  const seen = new Set<string>();
  const open = [sha];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    open.push(...store.commit(next).parents);
  }
  return seen;
}

/** Whether `ancestor` is reachable from `sha`; a commit is its own ancestor. */
export function isAncestor(store: GitStore, ancestor: string, sha: string): boolean {
  return ancestor === sha || reachable(store, sha).has(ancestor);
}

/** The best common ancestor (the newest, when there are several); null for unrelated histories. */
export function mergeBase(store: GitStore, one: string, other: string): string | null {
  const ours = reachable(store, one);
  const common = new Set<string>();
  const seen = new Set<string>();
  const open = [other];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    if (ours.has(next)) common.add(next);
    else open.push(...store.commit(next).parents);
  }
  const best = [...common].filter(
    (sha) => ![...common].some((rival) => rival !== sha && isAncestor(store, sha, rival)),
  );
  return best.toSorted((a, b) => seconds(store, b) - seconds(store, a))[0] ?? null;
}

/** Commits of `head` that `base` does not have, newest first and children before parents. */
export function commitsBetween(
  store: GitStore,
  base: string | null,
  head: string,
): readonly CommitObject[] {
  const excluded = base === null ? new Set<string>() : reachable(store, base);
  const included = reachable(store, head);
  const children = new Map<string, number>();
  for (const sha of included) {
    if (excluded.has(sha)) included.delete(sha);
    else
      for (const parent of store.commit(sha).parents)
        children.set(parent, (children.get(parent) ?? 0) + 1);
  }
  return newestFirst(store, { included, children, head });
}

function newestFirst(
  store: GitStore,
  graph: {
    readonly included: ReadonlySet<string>;
    readonly children: Map<string, number>;
    readonly head: string;
  },
): CommitObject[] {
  const ordered: CommitObject[] = [];
  const ready = graph.included.has(graph.head) ? [graph.head] : [];
  for (let next = ready.shift(); next !== undefined; next = ready.shift()) {
    const commit = store.commit(next);
    ordered.push(commit);
    for (const parent of commit.parents) {
      const left = (graph.children.get(parent) ?? 0) - 1;
      graph.children.set(parent, left);
      if (left === 0 && graph.included.has(parent)) ready.push(parent);
    }
    ready.sort((a, b) => seconds(store, b) - seconds(store, a));
  }
  return ordered;
}

/** The log of a commit, newest first; with a path, only commits that changed it. */
export function logOf(store: GitStore, sha: string, path: string | null): readonly CommitObject[] {
  const all = commitsBetween(store, null, sha);
  if (path === null) return all;
  const idAt = (commit: CommitObject): string | undefined => entryAt(store, commit.tree, path)?.sha;
  return all.filter((commit) => {
    const parents = commit.parents.map((parent) => idAt(store.commit(parent)));
    const own = idAt(commit);
    return parents.length === 0 ? own !== undefined : parents.every((parent) => parent !== own);
  });
}

function seconds(store: GitStore, sha: string): number {
  return store.commit(sha).committer.seconds;
}
