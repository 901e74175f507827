import { z } from "zod";
import { PULL_COMMITS, PULL_FILES } from "../core/model/limits.ts";
import type { ChangedFile, Commit } from "../core/model/github.ts";
import { type Reading, known, unknown } from "../core/model/reading.ts";
import { GitHubFailure, failedAs } from "./errors.ts";
import type { GitHub, PullSummary } from "./port.ts";
import { listCommitsBetween } from "./comparisons.ts";
import { type Requests, translate } from "./requests.ts";
import {
  changedFile,
  listedCommit,
  pullOfCommit,
  pullRequest,
  pullSummary,
  repository,
} from "./translate.ts";

type Pulls = Pick<
  GitHub,
  | "readRepository"
  | "readPull"
  | "listPulls"
  | "listPullsOfCommit"
  | "listChangedFiles"
  | "listCommits"
  | "mergePull"
>;

const merged = z.object({ sha: z.string() });

const pullRoute = "GET /repos/{owner}/{repo}/pulls/{pull_number}";

/** The repository, its pull requests and what they change. */
export function pullsOf(requests: Requests): Pulls {
  return {
    async readRepository() {
      const found = await requests.read(repository, "GET /repos/{owner}/{repo}");
      assertSameRepository(requests, found.id, "GET /repos/{owner}/{repo}");
      return found;
    },
    async readPull(pull) {
      return (await readPullAndBase(requests, pull)).pull;
    },
    listPulls: (closedSince) => listPulls(requests, closedSince),
    async listPullsOfCommit(sha) {
      const { repositoryId } = requests.place;
      try {
        const route = "GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls";
        const parameters = { commit_sha: sha };
        const pulls = await requests.list(pullOfCommit, route, { parameters });
        // A commit that a fork shares also shows the pull requests within that fork.
        const own = pulls.filter(({ base }) => (repositoryId ?? base.repo.id) === base.repo.id);
        return own.map((pull) => pull.number);
      } catch (error) {
        // "No commit found for SHA": nothing here can contain it.
        if (error instanceof GitHubFailure && error.status === 422) return [];
        throw error;
      }
    },
    listChangedFiles: (pull) => listChangedFiles(requests, pull),
    listCommits: (pull) => listCommits(requests, pull),
    mergePull: (pull, { headSha, method, title, message }) =>
      requests.read(merged, "PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge", {
        pull_number: pull,
        sha: headSha,
        merge_method: method,
        ...{ commit_title: title, commit_message: message },
      }),
  };
}

async function readPullAndBase(
  requests: Requests,
  pull: number,
): Promise<z.output<typeof pullRequest>> {
  const found = await requests.read(pullRequest, pullRoute, { pull_number: pull });
  assertSameRepository(requests, found.base.repo.id, pullRoute);
  return found;
}

/** Another repository may have taken the name of a renamed one: its facts are not ours (case IDN-10). */
function assertSameRepository({ place }: Requests, id: number, request: string): void {
  if (place.repositoryId === null || place.repositoryId === id) return;
  const message = `${place.owner}/${place.name} is repository ${id}, not ${place.repositoryId}`;
  throw new GitHubFailure({ kind: "gone", status: 200, request, message });
}

async function listPulls(requests: Requests, closedSince: number): Promise<readonly PullSummary[]> {
  const route = "GET /repos/{owner}/{repo}/pulls";
  const found = new Map<number, PullSummary>();
  const newest = { state: "closed", sort: "updated", direction: "desc" };
  closed: for await (const page of requests.pages(route, newest)) {
    for (const item of page.items) {
      const pull = translate(pullSummary, item, page);
      if (pull.updatedAt < closedSince) break closed;
      found.set(pull.number, pull);
    }
  }
  // Oldest first: what is opened or updated meanwhile cannot push another one over a page's edge.
  const parameters = { state: "open", sort: "created", direction: "asc" };
  for (const pull of await requests.list(pullSummary, route, { parameters })) {
    found.set(pull.number, pull);
  }
  return [...found.values()].toSorted((left, right) => right.updatedAt - left.updatedAt);
}

async function listChangedFiles(
  requests: Requests,
  pull: number,
): Promise<Reading<readonly ChangedFile[]>> {
  const route = "GET /repos/{owner}/{repo}/pulls/{pull_number}/files";
  const entries = await requests.list(changedFile, route, { parameters: { pull_number: pull } });
  // Exactly the cap may be the whole list or the start of a longer one (case LIM-03).
  if (entries.length >= PULL_FILES) return unknown("truncated");
  const files: ChangedFile[] = [];
  for (const entry of entries) {
    if (entry === null) continue;
    if (entry.blobSha === null) return unknown("unreadable");
    files.push({ ...entry, blobSha: entry.blobSha });
  }
  return known(files);
}

async function listCommits(requests: Requests, pull: number): Promise<Reading<readonly Commit[]>> {
  const route = "GET /repos/{owner}/{repo}/pulls/{pull_number}/commits";
  const commits = await requests.list(listedCommit, route, { parameters: { pull_number: pull } });
  if (commits.length < PULL_COMMITS) return known(commits);
  const { base, pull: found } = await readPullAndBase(requests, pull);
  // After the merge the branch contains the commits: only the base before it still tells them apart.
  const from = found.merged ? base.sha : base.ref;
  try {
    return await listCommitsBetween(requests, `${from}...${found.headSha}`);
  } catch (error) {
    // The list that GitHub gave stays incomplete (case LIM-01).
    if (failedAs(error, "gone")) return unknown("truncated");
    throw error;
  }
}
