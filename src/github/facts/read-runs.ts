import { parseRunName } from "../../core/decide/plan-key.ts";
import type { ClaimFact, RunFacts } from "../../core/model/facts.ts";
import type { Commit, PullRequest, WorkflowRun } from "../../core/model/github.ts";
import type { Reading } from "../../core/model/reading.ts";
import type { GitHubReader } from "../port.ts";

/** Runs beyond the newest ones are history: their artifacts are not read on every pass. */
const ARTIFACTS_OF_RUNS = 10;

export interface RunSearch {
  readonly pull: PullRequest;
  readonly workflow: string;
  readonly appLogin: string;
  readonly commits: Reading<readonly Commit[]>;
  readonly claims: readonly ClaimFact[];
  /** Runs named elsewhere: by commands, by our own comments and check runs. */
  readonly namedRunIds: readonly number[];
}

/** The pull request's runs of the sweep workflow, newest first: those on its commits, those sweepbot started, and those that were named. */
export async function readRuns(
  github: GitHubReader,
  search: RunSearch,
): Promise<readonly RunFacts[]> {
  const onBranch = await github.listRuns(search.workflow, {
    event: "pull_request",
    branch: search.pull.headRef,
    createdSince: search.pull.createdAt,
  });
  const shas = new Set(
    search.commits.kind === "known" ? search.commits.value.map((c) => c.sha) : [],
  );
  const mine = onBranch.filter((run) => shas.has(run.headSha));
  const ids = new Set([...search.namedRunIds, ...claimedRunIds(search.claims)]);
  for (const run of mine) ids.delete(run.id);
  const named = await Promise.all([...ids].map((id) => github.readRun(id)));
  const found = named.flatMap((reading) => (reading.kind === "known" ? [reading.value] : []));
  const runs = [...mine, ...found].sort((a, b) => b.createdAt - a.createdAt || b.id - a.id);
  return Promise.all(runs.map((run, index) => describeRun(github, run, index, search)));
}

function claimedRunIds(claims: readonly ClaimFact[]): readonly number[] {
  return claims
    .filter((claim) => claim.kind === "sweep" && /^\d+$/u.test(claim.result ?? ""))
    .map((claim) => Number(claim.result));
}

async function describeRun(
  github: GitHubReader,
  run: WorkflowRun,
  index: number,
  search: RunSearch,
): Promise<RunFacts> {
  const named = ownName(run, search);
  const [jobs, artifacts] = await Promise.all([
    index === 0 ? github.listJobs(run.id) : null,
    run.status === "completed" && index < ARTIFACTS_OF_RUNS ? github.listArtifacts(run.id) : [],
  ]);
  return {
    run,
    planKey: named?.key ?? null,
    sourceSha: named === null ? run.headSha : wholeSha(named.shaPrefix, search.commits),
    jobs,
    artifacts,
  };
}

/** A run name counts only when this app started the run: anybody may give a run any name. */
function ownName(run: WorkflowRun, search: RunSearch): ReturnType<typeof parseRunName> {
  if (run.event !== "workflow_dispatch" || run.actor?.login !== search.appLogin) return null;
  const named = parseRunName(run.displayTitle);
  return named?.pull === search.pull.number ? named : null;
}

function wholeSha(prefix: string, commits: Reading<readonly Commit[]>): string {
  if (commits.kind === "unknown") return prefix;
  return commits.value.find((commit) => commit.sha.startsWith(prefix))?.sha ?? prefix;
}
