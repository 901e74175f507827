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

/** Touched recipes that stand at head, each once, sorted: the configurations that the pull request submits. */
export function submittedKeys(keys: TouchedRecipes): readonly string[] {
  const removed = new Set(keys.removed);
  const all = [...keys.added, ...keys.changed, ...keys.selected, ...keys.running];
  return [...new Set(all)].filter((key) => !removed.has(key)).sort();
}
