import type { Outcome } from "../model/outcome.ts";
import type { RecipeCode } from "../recipes/codes.ts";
import type { RecipeFinding } from "../recipes/finding.ts";

/** What one check came to: a row of the verdict, and what it was decided from. */
export interface CheckResult<Evidence = unknown> {
  readonly check: number;
  readonly outcome: Outcome;
  /** Code of the sentence in `templates/<language>/signoff.yml`, or in `recipes.yml` for what recipes come to. */
  readonly code: CheckCode | RecipeCode;
  /** Slot values, safe to put into a comment as they are. */
  readonly values: Readonly<Record<string, string | number>>;
  /** Remarks that change nothing, by code. */
  readonly notes: readonly NoteCode[];
  /** What else somebody has to look at, in the same check. */
  readonly details?: readonly RecipeFinding[];
  readonly evidence: Evidence;
  /** What its halves came to, where the checklist asks for each apart: `6a`, `6b`. */
  readonly parts?: Readonly<Record<string, Pick<CheckResult, "outcome" | "code">>>;
  /** What the rules made of it, where a person has decided since. */
  readonly before?: CheckResult;
  /** Set where this may change without any event: how soon it is to be looked at again. */
  readonly lookAgainMs?: number;
}

/** The thirteen checks, in the order of the verdict (spec/signoff §3). */
export const CHECKS = [
  { check: 0, name: "check_owners" },
  { check: 1, name: "check_sweep" },
  { check: 2, name: "check_evals" },
  { check: 3, name: "check_recipe_link" },
  { check: 4, name: "check_reuse" },
  { check: 5, name: "check_checklist" },
  { check: 6, name: "check_images" },
  { check: 7, name: "check_deprecated" },
  { check: 8, name: "check_architecture" },
  { check: 9, name: "check_chat_template" },
  { check: 10, name: "check_patches" },
  { check: 11, name: "check_acceptance" },
  { check: 12, name: "check_append_only" },
] as const;

export const CHECK_CODES = [
  "not_decided_yet",
  "sweep_running",
  "owners_covered",
  "owners_missing",
  "owners_unknown",
  "owners_unreadable",
  "owners_no_files",
  "owners_self_denied",
  "owners_self_human",
  "sweep_green",
  "sweep_none",
  "sweep_only_skipped",
  "sweep_only_removals",
  "sweep_fork",
  "sweep_red",
  "sweep_lane_missing",
  "sweep_partial",
  "sweep_trimmed",
  "sweep_stale",
  "sweep_freshness_unknown",
  "sweep_lanes_unknown",
  "sweep_keys_unmeasured",
  "sweep_guarded",
  "sweep_files_unread",
  "sweep_unreadable",
  "evals_pass",
  "evals_running",
  "evals_no_run",
  "evals_run_unknown",
  "evals_skipped",
  "evals_job_failed",
  "evals_no_rows",
  "evals_missing",
  "evals_below",
  "evals_other_image",
  "evals_expired",
  "evals_unreadable",
  "evals_bar_unreadable",
  "evals_none_planned",
  "evals_no_score",
  "evals_no_bar",
  "evals_few_samples",
  "recipe_link_holds",
  "recipe_link_unread",
  "recipe_link_not_needed",
  "recipe_link_missing",
  "recipe_link_not_merged",
  "recipe_link_no_cookbook",
  "recipe_link_unpublished",
  "recipe_link_unverified",
  "recipe_link_unavailable",
  "recipe_arguments_differ",
  "recipe_arguments_unclear",
  "recipe_arguments_by_person",
  "reuse_on_record",
  "reuse_none",
  "reuse_refused",
  "reuse_suspended",
  "reuse_unreadable",
  "no_benchmark_change",
  "no_recipe_touched",
  "not_known_offline",
  "checklist_complete",
  "checklist_template_unreadable",
  "checklist_items_missing",
  "checklist_nothing_checked",
  "checklist_unchecked",
  "checklist_unchecked_explained",
  "checklist_unchecked_undecided",
  "checklist_signature_placeholder",
  "checklist_signature_other",
  "checklist_no_signoff",
  "resolved_ok",
  "resolved_reject",
] as const;
export type CheckCode = (typeof CHECK_CODES)[number];

export const NOTE_CODES = [
  "note_only_catch_all",
  "note_self_signoff",
  "note_owns_nothing",
  "note_owners_unreadable",
  "note_signature_absent",
  "note_signature_taken",
  "note_matches_older_template",
  "note_became_stale",
  "note_reused_with_failures",
  "note_sweep_on_lost_commit",
  "note_no_full_sweep_label",
  "note_several_sweep_labels",
  "note_incompatible_label",
  "note_decided_otherwise",
] as const;
export type NoteCode = (typeof NOTE_CODES)[number];

/** All thirteen rows: those that were decided, and the others as needing a person, never as passed. */
export function allChecks(decided: readonly CheckResult[]): readonly CheckResult[] {
  return CHECKS.map(({ check }) => {
    const result = decided.find((each) => each.check === check);
    return result ?? notDecided(check);
  });
}

function notDecided(check: number): CheckResult {
  return { check, outcome: "human", code: "not_decided_yet", values: {}, notes: [], evidence: {} };
}
