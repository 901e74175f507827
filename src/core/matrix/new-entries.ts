import { parseChangelog } from "../contract/changelog-entry.ts";
import type { ChangelogEntry } from "../contract/changelog-entry.ts";
import { isMapping, parseMaster, parseMasters } from "../contract/master.ts";
import type { Masters } from "../contract/master.ts";
import type { FileContent } from "../model/github.ts";
import type { Problem } from "../model/problem.ts";
import { addedEntries } from "./added-entries.ts";
import { writtenRecipes } from "./append-scope.ts";
import type { SelectingEntry } from "./coverage.ts";
import { resolveEntryKey } from "./keys.ts";
import { selectRecipes } from "./select.ts";

export interface NewEntriesSources {
  readonly changelog: { readonly base: FileContent | null; readonly head: FileContent | null };
  /** The recipe files at head, all of which must be there. */
  readonly masters: readonly FileContent[];
}

/** A new entry with what it selects, and where it stands in the changelog at head. */
export interface NewEntry extends SelectingEntry {
  readonly line: number;
}

/** A name with `*` in a new entry, and the keys that it stands for. */
export interface KeyPattern {
  readonly pattern: string;
  readonly keys: readonly string[];
}

export interface NewEntries {
  readonly entries: readonly NewEntry[];
  readonly patterns: readonly KeyPattern[];
  /** The entries of the base; null for one that cannot be read. */
  readonly history: readonly (ChangelogEntry | null)[];
  /** Keys that no recipe has, and entries that select nothing (decision 19). */
  readonly problems: readonly Problem[];
  readonly masters: Masters;
}

const NOTHING: FileContent = { path: "", blobSha: "", bytes: new Uint8Array() };

/**
 * What the new entries of a changelog select (decision 19). Null where that cannot be said: history
 * does not stand whole before them, or a file cannot be read as YAML.
 */
export function newEntries({ changelog, masters }: NewEntriesSources): NewEntries | null {
  if (!masters.every((file) => isMapping(parseMaster(file).document.value))) return null;
  const base = parseChangelog(changelog.base ?? NOTHING);
  const head = parseChangelog(changelog.head ?? NOTHING);
  if (base.document.value === undefined || head.document.value === undefined) return null;
  const { added, problems } = addedEntries(base, head);
  if (problems.length > 0) return null;
  const available = [...writtenRecipes(masters).keys()];
  const merged = parseMasters(masters);
  const selection = selectRecipes(head, added, merged.recipes, available);
  return {
    entries: selection.entries.map((entry) => ({
      ...entry,
      line: head.document.lineOf([entry.index]),
    })),
    patterns: patternsOf(selection.entries, available),
    history: base.entries,
    problems: selection.problems,
    masters: merged,
  };
}

function patternsOf(
  entries: readonly SelectingEntry[],
  available: readonly string[],
): readonly KeyPattern[] {
  const names = new Set(entries.flatMap(({ entry }) => entry["config-keys"]));
  return [...names]
    .filter((name) => name.includes("*"))
    .flatMap((pattern) => {
      const resolution = resolveEntryKey(pattern, available);
      return resolution.kind === "keys" ? [{ pattern, keys: resolution.keys }] : [];
    });
}
