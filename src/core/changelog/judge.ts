import type { ChangelogEntry } from "../contract/changelog-entry.ts";
import type { FileContent } from "../model/github.ts";
import { hasErrors } from "../model/problem.ts";
import type { Problem } from "../model/problem.ts";
import { addedBytesProblems, addedLinkProblems } from "./additions.ts";
import { byteText, linesBetween, sameBytes } from "./bytes.ts";
import { addedSlots, compareChangelogs } from "./comparison.ts";
import type { Comparison } from "./comparison.ts";
import { readChangelogText } from "./file.ts";
import type { ChangelogText } from "./file.ts";
import { historyProblems, linkCorrections } from "./history.ts";
import type { LinkCorrection } from "./history.ts";
import { historyBytesProblems } from "./history-bytes.ts";
import { linkRule } from "./links.ts";
import { conflictsInPlainMerge } from "./plain-merge.ts";
import { inContractOrder } from "./rule-order.ts";
import { slotAt } from "./slots.ts";

/** What a pull request's changelog is judged against. */
export interface ChangelogTerms {
  /** `owner/name` in links. */
  readonly repository: string;
  readonly placeholders?: readonly string[];
  /** Null when the pull request has no number yet. */
  readonly pull: number | null;
  /** `main`: no placeholder may be left (rule D7 instead of D6). */
  readonly mode: "pull" | "main";
}

/** The three versions of the file; null where it does not exist. */
export interface ChangelogVersions {
  readonly path: string;
  readonly mergeBase: FileContent | null;
  readonly head: FileContent | null;
  /** Main as it is now. */
  readonly baseTip: FileContent | null;
}

export interface AddedEntry {
  /** Null when the entry breaks the schema or the file cannot be read. */
  readonly entry: ChangelogEntry | null;
  readonly line: number;
  /** Last line that is not blank. */
  readonly endLine: number;
  readonly bytes: Uint8Array;
}

type ChangelogVerdict = "valid" | "behind" | "conflict" | "invalid";

export interface ChangelogJudgement {
  readonly verdict: ChangelogVerdict;
  readonly additions: readonly AddedEntry[];
  readonly corrections: readonly LinkCorrection[];
  /** In the order in which the contract's rules are evaluated. Errors only where the verdict is `invalid` or `conflict`. */
  readonly problems: readonly Problem[];
  /** Faults of main itself, with lines in main's file: nobody's pull request is to blame (case CHG-05). */
  readonly baseProblems: readonly Problem[];
}

const EMPTY = new Uint8Array(0);

/** The file at one revision; where there is none, a file without entries that nothing is wrong with. */
export function readVersion(
  path: string,
  content: FileContent | null,
  near?: ChangelogText,
): ChangelogText {
  if (content !== null) return readChangelogText(content, near);
  return { path, raw: EMPTY, text: byteText(EMPTY), slots: [], readable: true, problems: [] };
}

/** A fault that main has too is named, but nothing is offered to put in its place: that is no change of this pull request. */
function withoutOthersMending({ base, head, alignment }: Comparison, problem: Problem): Problem {
  const slot = base.problems.length === 0 ? undefined : slotAt(head.slots, problem.line);
  const pair = slot && alignment.kept.find((kept) => head.slots[kept.head] === slot);
  const before = pair && base.slots[pair.base];
  if (slot === undefined || before?.textIdentity !== slot.textIdentity) return problem;
  const bare: Omit<Problem, "replacement"> & { replacement?: string } = { ...problem };
  delete bare.replacement;
  return bare;
}

/** Everything in which head breaks the contract against base, and what it adds and corrects (decision 18). */
export function judgeComparison(comparison: Comparison): {
  readonly problems: readonly Problem[];
  readonly corrections: readonly LinkCorrection[];
} {
  const corrections = linkCorrections(comparison);
  const problems = [
    ...comparison.head.problems.map((problem) => withoutOthersMending(comparison, problem)),
    ...historyProblems(comparison, corrections),
    ...addedLinkProblems(comparison),
    ...historyBytesProblems(comparison, corrections),
    ...addedBytesProblems(comparison),
  ];
  return { problems: inContractOrder(problems), corrections };
}

function addedEntries(comparison: Comparison): readonly AddedEntry[] {
  const { text } = comparison.head;
  return addedSlots(comparison).map(({ entry, line, lastLine }) => ({
    entry,
    line,
    endLine: lastLine,
    bytes: linesBetween(text, line, lastLine),
  }));
}

function faultsOfMain(base: ChangelogText, tip: ChangelogText): readonly Problem[] {
  if (base === tip) return base.problems;
  const known = new Set(base.problems.map(({ code, line }) => `${code} ${line}`));
  return [
    ...base.problems,
    ...tip.problems.filter(({ code, line }) => !known.has(`${code} ${line}`)),
  ];
}

function verdictOf(versions: ChangelogVersions, problems: readonly Problem[]): ChangelogVerdict {
  if (hasErrors(problems)) return "invalid";
  const [base, head, tip] = [versions.mergeBase, versions.head, versions.baseTip].map(
    (content) => content?.bytes ?? EMPTY,
  ) as [Uint8Array, Uint8Array, Uint8Array];
  if (sameBytes(base, tip) || sameBytes(base, head)) return "valid";
  return conflictsInPlainMerge(base, head, tip) ? "conflict" : "behind";
}

/** Enough for any person; a hostile file can have a million. */
const MOST_PROBLEMS = 2_000;

function atMost(problems: readonly Problem[], path: string): readonly Problem[] {
  const more = problems.length - MOST_PROBLEMS;
  if (more <= 0) return problems;
  const last = { code: "more_problems", severity: "notice", path, line: 1 } as const;
  return [...problems.slice(0, MOST_PROBLEMS), { ...last, values: { count: more } }];
}

function missingFile(path: string): Problem {
  return { code: "changelog_deleted", severity: "error", rule: "D1", path, line: 1, values: {} };
}

function conflictProblem(path: string, line: number): Problem {
  return { code: "conflicts_with_main", severity: "error", path, line, values: {} };
}

/**
 * Judges a pull request's changelog by spec/control-plane §2 against its merge base (decision 18). `invalid`: the contract is broken;
 * `conflict`: sound, but Git cannot merge it with main as it is now; `behind`: sound, main moved on, and it merges by itself.
 */
export function judgeChangelog(
  versions: ChangelogVersions,
  terms: ChangelogTerms,
): ChangelogJudgement {
  const { path, mergeBase, head, baseTip } = versions;
  const base = readVersion(path, mergeBase);
  const tip = mergeBase === baseTip ? base : readVersion(path, baseTip, base);
  const links = linkRule(terms.repository, terms.placeholders);
  const comparison = compareChangelogs(base, readVersion(path, head, base), { ...terms, links });
  const judged = judgeComparison(comparison);
  const deleted = head === null && mergeBase !== null;
  const own = deleted ? [missingFile(path)] : atMost(judged.problems, path);
  const verdict = verdictOf(versions, own);
  const additions = addedEntries(comparison);
  const line = additions[0]?.line ?? judged.corrections[0]?.line ?? 1;
  return {
    verdict,
    additions,
    corrections: judged.corrections,
    problems: verdict === "conflict" ? [conflictProblem(path, line), ...own] : own,
    baseProblems: atMost(faultsOfMain(base, tip), path),
  };
}
