import { type KeyPattern, newEntries, type NewEntries } from "../matrix/new-entries.ts";
import type { Facts } from "../model/facts.ts";
import type { Problem } from "../model/problem.ts";
import { contentOf } from "../model/file-content.ts";
import { coverageProblems, touchedKeys } from "./coverage.ts";
import { earlierEntries, sharedWork, type SharedWorkVerdict } from "./duplicates.ts";
import { lostInMerge } from "./lost-fields.ts";
import { offeredSuggestions, type OfferedSuggestion } from "./suggestions.ts";
import type { ChangelogVerdict, MatrixVerdict } from "./validation.ts";

/** What the changelog gate says beyond the contract and the plan (decisions 19 and 20). */
export interface GateVerdict {
  /** Warnings and notices; none of them keeps anything from running by itself. */
  readonly problems: readonly Problem[];
  readonly patterns: readonly KeyPattern[];
  /** Recipe keys that the pull request is about. */
  readonly keys: readonly string[];
  readonly shared: SharedWorkVerdict;
  readonly suggestions: readonly OfferedSuggestion[];
}

/** Coverage, duplicate work, lost fields and suggestions of a pull request, from its facts alone. */
export function decideGate(
  facts: Facts,
  verdicts: { readonly changelog: ChangelogVerdict; readonly matrix: MatrixVerdict },
): GateVerdict {
  const entries = entriesOf(facts);
  const keys = touchedKeys(facts, entries);
  return {
    problems: [
      ...coverageProblems(facts, entries, verdicts),
      ...lostInMerge(facts),
      ...earlierEntries(facts, entries),
    ],
    patterns: entries?.patterns ?? [],
    keys,
    shared: sharedWork(facts, keys),
    suggestions: offeredSuggestions(facts, verdicts.changelog),
  };
}

/** The new entries and what they select; null while a file that it takes could not be read. */
export function entriesOf({ documents }: Pick<Facts, "documents">): NewEntries | null {
  const { changelog } = documents;
  const masters = documents.masters
    .map(({ head }) => contentOf(head))
    .filter((file) => file !== null);
  const isRead =
    changelog.base.kind === "known" &&
    changelog.head.kind === "known" &&
    masters.length === documents.masters.length;
  if (!isRead) return null;
  const sides = { base: contentOf(changelog.base), head: contentOf(changelog.head) };
  return newEntries({ changelog: sides, masters });
}
