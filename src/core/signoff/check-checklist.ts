import { codeSpan } from "../markdown/escape.ts";
import type { Signoff } from "./body.ts";
import type { PathCoverage } from "./check-owners.ts";
import type { Outcome } from "../model/outcome.ts";
import type { CheckCode, CheckResult } from "./checks.ts";
import { compareWithTemplate, type ChecklistComparison } from "./match.ts";
import type { TemplateItem, TemplateReading } from "./template.ts";
import { judgeUnchecked, type UncheckedVerdict } from "./unchecked.ts";

export interface SignedChecklist {
  readonly author: string;
  readonly signoff: Signoff;
}

/** An earlier version of the template, newest first in the list, and the day it appeared. */
export interface TemplateRevision {
  /** ISO date. */
  readonly date: string;
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
  { author, signoff }: SignedChecklist,
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
    return dated(missing, matchingRevision(signoff, facts.revisions ?? []));
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

/** Says which earlier version the form was copied from, where that is known. */
function dated(missing: Row, revision: TemplateRevision | null): Row {
  if (revision === null) return missing;
  const values = { ...missing.values, date: revision.date };
  return { ...missing, values, notes: [...missing.notes, "note_matches_older_template"] };
}

/** The newest earlier version of the template that a sign-off follows to the letter, or null. */
function matchingRevision(
  signoff: Signoff,
  revisions: readonly TemplateRevision[],
): TemplateRevision | null {
  const follows = ({ items }: TemplateRevision): boolean => {
    const { rows, extra } = compareWithTemplate(signoff.items, items);
    return extra.length === 0 && rows.every((each) => each.kind === "matched");
  };
  return revisions.find(follows) ?? null;
}

function row(outcome: Outcome, code: CheckCode, values: Row["values"] = {}): Row {
  const evidence = { author: null, comparison: null, detail: null };
  return { check: 5, outcome, code, values, notes: [], evidence };
}
