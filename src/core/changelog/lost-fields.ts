import type { ChangelogEntry } from "../contract/changelog-entry.ts";
import type { Problem } from "../model/problem.ts";
import { entryIdentity, lostFields } from "./identity.ts";
import type { AddedEntry } from "./judge.ts";

function overlap(one: readonly string[], two: readonly string[]): number {
  return one.filter((item) => two.includes(item)).length;
}

function likeness(one: ChangelogEntry, two: ChangelogEntry): number {
  const keys = overlap(one["config-keys"], two["config-keys"]);
  return keys * 2 + overlap(one.description, two.description);
}

/** The entry that another became: the same one, or the one that shares most with it. */
function successor(entry: ChangelogEntry, after: readonly AddedEntry[]): AddedEntry | undefined {
  const identity = entryIdentity(entry);
  const same = after.find(
    (other) => other.entry !== null && entryIdentity(other.entry) === identity,
  );
  if (same !== undefined) return same;
  const ranked = after
    .map((other) => ({ other, likeness: other.entry === null ? 0 : likeness(entry, other.entry) }))
    .sort((one, two) => two.likeness - one.likeness);
  const best = ranked[0];
  return best === undefined || best.likeness === 0 ? undefined : best.other;
}

/** What the pull request's own entries lost when main was merged into it: a warning for each field, or for a whole entry (case CHG-19). */
export function lostFieldProblems(
  before: readonly AddedEntry[],
  after: readonly AddedEntry[],
  path: string,
): readonly Problem[] {
  return before.flatMap(({ entry }): readonly Problem[] => {
    if (entry === null) return [];
    const now = successor(entry, after);
    const common = { severity: "warning", path, line: now?.line ?? 1 } as const;
    if (now?.entry === undefined || now.entry === null) {
      const keys = entry["config-keys"].join(", ");
      return [{ ...common, code: "entry_lost", values: { keys } }];
    }
    return lostFields(entry, now.entry).map(({ field, before: was, after: is }) => ({
      ...common,
      code: is === null ? "entry_field_lost" : "entry_field_changed",
      endLine: now.endLine,
      values: { field, before: was, after: is ?? "" },
    }));
  });
}
