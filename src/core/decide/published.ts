import type { Facts } from "../model/facts.ts";
import type { PublishedRows } from "../model/results.ts";
import type { MergeVerdict } from "./merge.ts";

/**
 * Rows that later sweeps are compared with: those of a run that was handed over at the merge, and those
 * of a run of the sweep workflow for the merge itself.
 */
export function decidePublished(
  { pull, repository, merge, results }: Pick<Facts, "pull" | "repository" | "merge" | "results">,
  verdict: MergeVerdict,
): readonly PublishedRows[] {
  const published = new Map<number, number>();
  if (merge?.run?.status === "completed" && pull.baseRef === repository.defaultBranch) {
    published.set(merge.run.id, merge.run.createdAt);
  }
  if (verdict.kind === "sent" && pull.mergedAt !== null) {
    published.set(verdict.binding.runId, pull.mergedAt);
  }
  return results.runs.flatMap(({ runId, bench }) => {
    const at = published.get(runId);
    return at === undefined || bench.length === 0 ? [] : [{ runId, at, rows: bench }];
  });
}
