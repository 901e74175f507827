import type { WorkflowRun } from "../core/model/github.ts";
import { GitHubFailure, failedAs } from "./errors.ts";
import type { RunQuery } from "./port.ts";
import { type Requests, translate } from "./requests.ts";
import { workflowRun } from "./translate-actions.ts";

const allRoute = "GET /repos/{owner}/{repo}/actions/runs";
const route = "GET /repos/{owner}/{repo}/actions/workflows/{workflow_id}/runs";

/** GitHub names a workflow by its file name, not by its path. */
export function fileName(workflow: string): string {
  return workflow.slice(workflow.lastIndexOf("/") + 1);
}

/** GitHub answers a filtered search for runs with at most this many. */
const searchResults = 1_000;

/** Runs of one workflow file, or of all for null, newest first, also past the cap; none when there is no such workflow. */
export async function listRuns(
  requests: Requests,
  workflow: string | null,
  query: RunQuery,
): Promise<readonly WorkflowRun[]> {
  const runs = new Map<number, WorkflowRun>();
  const most = query.most ?? Number.POSITIVE_INFINITY;
  let before: number | null = null;
  try {
    do {
      const known: number = runs.size;
      before = await addRuns(requests, runs, { workflow, query, before, most });
      if (before !== null && runs.size === known) throw tooMany();
    } while (before !== null);
  } catch (error) {
    if (!failedAs(error, "gone")) throw error;
    await requests.confirmThere();
    return [];
  }
  return [...runs.values()].slice(0, most);
}

interface RunSearch {
  readonly workflow: string | null;
  readonly query: RunQuery;
  readonly before: number | null;
  readonly most: number;
}

/** Adds one search's runs, newest first; gives the time to search on from when GitHub's cap cut it short. */
async function addRuns(
  requests: Requests,
  runs: Map<number, WorkflowRun>,
  search: RunSearch,
): Promise<number | null> {
  const searched = search.workflow === null ? allRoute : route;
  const since = search.query.createdSince ?? 0;
  let found = 0;
  for await (const page of requests.pages(searched, searchTerms(search), "workflow_runs")) {
    const listed = page.items.map((item) => translate(workflowRun, item, page));
    // GitHub's search knows whole seconds only.
    for (const run of listed.filter(({ createdAt }) => createdAt >= since)) runs.set(run.id, run);
    found += listed.length;
    if (runs.size >= search.most) return null;
    if (found >= searchResults && page.total > found) return oldestOf(runs.values());
  }
  return null;
}

function oldestOf(runs: Iterable<WorkflowRun>): number {
  return Math.min(...[...runs].map((run) => run.createdAt));
}

type Terms = Readonly<Record<string, unknown>>;

function searchTerms({ workflow, query, before, most }: RunSearch): Terms {
  return {
    per_page: Math.min(100, most),
    ...(workflow === null ? {} : { workflow_id: fileName(workflow) }),
    ...(query.event === undefined ? {} : { event: query.event }),
    ...(query.branch === undefined ? {} : { branch: query.branch }),
    ...(query.headSha === undefined ? {} : { head_sha: query.headSha }),
    ...createdTerm(query.createdSince, before ?? query.createdUntil ?? null),
  };
}

function createdTerm(since: number | undefined, before: number | null): Terms {
  if (since === undefined) return before === null ? {} : { created: `<=${iso(before)}` };
  return { created: before === null ? `>=${iso(since)}` : `${iso(since)}..${iso(before)}` };
}

/** Whole seconds, as GitHub's search writes them. */
function iso(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/\.\d+Z$/, "Z");
}

function tooMany(): GitHubFailure {
  const message = `more than ${searchResults} runs in one second`;
  return new GitHubFailure({
    kind: "invalid",
    status: 200,
    request: route,
    message,
  });
}
