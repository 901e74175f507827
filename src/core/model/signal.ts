/** A pull request, by ids that survive renames; owner and name are where it was last seen. */
export interface PullRef {
  readonly installationId: number;
  readonly repositoryId: number;
  readonly owner: string;
  readonly name: string;
  readonly pull: number;
}

/** One string a pull request, for queues, claims and caches. */
export function pullKey(ref: PullRef): string {
  return `${ref.repositoryId}#${ref.pull}`;
}

/** A repository of an installation: where a pull request lives, without the number. */
export type RepositorySource = Omit<PullRef, "pull">;

/**
 * What a delivery asks for. An event never decides anything; it only says where to look again.
 * `pulls` names them; `commit` and `branch` need a look-up first because the payload has no number.
 */
export type Signal =
  | { readonly kind: "pulls"; readonly source: RepositorySource; readonly pulls: readonly number[] }
  | { readonly kind: "commit"; readonly source: RepositorySource; readonly sha: string }
  | {
      readonly kind: "run";
      readonly source: RepositorySource;
      readonly runId: number;
      readonly headSha: string;
    }
  | {
      /** The default branch moved: to this commit. */
      readonly kind: "push";
      readonly source: RepositorySource;
      readonly sha: string;
    }
  | { readonly kind: "ignored"; readonly reason: IgnoredReason };

export type IgnoredReason =
  | "unknown_event"
  | "not_a_pull_request"
  | "no_repository"
  | "no_installation"
  | "no_pull_request"
  | "own_write"
  | "other_branch"
  | "unreadable_payload";
