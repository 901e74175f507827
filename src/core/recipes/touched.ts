import { changedRecipes } from "../matrix/changed-recipes.ts";
import type { NewEntries } from "../matrix/new-entries.ts";
import { keysRunning } from "../matrix/uncovered.ts";
import type { Documents } from "../model/facts.ts";
import { contentOf } from "../model/file-content.ts";
import type { ChangedFile } from "../model/github.ts";

/** Keys of the recipes that a pull request is about, by what it does to them (spec/signoff §0.3). */
export interface TouchedRecipes {
  /** Written at head and not at the merge base. */
  readonly added: readonly string[];
  /** Written otherwise than at the merge base. */
  readonly changed: readonly string[];
  /** Gone from head: there is no point of theirs any more. */
  readonly removed: readonly string[];
  /** Named by a new changelog entry. */
  readonly selected: readonly string[];
  /** Their script or recipe file is among the changed files. */
  readonly running: readonly string[];
}

export interface TouchSources {
  readonly documents: Pick<Documents, "masters" | "runners">;
  readonly entries: NewEntries | null;
  /** Every path at head; null where nobody asked, because no measured file has changed. */
  readonly tree: readonly string[] | null;
  readonly changed: readonly ChangedFile[];
  /** Of the changed paths, those that a sweep measures. */
  readonly measured: readonly string[];
}

/** What a pull request does to which recipes; files that were not read tell nothing here. */
export function touchedRecipes(sources: TouchSources): TouchedRecipes {
  const { masters } = sources.documents;
  const [before, after] = (["base", "head"] as const).map((side) =>
    masters.map((file) => contentOf(file[side])),
  );
  const isRead = masters.every(({ base, head }) => base.kind === "known" && head.kind === "known");
  const changes = isRead ? changedRecipes(before ?? [], after ?? []) : [];
  const kept = (kind: "added" | "changed" | "removed"): readonly string[] =>
    changes.filter((each) => each.change === kind).map(({ key }) => key);
  return {
    added: kept("added"),
    changed: kept("changed"),
    removed: kept("removed"),
    selected: [...new Set((sources.entries?.entries ?? []).flatMap(({ keys }) => keys))],
    running: runningKeys(sources),
  };
}

function runningKeys(sources: TouchSources): readonly string[] {
  const { documents, entries, tree, changed, measured } = sources;
  const runners = contentOf(documents.runners.head);
  if (entries === null || runners === null || tree === null) return [];
  const { masters } = entries;
  return keysRunning(measured, { masters, runners, tree, changed });
}

/** Every recipe that is touched in any way, each once, sorted (decision 20). */
export function touchedKeysOf(keys: TouchedRecipes): readonly string[] {
  const all = [keys.added, keys.changed, keys.removed, keys.selected, keys.running].flat();
  return [...new Set(all)].sort();
}

/** Of these, what stands at head: the configurations that the pull request submits. */
export function submittedKeys(keys: TouchedRecipes): readonly string[] {
  const removed = new Set(keys.removed);
  return touchedKeysOf(keys).filter((key) => !removed.has(key));
}
