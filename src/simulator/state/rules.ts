export interface BranchRules {
  /** Names of check runs or statuses that have to be green on the head. */
  readonly requiredChecks: readonly string[];
  /** The head must contain the tip of the branch. */
  readonly upToDate: boolean;
}
