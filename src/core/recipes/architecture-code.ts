/** Sentences of check 8 with how much each weighs; rules as in spec/signoff §3.8. */
export const ARCHITECTURE_CODES = {
  architecture_unchanged: "pass",
  architecture_not_touched: "na",
  architecture_unreadable: "human",
  architecture_elsewhere: "human",
  architecture_unread: "human",
  architecture_override: "fail",
  architecture_override_safe: "pass",
  architecture_override_native: "pass",
  architecture_override_other: "human",
  architecture_override_unknown: "human",
  architecture_config_edited: "human",
  architecture_dummy: "fail",
  architecture_load_unknown: "human",
  architecture_skip: "human",
  architecture_checkpoint: "human",
  architecture_precision: "pass",
} as const;
export type ArchitectureCode = keyof typeof ARCHITECTURE_CODES;

/** What check 8 found at a place. */
export interface ArchitectureHit {
  readonly code: ArchitectureCode;
  readonly path: string;
  readonly line: number;
  /** The key, setting or file that it is about. */
  readonly what: string;
}
