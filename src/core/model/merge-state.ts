/** What GitHub says of a merge as a whole: rules of the branch and checks included. Others than these are `unknown`. */
export const MERGE_STATES = [
  "clean",
  "has_hooks",
  "unstable",
  "behind",
  "blocked",
  "dirty",
  "draft",
  "unknown",
] as const;
export type MergeState = (typeof MERGE_STATES)[number];
