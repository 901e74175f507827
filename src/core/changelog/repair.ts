import type { FileContent } from "../model/github.ts";
import { hasErrors } from "../model/problem.ts";
import type { Problem } from "../model/problem.ts";
import { lenientText, lineStartsWith, sameBytes, utf8 } from "./bytes.ts";
import { canonicalizeLinks } from "./canonicalize.ts";
import { addedSlots } from "./comparison.ts";
import type { Comparison } from "./comparison.ts";
import { correctedMain } from "./corrections.ts";
import { mendedStart } from "./entry-starts.ts";
import type { ChangelogText } from "./file.ts";
import { judgeComparison, readVersion } from "./judge.ts";
import type { ChangelogTerms, ChangelogVersions } from "./judge.ts";
import { isCanonicalLink } from "./links.ts";
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
import { resolveConflict } from "./resolve.ts";
import { ENTRY_START } from "./slots.ts";
import type { Slot } from "./slots.ts";

/** What no rewriting can put right without guessing what the author meant. */
const ONLY_THE_AUTHOR_KNOWS = new Set([
  ...["changelog_deleted", "entry_deleted", "entry_changed", "correction_not_canonical"],
  ...["correction_beside_addition", "nul_character"],
]);

function refused(problems: readonly Problem[]): Repair {
  return { kind: "refused", problems: problems.filter(({ severity }) => severity === "error") };
}

/** Own entries that main has not gained in the meantime; each gained one stands for one of ours. */
function stillMissing(
  added: readonly Slot[],
  base: ChangelogText,
  main: ChangelogText,
): readonly Slot[] {
  const gained = main.slots.slice(base.slots.length).map(({ identity }) => identity);
  return added.filter(({ identity }) => {
    const at = gained.indexOf(identity);
    if (at !== -1) gained.splice(at, 1);
    return at === -1;
  });
}

function canonicalBlock(head: ChangelogText, slot: Slot, terms: ChangelogTerms): Uint8Array {
  const startsWell = lineStartsWith(head.text, slot.line, ENTRY_START);
  const written = lenientText(blockOf(head, slot));
  const mended = startsWell ? null : mendedStart(head.text, slot);
  const block = mended === null ? written : `${mended}\n`;
  const link = ownLink(terms);
  return utf8(link === null ? block : (withLink(block, link) ?? block));
}

function reappended(comparison: Comparison, main: ChangelogText, terms: ChangelogTerms): Repair {
  const { base, head } = comparison;
  const added = addedSlots(comparison);
  const broken = added.filter(({ entry }) => entry === null);
  if (broken.length > 0) {
    const own = head.problems.filter(({ line }) =>
      broken.some((slot) => slot.line <= line && line <= slot.lastLine),
    );
    return refused(own.length > 0 ? own : head.problems);
  }
  const left = stillMissing(added, base, main);
  const first = added[0]?.line ?? 1;
  if (added.length > 0 && left.length === 0) {
    return refusal(head, "nothing_left", first, "X-NOTHING-LEFT");
  }
  const blocks = left.map((slot) => canonicalBlock(head, slot, terms));
  return checkedRepair(appendBlocks(main.raw, blocks), { onto: main, head, added: left }, terms);
}

/** True when the file is right as it is: nothing to mend, main has not moved, and no link is still open. */
function isRightAlready(
  comparison: Comparison,
  main: ChangelogText,
  problems: readonly Problem[],
): boolean {
  if (hasErrors(problems) || !sameBytes(main.raw, comparison.base.raw)) return false;
  const { links, pull } = comparison;
  const slots = addedSlots(comparison);
  return pull === null || slots.every(({ link }) => isCanonicalLink(links, link ?? ""));
}

/** Why the file cannot be repaired by rewriting; empty when it can be tried. */
function obstacles(
  { head }: Comparison,
  main: ChangelogText,
  problems: readonly Problem[],
): readonly Problem[] {
  if (main.problems.length > 0) {
    const line = main.problems[0]?.line ?? 1;
    return [...refusal(main, "main_is_broken", line).problems, ...main.problems];
  }
  if (!head.readable) return head.problems;
  return problems.filter(({ code }) => ONLY_THE_AUTHOR_KNOWS.has(code));
}

function rewritten(comparison: Comparison, main: ChangelogText, terms: ChangelogTerms): Repair {
  const { base, head } = comparison;
  const { problems, corrections } = judgeComparison(comparison);
  if (isRightAlready(comparison, main, problems)) {
    return { kind: "fixed", bytes: head.raw, changed: false };
  }
  const against = obstacles(comparison, main, problems);
  if (against.length > 0) return refused(against);
  if (corrections.length === 0) return reappended(comparison, main, terms);
  const bytes = correctedMain({ base, head, main }, corrections);
  if (!(bytes instanceof Uint8Array)) return bytes;
  return checkedRepair(bytes, { onto: main, head, added: [] }, terms);
}

/** The repair of a pull request that keeps its contract: its links, or the merge with a main that has moved. */
function withoutMending(
  { mergeBase, baseTip }: ChangelogVersions,
  head: FileContent,
  terms: ChangelogTerms,
): Repair | null {
  if (mergeBase === null || baseTip === null) return null;
  if (sameBytes(mergeBase.bytes, baseTip.bytes)) return canonicalizeLinks(mergeBase, head, terms);
  return resolveConflict({ mergeBase, head, main: baseTip }, terms);
}

/**
 * The changelog of the merge of main and the pull request: main's bytes, then the own entries, each set off by one empty line, with LF
 * line ends and the own link; or main's bytes with the own link corrections. Never another meaning: what only the author can decide is
 * refused with its findings (issue "changelog fix"; spec/control-plane §8).
 */
export function repairChangelog(versions: ChangelogVersions, terms: ChangelogTerms): Repair {
  const { path, mergeBase, head, baseTip } = versions;
  const base = readVersion(path, mergeBase);
  const main = baseTip === mergeBase ? base : readVersion(path, baseTip, base);
  const own = readVersion(path, head, base);
  if (head === null) return refusal(own, "changelog_deleted", 1, "D1");
  const narrow = withoutMending(versions, head, terms);
  if (narrow?.kind === "fixed") return narrow;
  return rewritten(compareUnder(base, own, terms), main, terms);
}
