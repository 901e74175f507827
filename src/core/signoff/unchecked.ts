import type { Signoff } from "./body.ts";
import type { CheckResult } from "./checks.ts";
import type { ChecklistComparison } from "./match.ts";
import type { TemplateItem } from "./template.ts";

/** What unticked boxes come to; `undecided` where the item's check is not decided by program yet. */
export type UncheckedVerdict =
  | { readonly kind: "excused" }
  | { readonly kind: "unexplained"; readonly items: readonly TemplateItem[] }
  | { readonly kind: "explained"; readonly items: readonly TemplateItem[] }
  | { readonly kind: "undecided"; readonly items: readonly TemplateItem[] };

interface Question {
  readonly template: readonly TemplateItem[];
  readonly comparison: ChecklistComparison;
  readonly signoff: Signoff;
  readonly outcomes: Readonly<Record<string, Pick<CheckResult, "outcome" | "code">>>;
}

/**
 * Whether the unticked items may stay so (spec/signoff §2.5): an item is excused when its check does
 * not apply; otherwise the escape hatch must be ticked and explained, and somebody must read that.
 */
export function judgeUnchecked(question: Question): UncheckedVerdict {
  const { template, comparison, signoff, outcomes } = question;
  const open = template.filter((_, index) => {
    const row = comparison.rows[index];
    return row?.kind === "matched" && !row.checked;
  });
  const mandatory = open.filter((item) => item.asks.kind === "mandatory");
  if (mandatory.length > 0) return { kind: "unexplained", items: mandatory };
  const asked = open.filter((item) => outcomeOf(item, outcomes) === "asked");
  const undecided = open.filter((item) => outcomeOf(item, outcomes) === "undecided");
  const hatch = template.findIndex((item) => item.asks.kind === "escapeHatch");
  const hatchRow = comparison.rows[hatch];
  const hatchOpen = hatchRow?.kind === "matched" && !hatchRow.checked;
  if (asked.length > 0) {
    const explained = !signoff.detail.isEmpty && !hatchOpen;
    return { kind: explained ? "explained" : "unexplained", items: asked };
  }
  return undecided.length > 0 ? { kind: "undecided", items: undecided } : { kind: "excused" };
}

function outcomeOf(
  item: TemplateItem,
  outcomes: Question["outcomes"],
): "excused" | "asked" | "undecided" {
  if (item.asks.kind !== "check") return "excused";
  const { check } = item.asks;
  const result = outcomes[check] ?? outcomes[check.replace(/[ab]$/u, "")];
  if (result === undefined || result.code === "not_decided_yet") return "undecided";
  return result.outcome === "na" ? "excused" : "asked";
}
