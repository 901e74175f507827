import { JUDGED_RUNS } from "../../core/decide/signoff-sweep.ts";
import { parseRunName } from "../../core/decide/plan-key.ts";
import type { ClaimFact, RunFacts } from "../../core/model/facts.ts";
import type { Commit, PullRequest, WorkflowRun } from "../../core/model/github.ts";
import type { Reading } from "../../core/model/reading.ts";
import type { GitHubReader } from "../port.ts";
import { CLOCK_SKEW_MS } from "../take-claim.ts";
import { readJobsOf, readRunOnce } from "./read-run-states.ts";
import type { RunStore } from "./run-store.ts";

/** Runs beyond the newest ones are history: their artifacts are not read on every pass. */
const ARTIFACTS_OF_RUNS = 10;

/** A dispatch that a crash left without a record shows up within minutes or never. */
const LOST_FOR_MS = 24 * 3_600_000;

export interface RunSearch {
  readonly now: number;
  /** Plan keys of sweeps that were stopped: nobody dispatches them again, so nobody else looks for their runs. */
  readonly stoppedKeys: readonly string[];
  readonly pull: PullRequest;
  /** The head lives in a fork, whose own runs do what the fork's workflow file says: none of them counts. */
  readonly isFork: boolean;
  readonly workflow: string;
  readonly appLogin: string;
  readonly commits: Reading<readonly Commit[]>;
  readonly claims: readonly ClaimFact[];
  /** Runs named elsewhere: by commands, by our own comments and check runs. */
  readonly namedRunIds: readonly number[];
  /** The run whose results are to be published: its jobs are judged, too, where it is not all green. */
  readonly reusedRunId: number | null;
  /** Those of them that are to be judged, however old they are. */
  readonly orderedRunIds: readonly number[];
  /** Somebody may have signed off: the jobs of the newest ended runs are judged, too. */
  readonly signed: boolean;
  readonly store: RunStore;
  /** The pull request whose run is published again from here; null on every other pull request. */
  readonly recovers: number | null;
  /** Something is decided by the runs now, and GitHub has to say how they stand. */
  readonly fresh: boolean;
  /** The runner labels whose jobs are timed. */
  readonly pools: ReadonlySet<string>;
}

/** Runs of the sweep workflow: the pull request's own, newest first and skipped ones last, then others that were named. */
export async function readRuns(
  github: GitHubReader,
  search: RunSearch,
): Promise<readonly RunFacts[]> {
  const isRead = search.commits.kind === "known" && !search.isFork;
  const shas = new Set(isRead ? search.commits.value.map((c) => c.sha) : []);
  const mine = await readOnBranch(github, search, shas);
  const ids = new Set([...search.namedRunIds, ...claimedRunIds(search.claims)]);
  for (const run of mine) ids.delete(run.id);
  const named = await Promise.all([...ids].map((id) => readRunOnce(github, id, search)));
  const found = named.flatMap((reading) => (reading.kind === "known" ? [reading.value] : []));
  const unnamed = await readUnnamed(github, search);
  const all = new Map([...mine, ...found, ...unnamed].map((run) => [run.id, run]));
  const runs = [...all.values()]
    .map((run) => ({ run, own: ownName(run, search) }))
    .map(({ run, own }) => ({ run, own, belongs: isItsOwn(run, own, { shas, search }) }))
    .sort(
      (a, b) =>
        Number(b.belongs) - Number(a.belongs) ||
        Number(ranNothing(a.run)) - Number(ranNothing(b.run)) ||
        b.run.createdAt - a.run.createdAt ||
        b.run.id - a.run.id,
    );
  return Promise.all(runs.map((found, index) => describeRun(github, found, index, search)));
}

/** A workflow that a label of no concern started and that left out all its jobs hides no sweep. */
function ranNothing({ conclusion }: WorkflowRun): boolean {
  return conclusion === "skipped";
}

/** What the repository's own workflow ran for these commits. */
async function readOnBranch(
  github: GitHubReader,
  { workflow, pull }: RunSearch,
  shas: ReadonlySet<string>,
): Promise<readonly WorkflowRun[]> {
  if (shas.size === 0) return [];
  const onBranch = await github.listRuns(workflow, {
    event: "pull_request",
    branch: pull.headRef,
    createdSince: pull.createdAt,
  });
  return onBranch.filter((run) => shas.has(run.headSha));
}

/** What a recovery pull request publishes was another one's sweep: it is never stopped or run again from here. */
function isItsOwn(
  run: WorkflowRun,
  own: ReturnType<typeof parseRunName>,
  { shas, search }: { readonly shas: ReadonlySet<string>; readonly search: RunSearch },
): boolean {
  return search.recovers === null && (own !== null || isOnCommits(run, shas));
}

/** Somebody may name any run; it is this pull request's only by what it measured. */
function isOnCommits(run: WorkflowRun, shas: ReadonlySet<string>): boolean {
  return run.event === "pull_request" && shas.has(run.headSha);
}

/**
 * Runs of dispatches that GitHub accepted without naming them, or that a crash left unrecorded before
 * they were stopped: found by the key in their names.
 */
async function readUnnamed(
  github: GitHubReader,
  { claims, workflow, now, stoppedKeys }: RunSearch,
): Promise<readonly WorkflowRun[]> {
  const isLost = (claim: ClaimFact): boolean =>
    claim.state === "claimed" && stoppedKeys.includes(claim.key) && now - claim.at < LOST_FOR_MS;
  const sent = claims.filter(
    (claim) => claim.kind === "sweep" && (claim.result === "sent" || isLost(claim)),
  );
  if (sent.length === 0) return [];
  const createdSince = Math.min(...sent.map((claim) => claim.at)) - CLOCK_SKEW_MS;
  const runs = await github.listRuns(workflow, { event: "workflow_dispatch", createdSince });
  return runs.filter((run) => sent.some((claim) => run.displayTitle.includes(`[${claim.key}]`)));
}

function claimedRunIds(claims: readonly ClaimFact[]): readonly number[] {
  return claims
    .filter((claim) => claim.kind === "sweep" && /^\d+$/u.test(claim.result ?? ""))
    .map((claim) => Number(claim.result));
}

interface FoundRun {
  readonly run: WorkflowRun;
  readonly own: ReturnType<typeof parseRunName>;
  readonly belongs: boolean;
}

async function describeRun(
  github: GitHubReader,
  { run, own: named, belongs }: FoundRun,
  index: number,
  search: RunSearch,
): Promise<RunFacts> {
  const isTold = (belongs && index === 0) || isJudgedByJobs({ run, belongs, index }, search);
  const isOfUse = index < ARTIFACTS_OF_RUNS || search.orderedRunIds.includes(run.id);
  const [jobs, artifacts] = await Promise.all([
    isTold ? readJobsOf(github, run, search) : null,
    run.status === "completed" && isOfUse ? github.listArtifacts(run.id) : [],
  ]);
  return {
    run,
    belongs,
    planKey: named?.key ?? null,
    sourceSha: named === null ? run.headSha : wholeSha(named.shaPrefix, search.commits),
    jobs,
    artifacts,
  };
}

/** Their lists are kept once they are final, so each is read once. */
function isJudgedByJobs(
  { run, belongs, index }: Pick<FoundRun, "run" | "belongs"> & { readonly index: number },
  { reusedRunId, recovers, signed }: RunSearch,
): boolean {
  if (!belongs && recovers === null) return false;
  if (run.id === reusedRunId && run.conclusion !== "success") return true;
  return signed && index < JUDGED_RUNS && run.status === "completed" && !ranNothing(run);
}

/** A run name counts only when this app started the run: anybody may give a run any name. */
function ownName(run: WorkflowRun, search: RunSearch): ReturnType<typeof parseRunName> {
  if (run.event !== "workflow_dispatch" || run.actor?.login !== search.appLogin) return null;
  const named = parseRunName(run.displayTitle);
  return named?.pull === (search.recovers ?? search.pull.number) ? named : null;
}

function wholeSha(prefix: string, commits: Reading<readonly Commit[]>): string {
  if (commits.kind === "unknown") return prefix;
  return commits.value.find((commit) => commit.sha.startsWith(prefix))?.sha ?? prefix;
}
