import type { FileContent } from "../model/github.ts";
import { hasErrors } from "../model/problem.ts";
import { lenientText, utf8 } from "./bytes.ts";
import { addedSlots } from "./comparison.ts";
import { correctedMain } from "./corrections.ts";
import { readChangelogText } from "./file.ts";
import type { ChangelogText } from "./file.ts";
import { judgeComparison } from "./judge.ts";
import type { ChangelogTerms } from "./judge.ts";
import {
  appendBlocks,
  blockOf,
  checkedRepair,
  compareUnder,
  ownLink,
  refusal,
  withLink,
} from "./repair-terms.ts";
import type { Repair } from "./repair-terms.ts";
import type { Slot } from "./slots.ts";

/** The three sides of a merge of the changelog. */
export interface MergeSides {
  readonly mergeBase: FileContent;
  readonly head: FileContent;
  readonly main: FileContent;
}

function appended(
  { head, main }: { readonly head: ChangelogText; readonly main: ChangelogText },
  added: readonly Slot[],
  terms: ChangelogTerms,
): Repair {
  const there = new Set(main.slots.map(({ identity }) => identity));
  const left = added.filter(({ identity }) => !there.has(identity));
  if (left.length === 0)
    return refusal(head, "nothing_left", added[0]?.line ?? 1, "X-NOTHING-LEFT");
  const link = ownLink(terms);
  const blocks: Uint8Array[] = [];
  for (const slot of left) {
    const block = lenientText(blockOf(head, slot));
    const linked = link === null ? block : withLink(block, link);
    if (linked === null) return refusal(head, "link_line_not_found", slot.linkLine, "X-LINK-LINE");
    blocks.push(utf8(linked));
  }
  return checkedRepair(appendBlocks(main.raw, blocks), { onto: main, head, added: left }, terms);
}

/**
 * Merges the pull request's changelog into main as it is now: main's bytes, then the own entries that main lacks, or the own link
 * corrections (spec/control-plane §8.2). All three sides must be sound, and the pull request must keep the contract.
 */
export function resolveConflict(sides: MergeSides, terms: ChangelogTerms): Repair {
  const base = readChangelogText(sides.mergeBase);
  const head = readChangelogText(sides.head, base);
  const main = readChangelogText(sides.main, base);
  const faults = [base, head, main].find(({ problems }) => problems.length > 0);
  if (faults !== undefined) return { kind: "refused", problems: faults.problems };
  const comparison = compareUnder(base, head, terms);
  const { problems, corrections } = judgeComparison(comparison);
  if (hasErrors(problems)) return { kind: "refused", problems };
  const added = addedSlots(comparison);
  if (added.length > 0) return appended({ head, main }, added, terms);
  if (corrections.length === 0) return refusal(head, "no_delta", 1, "X-NO-DELTA");
  const bytes = correctedMain({ base, head, main }, corrections);
  if (!(bytes instanceof Uint8Array)) return bytes;
  return checkedRepair(bytes, { onto: main, head, added: [] }, terms);
}
