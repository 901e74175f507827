import type { Facts, RunFacts } from "../model/facts.ts";
import { textOf } from "../model/file-content.ts";
import type { CheckResult } from "../signoff/checks.ts";
import { parseTemplate, type TemplateItem } from "../signoff/template.ts";
import { familyOf } from "./progress.ts";
import { isEval } from "./readiness.ts";
import { judgeReuse, type ReuseVerdict } from "./reuse.ts";
import type { ReuseContext } from "./reuse-rules.ts";
import { checksBeforeSignoff } from "./signoff.ts";

/** What is known for one item of the form. */
export interface KnownItem {
  readonly item: number;
  /** Runs that show it. */
  readonly links: readonly string[];
  /** The row of its check, where that does not apply to the pull request. */
  readonly inapplicable: CheckResult | null;
}

export type TemplateVerdict =
  | {
      readonly kind: "form";
      readonly form: string;
      readonly known: readonly KnownItem[];
      readonly login: string;
    }
  | { readonly kind: "refused"; readonly code: "missing" | "not_understood" }
  | { readonly kind: "unread" };

/** A longer form would not fit into an answer beside its words. */
const MOST_CHARACTERS = 30_000;

/** The default branch's checklist with what sweepbot has verified; no box is ticked for anybody. */
export function decideTemplate(
  login: string,
  { facts, reuse, context }: TemplateGround,
): TemplateVerdict {
  const text = textOf(facts.documents.checklist);
  if (text.kind === "unknown") return { kind: "unread" };
  if (text.value === null) return { kind: "refused", code: "missing" };
  const template = parseTemplate(text.value);
  if (template.kind === "unreadable" || template.form.length > MOST_CHARACTERS) {
    return { kind: "refused", code: "not_understood" };
  }
  const rows = checksBeforeSignoff(facts, reuse, context);
  const runs = runsOnRecord(facts, reuse, context);
  const known = template.items.map((item, index): KnownItem => ({
    item: index,
    links: linksFor(item, runs),
    inapplicable: rows.find((row) => row.check === checkOf(item) && row.outcome === "na") ?? null,
  }));
  return { kind: "form", form: template.form, known, login };
}

export interface TemplateGround {
  readonly facts: Facts;
  readonly reuse: ReuseVerdict;
  readonly context: ReuseContext;
}

/** The run that is named for reuse, and the newest that could be. */
function runsOnRecord(
  facts: Facts,
  reuse: ReuseVerdict,
  context: ReuseContext,
): readonly RunFacts[] {
  const named = reuse.kind === "authorised" ? [reuse.binding.runId] : [];
  const newest = judgeReuse({ runId: null, pinned: false }, facts.runs, context);
  const eligible = newest.kind === "eligible" ? [newest.binding.runId] : [];
  return [...new Set([...named, ...eligible])].flatMap(
    (id) => facts.runs.find(({ run }) => run.id === id) ?? [],
  );
}

function linksFor({ asks }: TemplateItem, runs: readonly RunFacts[]): readonly string[] {
  if (asks.kind !== "check") return [];
  const shown =
    asks.check === "1" ? runs.filter(isGreen) : asks.check === "2" ? runs.filter(hasEvals) : [];
  return shown.map(({ run }) => run.url);
}

function isGreen({ run }: RunFacts): boolean {
  return run.conclusion === "success";
}

/** Evals ran in it, and none of them failed. */
function hasEvals({ jobs }: RunFacts): boolean {
  const evals = (jobs ?? []).filter(
    ({ name, conclusion }) => isEval(familyOf(name) ?? "") && conclusion !== "skipped",
  );
  return evals.length > 0 && evals.every(({ conclusion }) => conclusion === "success");
}

/** `6a` and `6b` are halves of one row. */
function checkOf({ asks }: TemplateItem): number | null {
  return asks.kind === "check" ? Number.parseInt(asks.check, 10) : null;
}
