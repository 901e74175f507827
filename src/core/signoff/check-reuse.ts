import { codeSpan } from "../markdown/escape.ts";
import type { Outcome } from "../model/outcome.ts";
import type { CheckCode, CheckResult, NoteCode } from "./checks.ts";

/** What the reuse verdict says, as far as this check asks (decisions 14 and 15). */
export type ReuseOnRecord =
  | { readonly kind: "authorised"; readonly runId: number }
  | { readonly kind: "none" }
  /** Only refused orders: by somebody without permission, or for a run that cannot be used. */
  | { readonly kind: "refused"; readonly runId: number | null }
  /** Something the run measured has changed since; the first such path. */
  | { readonly kind: "suspended"; readonly runId: number; readonly path: string }
  | { readonly kind: "unknown" };

export interface ReuseFacts {
  readonly reuse: ReuseOnRecord;
  /** Whether the pull request changes what is measured; `unknown` when its files could not be read. */
  readonly changesBenchmark: "yes" | "no" | "unknown";
  /** How the labels stand now: anything but `ready` will make the merge refuse. */
  readonly labels: "ready" | "no_full_sweep" | "several" | "incompatible";
}

const LABEL_NOTES: Readonly<Record<ReuseFacts["labels"], readonly NoteCode[]>> = {
  ready: [],
  no_full_sweep: ["note_no_full_sweep_label"],
  several: ["note_several_sweep_labels"],
  incompatible: ["note_incompatible_label"],
};

/** Check 4: an authorised reuse order is on record (spec/signoff §3.4, decided by the reuse verdict). */
export function checkReuse(facts: ReuseFacts): CheckResult<ReuseFacts> {
  if (facts.changesBenchmark === "no") return row(facts, "na", "no_benchmark_change");
  switch (facts.reuse.kind) {
    case "authorised":
      return row(facts, "pass", "reuse_on_record", { run: facts.reuse.runId });
    case "none":
      return row(facts, absent(facts), "reuse_none");
    case "refused":
      return row(facts, absent(facts), "reuse_refused");
    case "suspended": {
      const path = codeSpan(facts.reuse.path, { most: 120 });
      return row(facts, "fail", "reuse_suspended", { run: facts.reuse.runId, path });
    }
    case "unknown":
      return row(facts, "human", "reuse_unreadable");
  }
}

/** Without an order: a failure, unless it may not be needed at all. */
function absent(facts: ReuseFacts): Outcome {
  return facts.changesBenchmark === "yes" ? "fail" : "human";
}

function row(
  facts: ReuseFacts,
  outcome: Outcome,
  code: CheckCode,
  values: CheckResult["values"] = {},
): CheckResult<ReuseFacts> {
  const notes = outcome === "na" ? [] : LABEL_NOTES[facts.labels];
  return { check: 4, outcome, code, values, notes, evidence: facts };
}
