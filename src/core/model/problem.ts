/** How much a finding weighs: only an `error` makes a verdict fail. */
export type Severity = "error" | "warning" | "notice";

/**
 * A finding in a file of the guarded repository. `code` names the sentence and the hint in
 * `templates/<language>/problems-*.yml`; `values` fill its slots. Lines and columns count from 1.
 */
export interface Problem {
  readonly code: string;
  readonly severity: Severity;
  /** Rule id of the contract that is broken, where it has one ("R2", "F6"). */
  readonly rule?: string;
  readonly path: string;
  readonly line: number;
  readonly column?: number;
  /** Last line the finding (and its replacement) covers; equals `line` when absent. */
  readonly endLine?: number;
  readonly values: Readonly<Record<string, string | number>>;
  /** The exact text that should stand on lines `line` to `endLine`, without the final line feed. */
  readonly replacement?: string;
}

/** True when at least one finding is an error. */
export function hasErrors(problems: readonly Problem[]): boolean {
  return problems.some((problem) => problem.severity === "error");
}
