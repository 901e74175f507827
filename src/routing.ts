import { parseRunName } from "./core/decide/plan-key.ts";
import type { PullRef, RepositorySource, Signal } from "./core/model/signal.ts";
import type { GitHubReader } from "./github/port.ts";

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
export const RECENTLY_CLOSED_MS = 7 * 24 * 3_600_000;

/** Finds the pull requests that a signal is about; asks GitHub only where neither payload nor records tell. */
export function openRouting(sources: RoutingSources): RouteSignal {
  const ofRun = new Map<number, Promise<readonly PullRef[]>>();
  return async (signal) => {
    switch (signal.kind) {
      case "ignored":
        return [];
      case "pulls":
        return refs(signal.source, signal.pulls);
      case "commit":
        return refs(signal.source, await ofCommit(signal.source, signal.sha));
      case "push":
        return afterPush(signal.source, signal.sha);
      case "run":
        return remembered(signal);
    }
  };

  async function remembered(signal: Extract<Signal, { kind: "run" }>): Promise<readonly PullRef[]> {
    const known = ofRun.get(signal.runId);
    if (known !== undefined) return known;
    const found = findRun(signal);
    ofRun.set(signal.runId, found);
    // A failed look-up is not remembered, and a run without a pull request may still get one.
    const forget = (): void => void ofRun.delete(signal.runId);
    found.then((pulls) => {
      if (pulls.length === 0) forget();
    }, forget);
    if (ofRun.size > REMEMBERED_RUNS) ofRun.delete(ofRun.keys().next().value ?? signal.runId);
    return found;
  }

  async function findRun({
    source,
    runId,
    headSha,
  }: Extract<Signal, { kind: "run" }>): Promise<readonly PullRef[]> {
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

  async function ofCommit(source: RepositorySource, sha: string): Promise<readonly number[]> {
    const github = await sources.githubOf(source);
    return github.listPullsOfCommit(sha);
  }

  /** The base has moved for every open pull request, and for some it was their own merge. */
  async function afterPush(source: RepositorySource, sha: string): Promise<readonly PullRef[]> {
    const github = await sources.githubOf(source);
    const [merged, listed] = await Promise.all([
      github.listPullsOfCommit(sha),
      github.listPulls(sources.now()),
    ]);
    const open = listed.filter((pull) => pull.state === "open").map((pull) => pull.number);
    return refs(source, [...merged, ...open]);
  }
}

function refs(source: RepositorySource, pulls: readonly number[]): readonly PullRef[] {
  return [...new Set(pulls)].map((pull) => ({ ...source, pull }));
}
