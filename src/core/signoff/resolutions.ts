import type { CheckResult } from "./checks.ts";
import { evidenceHash } from "./evidence-hash.ts";

/** A person's word on a check that no program can decide (spec/signoff §5.4). */
export interface Resolution {
  readonly check: number;
  readonly decision: "ok" | "reject";
  /** Hash of what the row was decided from when the word was given. */
  readonly evidence: string;
  readonly login: string;
  /** Link to the command, which says why. */
  readonly url: string;
  /** When it was given, milliseconds since the epoch. */
  readonly at: number;
}

/**
 * The rows with people's decisions in them: only a row that needs a person takes one, only one about
 * the same evidence, and of several the newest. A failure stays a failure (spec/signoff §5.4, case 87).
 */
export function applyResolutions(
  rows: readonly CheckResult[],
  resolutions: readonly Resolution[],
  headSha: string,
): readonly CheckResult[] {
  return rows.map((row) => {
    if (row.outcome !== "human") return row;
    const own = resolutions.filter(({ check }) => check === row.check);
    const evidence = evidenceHash(row, headSha);
    const newest = own
      .filter((each) => each.evidence === evidence)
      .reduce<Resolution | null>((kept, each) => (each.at >= (kept?.at ?? 0) ? each : kept), null);
    if (newest !== null) return resolved(row, newest);
    return own.length === 0 ? row : { ...row, notes: [...row.notes, "note_decided_otherwise"] };
  });
}

function resolved(row: CheckResult, { decision, login, url }: Resolution): CheckResult {
  return {
    ...row,
    outcome: decision === "ok" ? "pass" : "fail",
    code: decision === "ok" ? "resolved_ok" : "resolved_reject",
    values: { login, url },
    before: row,
  };
}

/** The row as the rules left it, whatever a person decided since. */
export function beforeResolution(row: CheckResult): CheckResult {
  return row.before ?? row;
}
