import { actionsOf } from "./actions.ts";
import { artifactsOf } from "./artifacts.ts";
import type { BlobCache } from "./blob-cache.ts";
import { branchesOf } from "./branches.ts";
import { comparisonsOf } from "./comparisons.ts";
import { checksOf } from "./checks.ts";
import { contentsOf } from "./contents.ts";
import { conversationOf } from "./conversation.ts";
import { editorsOf } from "./editors.ts";
import { peopleOf } from "./people.ts";
import { jobLogsOf } from "./job-logs.ts";
import type { GitHub } from "./port.ts";
import { pullsOf } from "./pulls.ts";
import { reviewsOf } from "./reviews.ts";
import { treesOf } from "./trees.ts";
import { type OctokitPart, type RepositoryPlace, openRequests } from "./requests.ts";

interface AdapterParts {
  /** Authenticated as the installation; its own plugins retry and throttle, the adapter does neither. */
  readonly octokit: OctokitPart;
  readonly repository: RepositoryPlace;
  readonly app: GitHub["app"];
  /** May be shared by all adapters of one process. */
  readonly blobs: BlobCache;
}

/** GitHub for one repository through one Octokit instance; failures are `GitHubFailure`. */
export function openGitHub({ octokit, repository, app, blobs }: AdapterParts): GitHub {
  const requests = openRequests(octokit, repository);
  return {
    app,
    ...pullsOf(requests),
    ...branchesOf(requests),
    ...comparisonsOf(requests),
    ...contentsOf(requests, blobs),
    ...conversationOf(requests),
    ...editorsOf(requests),
    ...actionsOf(requests),
    ...artifactsOf(requests),
    ...checksOf(requests),
    ...jobLogsOf(requests),
    ...peopleOf(requests),
    ...reviewsOf(requests),
    ...treesOf(requests),
  };
}
