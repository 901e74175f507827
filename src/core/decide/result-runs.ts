import type { Facts, MergeFacts, RunFacts } from "../model/facts.ts";
import type { Artifact } from "../model/github.ts";
import { stillAsksForReuse } from "./needs.ts";
import { reuseInForce } from "./reuse-record.ts";
import { isResultArtifact } from "./reuse-rules.ts";

/** A run whose result files are read, with what it left. */
export interface ResultRun {
  readonly runId: number;
  /** Not expired. */
  readonly artifacts: readonly Artifact[];
  /** True when there were result files once, and all of them have expired. */
  readonly expired: boolean;
}

/** The run that is shown is the newest, unless a force-push brought an earlier head back. */
const SHOWN_RUNS = 3;

type RunNaming = Pick<Facts, "comments" | "app" | "config" | "repository" | "pull" | "merge">;

/**
 * Ended runs whose results a look needs: those that may be shown, and once merged the one that was
 * reused and the one for the merge. A run that left no result files is not among them.
 */
export function resultRuns(facts: RunNaming, runs: readonly RunFacts[]): readonly ResultRun[] {
  const bound = facts.pull.merged ? boundRun(facts) : null;
  const newest = runs.filter((run) => run.belongs).slice(0, SHOWN_RUNS);
  const wanted = runs.filter((run) => newest.includes(run) || run.run.id === bound);
  const found = [...wanted, ...(facts.merge === null ? [] : mergeRun(facts.merge))]
    .filter(({ run }) => run.status === "completed")
    .map(({ run, artifacts }): ResultRun => {
      const all = artifacts.filter(({ name }) => isResultArtifact(name, facts.config.inForce));
      const left = all.filter((artifact) => !artifact.expired);
      return { runId: run.id, artifacts: left, expired: all.length > 0 && left.length === 0 };
    });
  return found.filter(({ artifacts, expired }) => artifacts.length > 0 || expired);
}

function mergeRun({ run, artifacts }: MergeFacts): readonly Pick<RunFacts, "run" | "artifacts">[] {
  return run === null ? [] : [{ run, artifacts }];
}

function boundRun({ comments, app, repository }: RunNaming): number | null {
  const inForce = reuseInForce(comments, app.id, (comment, binding) =>
    stillAsksForReuse(comment, binding, repository),
  );
  return inForce?.binding.runId ?? null;
}
