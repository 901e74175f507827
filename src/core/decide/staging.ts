import type { RunFacts } from "../model/facts.ts";
import {
  judgeStagedPull,
  judgeStagedRun,
  type StagingGround,
  type StagingRuleResult,
} from "./staging-rules.ts";

export type StagingJudgement =
  | {
      readonly kind: "eligible";
      readonly run: RunFacts["run"];
      readonly rules: readonly StagingRuleResult[];
    }
  | {
      readonly kind: "refused" | "undecided";
      readonly runId: number | null;
      readonly rules: readonly StagingRuleResult[];
    };

/**
 * Judges `/stage-results`: the run that was named, or the newest of this pull request that meets every
 * rule (spec/control-plane §4.2). Without one it is the newest run's verdict that tells why.
 */
export function judgeStaging(
  runId: number | null,
  runs: readonly RunFacts[],
  facts: StagingGround,
): StagingJudgement {
  if (runId !== null) {
    const run = runs.find((candidate) => candidate.run.id === runId);
    return run === undefined ? missingRun(runId, facts) : conclude(run, true, facts);
  }
  const judged = runs
    .filter((run) => run.belongs)
    .sort((a, b) => b.run.createdAt - a.run.createdAt || b.run.id - a.run.id)
    .map((run) => conclude(run, false, facts));
  return (
    // What is not known of a newer run is not "no": an older one is not taken in its place.
    judged.find(({ kind }) => kind !== "refused") ?? judged[0] ?? missingRun(null, facts)
  );
}

function conclude(candidate: RunFacts, named: boolean, facts: StagingGround): StagingJudgement {
  const rules = judgeStagedRun(candidate, named, facts);
  const { run } = candidate;
  if (rules.some(({ outcome }) => outcome === "fail")) {
    return { kind: "refused", runId: run.id, rules };
  }
  return rules.some(({ outcome }) => outcome === "unknown")
    ? { kind: "undecided", runId: run.id, rules }
    : { kind: "eligible", run, rules };
}

function missingRun(runId: number | null, facts: StagingGround): StagingJudgement {
  const rules: StagingRuleResult[] = [
    ...judgeStagedPull(facts),
    { rule: "run_exists", outcome: "fail", values: { run: runId ?? "" } },
  ];
  return { kind: "refused", runId, rules };
}
