import { codeSpan } from "../markdown/escape.ts";
import type { Signoff } from "./body.ts";
import type { PathCoverage } from "./check-owners.ts";
import type { Outcome } from "../model/outcome.ts";
import type { CheckCode, CheckResult, NoteCode } from "./checks.ts";
import { compareWithTemplate, type ChecklistComparison } from "./match.ts";
import type { TemplateItem, TemplateReading } from "./template.ts";
import { judgeUnchecked, type UncheckedVerdict } from "./unchecked.ts";

export interface SignedChecklist {
  readonly author: string;
  readonly signoff: Signoff;
  /** When it was given or last changed; milliseconds since the epoch. */
  readonly at?: number;
}

/** A version of the template, the newest first in the list, and when it appeared. */
export interface TemplateRevision {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly items: readonly TemplateItem[];
}

export interface ChecklistFacts {
  readonly signed: readonly SignedChecklist[];
  readonly template: TemplateReading;
  /** What the other checks came to, by number; `6a` and `6b` where they are known apart. */
  readonly outcomes: Readonly<Record<string, Pick<CheckResult, "outcome" | "code">>>;
  /** From check 0: who signed for which path. Empty when nobody covers anything. */
  readonly coverage: readonly PathCoverage[];
  readonly revisions?: readonly TemplateRevision[];
}

export interface ChecklistEvidence {
  readonly author: string | null;
  readonly comparison: ChecklistComparison | null;
  /** The explanation: a maintainer's word is about what it said then. */
  readonly detail: string | null;
}

type Row = CheckResult<ChecklistEvidence>;

/** How an item is named in a row: its first words. */
const ITEM_WORDS = 8;
const MOST_ITEMS_NAMED = 5;
const RANK: Readonly<Record<Outcome, number>> = { fail: 0, human: 1, na: 2, pass: 3 };

/**
 * Check 5: the sign-offs follow the latest template, every item ticked or excused (spec/signoff
 * §3.5). Each path needs one of its own signers to pass; anybody else's form never lowers that.
 */
export function checkChecklist(facts: ChecklistFacts): Row {
  const { template } = facts;
  if (template.kind === "unreadable") return row("human", "checklist_template_unreadable");
  const rows = facts.signed.map((each) => judgeOne(each, template.items, facts));
  const first = rows[0];
  if (first === undefined) return row("fail", "checklist_no_signoff");
  const bySigner = (signers: readonly string[]): Row => {
    const own = rows.filter(({ evidence }) => signers.includes(evidence.author ?? ""));
    return best(own.length > 0 ? own : rows, first);
  };
  const perPath = facts.coverage
    .filter((path) => path.signers.length > 0)
    .map((path) => bySigner(path.signers));
  return perPath.length === 0 ? best(rows, first) : worst(perPath, first);
}

function best(rows: readonly Row[], first: Row): Row {
  return rows.reduce(
    (kept, each) => (RANK[each.outcome] > RANK[kept.outcome] ? each : kept),
    rows[0] ?? first,
  );
}

function worst(rows: readonly Row[], first: Row): Row {
  return rows.reduce(
    (kept, each) => (RANK[each.outcome] < RANK[kept.outcome] ? each : kept),
    rows[0] ?? first,
  );
}

function judgeOne(
  { author, signoff, at: signedAt }: SignedChecklist,
  template: readonly TemplateItem[],
  facts: ChecklistFacts,
): Row {
  const comparison = compareWithTemplate(signoff.items, template);
  const evidence = { author, comparison, detail: signoff.detail.text };
  const at = (outcome: Outcome, code: CheckCode, values: Row["values"] = {}): Row => ({
    ...row(outcome, code, values),
    notes: signoff.signature.kind === "absent" ? ["note_signature_absent"] : [],
    evidence,
  });
  const incomplete = template.filter((_, index) => comparison.rows[index]?.kind !== "matched");
  if (incomplete.length > 0) {
    const missing = at("fail", "checklist_items_missing", named(incomplete));
    return dated(missing, matchingRevision(signoff, facts.revisions ?? []), signedAt);
  }
  if (signoff.items.every((item) => !item.checked)) return at("fail", "checklist_nothing_checked");
  const { signature } = signoff;
  if (signature.kind === "placeholder") return at("fail", "checklist_signature_placeholder");
  if (signature.kind === "login" && signature.login.toLowerCase() !== author.toLowerCase()) {
    return at("fail", "checklist_signature_other", {
      signature: codeSpan(signature.login, { most: 60 }),
    });
  }
  const unchecked = judgeUnchecked({ template, comparison, signoff, outcomes: facts.outcomes });
  return at(...uncheckedRow(unchecked));
}

function uncheckedRow(verdict: UncheckedVerdict): [Outcome, CheckCode, Row["values"]] {
  switch (verdict.kind) {
    case "excused":
      return ["pass", "checklist_complete", {}];
    case "unexplained":
      return ["fail", "checklist_unchecked", named(verdict.items)];
    case "explained":
      return ["human", "checklist_unchecked_explained", named(verdict.items)];
    case "undecided":
      return ["human", "checklist_unchecked_undecided", named(verdict.items)];
  }
}

function named(items: readonly TemplateItem[]): Row["values"] {
  const names = items.slice(0, MOST_ITEMS_NAMED).map((item) => {
    const plain = item.text.replaceAll(/\[([^\][]{0,500})\]\([^)\s]{0,2000}\)/gu, "$1");
    const words = plain.split(/\s+/u);
    const cut = words.length > ITEM_WORDS ? " …" : "";
    return codeSpan(words.slice(0, ITEM_WORDS).join(" ") + cut, { most: 100 });
  });
  return { items: names.join(", "), count: items.length };
}

interface FollowedRevision {
  readonly revision: TemplateRevision;
  /** The version that came after it. */
  readonly next: TemplateRevision | null;
}

/**
 * Says which earlier version the form was copied from, where that is known; or, where that was the
 * latest one when it was signed, since when it is not any more (spec/signoff §3.5, grace).
 */
function dated(missing: Row, found: FollowedRevision | null, signedAt?: number): Row {
  if (found === null) return missing;
  const { revision, next } = found;
  const wasLatest = next !== null && signedAt !== undefined && next.at > signedAt;
  const code: NoteCode = wasLatest ? "note_became_stale" : "note_matches_older_template";
  const values = { ...missing.values, date: day(wasLatest ? next.at : revision.at) };
  return { ...missing, values, notes: [...missing.notes, code] };
}

function day(at: number): string {
  return new Date(at).toISOString().slice(0, "2026-01-01".length);
}

/** The newest earlier version of the template that a sign-off follows to the letter, or null. */
function matchingRevision(
  signoff: Signoff,
  revisions: readonly TemplateRevision[],
): FollowedRevision | null {
  const follows = ({ items }: TemplateRevision): boolean => {
    const { rows, extra } = compareWithTemplate(signoff.items, items);
    return extra.length === 0 && rows.every((each) => each.kind === "matched");
  };
  const at = revisions.findIndex(follows);
  const revision = revisions[at];
  return revision === undefined ? null : { revision, next: revisions[at - 1] ?? null };
}

function row(outcome: Outcome, code: CheckCode, values: Row["values"] = {}): Row {
  const evidence = { author: null, comparison: null, detail: null };
  return { check: 5, outcome, code, values, notes: [], evidence };
}
