/** A pull request that is to be merged by command, as its newest look left it. */
export interface QueuedMerge {
  readonly pull: number;
  /** When the command was accepted, milliseconds since the epoch. */
  readonly at: number;
  /** It is the one whose turn it is; at most one of a repository. */
  readonly holdsTurn: boolean;
}
