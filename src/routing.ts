import { FOLLOWED_MS } from "./core/decide/loss.ts";
import { parseRunName } from "./core/decide/plan-key.ts";
import type { PullRef, RepositorySource, Signal } from "./core/model/signal.ts";
import type { GitHubReader, PullSummary } from "./github/port.ts";

export interface RoutingSources {
  readonly githubOf: (source: RepositorySource) => Promise<GitHubReader>;
  /** The pull request that sweepbot started a run for, from its own records. */
  readonly pullOfRun: (runId: number) => Promise<PullRef | null>;
  readonly now: () => number;
}

export type RouteSignal = (signal: Signal) => Promise<readonly PullRef[]>;

/** Runs whose pull request is known are asked for again with every one of their jobs. */
const REMEMBERED_RUNS = 2_000;
/** Closed pull requests changed within this time are looked at again: their results may be on the way. */
export const RECENTLY_CLOSED_MS = FOLLOWED_MS;
/** A push may bring several merges (a merge queue, or somebody's own push): each was updated with it (W22). */
const MERGED_WITH_PUSH_MS = 3_600_000;

/** Finds the pull requests that a signal is about; asks GitHub only where neither payload nor records tell. */
export function openRouting(sources: RoutingSources): RouteSignal {
  const remembered = rememberRuns((signal) => findRun(signal, sources));
  return async (signal) => {
    switch (signal.kind) {
      case "ignored":
        return [];
      case "pulls":
        return refs(signal.source, signal.pulls);
      case "commit": {
        const github = await sources.githubOf(signal.source);
        return refs(signal.source, await github.listPullsOfCommit(signal.sha));
      }
      case "push":
        return afterPush(signal, sources);
      case "run":
        return remembered(signal);
    }
  };
}

type RunSignal = Extract<Signal, { kind: "run" }>;
type Lookup = (signal: RunSignal) => Promise<readonly PullRef[]>;

/** Keeps answers by run: its jobs ask again and again. A failed look-up, or one that found nothing yet, is not kept. */
function rememberRuns(find: Lookup): Lookup {
  const known = new Map<number, Promise<readonly PullRef[]>>();
  return (signal) => {
    const standing = known.get(signal.runId);
    if (standing !== undefined) return standing;
    const found = find(signal);
    known.set(signal.runId, found);
    const forget = (): void => void known.delete(signal.runId);
    found.then((pulls) => {
      if (pulls.length === 0) forget();
    }, forget);
    const [oldest] = known.keys();
    if (known.size > REMEMBERED_RUNS && oldest !== undefined) known.delete(oldest);
    return found;
  };
}

async function findRun(
  { source, runId, headSha }: RunSignal,
  sources: RoutingSources,
): Promise<readonly PullRef[]> {
  const recorded = await sources.pullOfRun(runId);
  if (recorded !== null) return [recorded];
  const github = await sources.githubOf(source);
  const run = await github.readRun(runId);
  if (run.kind === "unknown") return [];
  const named = parseRunName(run.value.displayTitle);
  if (named !== null) return refs(source, [named.pull]);
  if (run.value.pullNumbers.length > 0) return refs(source, run.value.pullNumbers);
  return refs(source, await github.listPullsOfCommit(headSha));
}

/** The base has moved for every open pull request, and for those that were closed just now it may be their own merge. */
async function afterPush(
  { source, sha }: Extract<Signal, { kind: "push" }>,
  sources: RoutingSources,
): Promise<readonly PullRef[]> {
  const github = await sources.githubOf(source);
  const [merged, listed] = await Promise.all([
    github.listPullsOfCommit(sha),
    github.listPulls(sources.now() - MERGED_WITH_PUSH_MS),
  ]);
  const numbersOf = (state: PullSummary["state"]): readonly number[] =>
    listed.filter((pull) => pull.state === state).map((pull) => pull.number);
  // What was merged comes first; of the open ones that wait for what the push brings, the oldest (spec/signoff §5.5).
  const open = numbersOf("open").toSorted((one, other) => one - other);
  return refs(source, [...merged, ...numbersOf("closed"), ...open]);
}

function refs(source: RepositorySource, pulls: readonly number[]): readonly PullRef[] {
  return [...new Set(pulls)].map((pull) => ({ ...source, pull }));
}
