import { CHECKS, type CheckResult } from "./checks.ts";
import type { SignoffScope } from "./scope.ts";

export const STATE_CODES = [
  "status_not_required",
  "status_waiting",
  "status_stale",
  "status_withdrawn",
  "status_void",
  "status_draft",
  "status_sweep_running",
  "status_needs_human",
  "status_verified",
  "status_rejected",
  "status_could_not_verify",
] as const;

export interface SignoffState {
  readonly state: "pending" | "success" | "failure" | "error";
  /** Code of the description, at most 140 characters once its slots are filled. */
  readonly code: (typeof STATE_CODES)[number];
  readonly values: Readonly<Record<string, string | number>>;
}

export interface SignoffStateFacts {
  readonly scope: SignoffScope;
  readonly headSha: string;
  readonly draft: boolean;
  /** Active sign-offs: those that cover the head, and those that do not any more. */
  readonly covering: number;
  readonly stale: number;
  /** Sign-offs of the head that do not count because of who edited them. */
  readonly voided: number;
  /** A sign-off of the head is gone. */
  readonly withdrawn: boolean;
  /** GitHub could not be read, after retries. */
  readonly unverifiable: boolean;
}

/**
 * The commit status of the sign-off (spec/signoff §5.2): any failure fails, any open question waits,
 * and success takes all thirteen rows passed or not applicable.
 */
export function decideSignoffState(
  rows: readonly CheckResult[],
  facts: SignoffStateFacts,
): SignoffState {
  const before = beforeVerdict(facts);
  if (before !== null) return before;
  const failed = rows.filter((row) => row.outcome === "fail");
  if (waitsForSweep(rows, failed)) return state("pending", "status_sweep_running");
  if (failed.length > 0) return state("failure", "status_rejected", listed(failed));
  const complete = CHECKS.every(({ check }) => rows.some((row) => row.check === check));
  if (!complete) return state("error", "status_could_not_verify");
  const open = rows.filter((row) => row.outcome === "human");
  if (open.length > 0) return state("pending", "status_needs_human", listed(open));
  return state("success", "status_verified", { count: CHECKS.length });
}

/** Nobody can order the reuse of a run that goes on: that alone rejects nothing (spec/signoff §5.2). */
function waitsForSweep(rows: readonly CheckResult[], failed: readonly CheckResult[]): boolean {
  const isRunning = rows.some(({ code }) => code === "sweep_running");
  return isRunning && failed.every(({ code }) => code === "reuse_none");
}

function beforeVerdict(facts: SignoffStateFacts): SignoffState | null {
  if (facts.unverifiable) return state("error", "status_could_not_verify");
  if (facts.scope.kind === "not_required") return state("success", "status_not_required");
  if (facts.draft) return state("pending", "status_draft");
  if (facts.covering > 0) return null;
  const values = { sha: facts.headSha.slice(0, 7) };
  if (facts.voided > 0) return state("pending", "status_void", values);
  if (facts.withdrawn) return state("pending", "status_withdrawn", values);
  if (facts.stale > 0) return state("pending", "status_stale", values);
  return state("pending", "status_waiting", values);
}

function listed(rows: readonly CheckResult[]): SignoffState["values"] {
  return { count: rows.length, checks: rows.map((row) => row.check).join(", ") };
}

function state(
  kind: SignoffState["state"],
  code: SignoffState["code"],
  values: SignoffState["values"] = {},
): SignoffState {
  return { state: kind, code, values };
}
