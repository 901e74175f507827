import type { EarlyFacts } from "../../core/decide/needs.ts";
import {
  followsPush,
  followsRecovery,
  recoveryBranches,
  recoverySources,
} from "../../core/decide/recovery-needs.ts";
import {
  recoveredHere,
  recoveryOrders,
  recoveryPrefix,
  runOfBranch,
} from "../../core/decide/recovery-record.ts";
import type { Facts } from "../../core/model/facts.ts";
import type { WorkflowRun } from "../../core/model/github.ts";
import { known, type Reading, unknown } from "../../core/model/reading.ts";
import type {
  BranchPull,
  MeasuredSide,
  PushFacts,
  RecoveryAttempt,
  RecoveryFacts,
  RecoveryGround,
} from "../../core/model/recovery.ts";
import type { GitHubReader } from "../port.ts";
import { CLOCK_SKEW_MS } from "../take-claim.ts";

/** What is known of lost results and of publishing them again; null where nothing asks for it. */
export async function readRecovery(
  github: GitHubReader,
  facts: EarlyFacts,
  runs: Facts["runs"],
): Promise<RecoveryFacts | null> {
  const [isPush, isRecovery] = [followsPush(facts), followsRecovery(facts)];
  const shas = recoverySources(facts, runs);
  if (!isPush && !isRecovery && shas.length === 0) return null;
  const defaultTip = await github.readBranchTip(facts.repository.defaultBranch);
  if (defaultTip === null) return null;
  const [push, attempts, ground] = await Promise.all([
    isPush ? readPush(github, facts) : null,
    isRecovery ? readAttempts(github, facts, runs) : [],
    shas.length > 0 ? readGround({ github, defaultTip }, facts, shas) : null,
  ]);
  return { push, tipSha: defaultTip, attempts, ground };
}

/**
 * The run for the push of the merge; of several merges in one push it stands on the last one's commit
 * (W22). Null where it is not known which run that is: then nothing is missing yet.
 */
async function readPush(github: GitHubReader, facts: EarlyFacts): Promise<PushFacts | null> {
  const { merge } = facts;
  if (merge === null) return { run: null, jobs: null };
  const run = merge.run ?? (await runOfLaterCommit(github, facts, merge.mergeSha));
  if (run === "unread") return null;
  return { run, jobs: run === null ? null : await github.listJobs(run.id) };
}

/** A push starts its run within seconds. */
const STARTS_WITHIN_MS = 5 * 60_000;
/** Pushes that are looked at for one that contains the merge. */
const MOST_PUSHES = 5;

async function runOfLaterCommit(
  github: GitHubReader,
  { config, pull, repository }: EarlyFacts,
  mergeSha: string,
): Promise<WorkflowRun | null | "unread"> {
  if (pull.mergedAt === null) return null;
  const runs = await github.listRuns(config.inForce.sweep.workflow, {
    ...{ event: "push", branch: repository.defaultBranch },
    createdSince: pull.mergedAt - CLOCK_SKEW_MS,
    createdUntil: pull.mergedAt + STARTS_WITHIN_MS,
  });
  const oldestFirst = runs.toSorted((a, b) => a.createdAt - b.createdAt || a.id - b.id);
  let isUnread = false;
  for (const run of oldestFirst.slice(0, MOST_PUSHES)) {
    const comparison = await github.compare(mergeSha, run.headSha);
    if (comparison.kind === "known" && comparison.value.mergeBaseSha === mergeSha) return run;
    // A commit that is gone has not brought the merge.
    isUnread ||= comparison.kind === "unknown" && comparison.cause !== "not_found";
  }
  return isUnread ? "unread" : null;
}

async function readAttempts(
  github: GitHubReader,
  facts: EarlyFacts,
  runs: Facts["runs"],
): Promise<readonly RecoveryAttempt[]> {
  const standing = await github.listBranches(recoveryPrefix(facts.pull.number));
  const tips = new Map(standing.map(({ name, sha }) => [name, sha]));
  const branches = recoveryBranches(facts, [...tips.keys()]);
  const attempts = branches.map((branch) => {
    const tipSha = tips.get(branch) ?? null;
    return readAttempt(github, facts, { branch, tipSha, runs });
  });
  return (await Promise.all(attempts)).filter((attempt) => attempt !== null);
}

interface BranchPlace {
  readonly branch: string;
  readonly tipSha: string | null;
  readonly runs: Facts["runs"];
}

/** Null for a branch from which sweepbot has opened nothing and which does not stand. */
async function readAttempt(
  github: GitHubReader,
  facts: EarlyFacts,
  { branch, tipSha, runs }: BranchPlace,
): Promise<RecoveryAttempt | null> {
  const found = await ownPull(github, facts, branch);
  if (found === undefined && tipSha === null) return null;
  const runId = runOfBranch(branch, facts.pull.number) ?? 0;
  const [pull, comments, sides] = await Promise.all([
    found === undefined ? null : github.readPull(found.number),
    found === undefined ? [] : github.listComments(found.number),
    tipSha === null ? NO_BRANCH : readBranch(github, facts, { tipSha, runId, runs }),
  ]);
  return { runId, branch, tipSha, pull, comments, ...sides };
}

/** Anybody may open a pull request from a branch that stands; only our own is the recovery. */
async function ownPull(
  github: GitHubReader,
  { app }: EarlyFacts,
  branch: string,
): Promise<BranchPull | undefined> {
  const own = (await github.listPullsFrom(branch)).filter(({ author }) => author === app.login);
  return own.find(({ state }) => state === "open") ?? own.at(-1);
}

type BranchSides = Pick<RecoveryAttempt, "changelog" | "carried">;

const NO_BRANCH: BranchSides = { changelog: unknown("not_found"), carried: unknown("not_found") };

async function readBranch(
  github: GitHubReader,
  facts: EarlyFacts,
  {
    tipSha,
    runId,
    runs,
  }: Pick<BranchPlace, "runs"> & { readonly tipSha: string; readonly runId: number },
): Promise<BranchSides> {
  const ordered = recoveryOrders(facts).findLast((order) => order.runId === runId);
  const found = runs.find(({ run }) => run.id === runId);
  const sourceSha = ordered?.sourceSha ?? found?.sourceSha ?? "";
  const [changelog, carried] = await Promise.all([
    github.readFile(facts.config.inForce.paths.changelog, tipSha),
    readCarried(github, sourceSha, tipSha),
  ]);
  return { changelog, carried };
}

async function readCarried(
  github: GitHubReader,
  sourceSha: string,
  tipSha: string,
): Promise<Reading<boolean>> {
  if (sourceSha.length !== 40) return unknown("not_found");
  const comparison = await github.compare(sourceSha, tipSha);
  if (comparison.kind === "unknown") return comparison;
  return known(comparison.value.mergeBaseSha === sourceSha);
}

async function readGround(
  { github, defaultTip }: { readonly github: GitHubReader; readonly defaultTip: string },
  facts: EarlyFacts,
  shas: readonly string[],
): Promise<RecoveryGround> {
  const { revisions, pull } = facts;
  const isLandedApart = pull.state === "closed" && !pull.merged;
  const landedSha = revisions.kind === "known" && !isLandedApart ? revisions.value.headSha : null;
  const [landed, tip, ...sides] = await Promise.all([
    landedSha === null ? github.listTree(defaultTip) : github.listTree(landedSha),
    recoveredHere(facts) === null ? readSide(github, facts, defaultTip) : null,
    ...shas.map((sha) => readSide(github, facts, sha)),
  ]);
  return { landed, tip, sources: Object.fromEntries(sides.map((side) => [side.sha, side])) };
}

async function readSide(
  github: GitHubReader,
  { config }: EarlyFacts,
  sha: string,
): Promise<MeasuredSide> {
  const { paths } = config.inForce;
  const [tree, masters, runners, changelog] = await Promise.all([
    github.listTree(sha),
    Promise.all(paths.masters.map((path) => github.readFile(path, sha))),
    github.readFile(paths.runners, sha),
    github.readFile(paths.changelog, sha),
  ]);
  return { sha, tree, masters, runners, changelog };
}
