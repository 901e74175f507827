/** What the repository behind the staging site told of a request, by a repository_dispatch to this one. */
export interface StagingCallback {
  /** Our acknowledgement, as we named it to the receiving side. */
  readonly commentId: number;
  /** The run that is staged. */
  readonly runId: number;
  /** The receiving repository's own run; a newer one counts instead of an older one. */
  readonly appRunId: number;
  /** `owner/name` of the repository that says so. */
  readonly sourceRepository: string;
  readonly state: "started" | "failed" | "succeeded";
}
