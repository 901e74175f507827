import { shownLines } from "../changelog/diff-lines.ts";
import { suggestionBlock, suggestionsFor } from "../changelog/suggestions.ts";
import type { Facts } from "../model/facts.ts";
import type { Problem } from "../model/problem.ts";
import { contentOf } from "../model/file-content.ts";
import type { ChangelogVerdict } from "./validation.ts";

/** A replacement that one click applies. */
export interface OfferedSuggestion {
  readonly problem: Problem;
  readonly startLine: number;
  readonly endLine: number;
  /** GitHub's suggestion block. */
  readonly block: string;
}

/** Enough for one reading; the rest comes when these are applied. */
const MOST_SUGGESTIONS = 20;
/** A longer replacement is no reading at all: `changelog fix` on the command line writes it. */
const BLOCK_CHARACTERS = 20_000;

/** The findings that one click can mend, on lines that GitHub's diff of the changelog shows. */
export function offeredSuggestions(
  facts: Facts,
  changelog: ChangelogVerdict,
): readonly OfferedSuggestion[] {
  const head = contentOf(facts.documents.changelog.head);
  if (!("problems" in changelog) || head === null || facts.pull.state === "closed") return [];
  const suggestions = suggestionsFor(changelog.problems);
  if (suggestions.length === 0) return [];
  const base = contentOf(facts.documents.changelog.base)?.bytes ?? new Uint8Array();
  const shown = shownLines(base, head.bytes);
  return suggestions
    .filter(({ startLine, endLine }) =>
      shown.some(({ from, to }) => from <= startLine && endLine <= to),
    )
    .map(({ text, ...rest }) => ({ ...rest, block: suggestionBlock(text) }))
    .filter(({ block }) => block.length <= BLOCK_CHARACTERS)
    .slice(0, MOST_SUGGESTIONS);
}
