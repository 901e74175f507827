import { isMapping } from "../contract/master.ts";
import { writtenRecipes } from "../matrix/append-scope.ts";
import type { SweepPlan } from "../matrix/plan-sweep.ts";
import { skuOf } from "../matrix/scripts-of.ts";
import type { Facts } from "../model/facts.ts";
import type { FileReading } from "../model/github.ts";
import type { RunResults } from "../model/results.ts";
import { parseThresholds } from "../results/thresholds.ts";
import type { EvalResults, EvalsFacts } from "../signoff/check-evals.ts";
import type { SweepEvidence } from "../signoff/check-sweep.ts";
import type { CheckResult } from "../signoff/checks.ts";
import type { EvalTarget, SweepFacts } from "../signoff/sweep-facts.ts";
import { contentOf } from "../model/file-content.ts";
import { isResultArtifact } from "./reuse-rules.ts";

type Plan = Extract<SweepPlan, { kind: "matrix" }>;

/** What check 2 looks at, for the run that check 1 looked at. */
export function evalsFacts(
  facts: Facts,
  sweep: CheckResult<SweepEvidence>,
  ground: { readonly plan: Plan | null; readonly sweepFacts: SweepFacts },
): EvalsFacts {
  const { plan, sweepFacts } = ground;
  const run = sweepFacts.runs.find(({ runId }) => runId === sweep.evidence.runId);
  return {
    sweep,
    jobs: run?.isCompleted === true ? run.jobs : null,
    lanes: (sweepFacts.lanes ?? []).filter(({ kind }) => kind === "eval"),
    targets: plan === null ? [] : targetsOf(plan),
    results: resultsOf(facts, sweep.evidence.runId),
    images: plan === null ? [] : imagesOf(plan, facts, sweep.evidence.sha),
  };
}

/** Recipes that the full sweep runs evals for, as their result rows name them. */
function targetsOf({ rows }: Plan): readonly EvalTarget[] {
  const targets = rows.evals
    .filter(({ row }) => row["run-eval"] === true)
    .map(({ key, row }): EvalTarget => ({
      key,
      model: row["model-prefix"],
      framework: row.framework,
      precision: row.precision,
      specDecoding: row["spec-decoding"],
      sku: skuOf(row),
    }));
  return [...new Map(targets.map((target) => [JSON.stringify(target), target])).values()];
}

/** The image of each planned recipe at head, and in the recipes of the commit that was measured. */
function imagesOf({ rows }: Plan, facts: Facts, sha: string | null): EvalsFacts["images"] {
  const heads = new Map(rows.throughput.map(({ key, row }) => [key, row.image]));
  const source = sha === null ? undefined : facts.sources[sha];
  const measured = source === undefined ? null : writtenImages(source.masters);
  return [...heads].map(([key, head]) => {
    if (sha === facts.pull.headSha) return { key, head, run: head };
    return { key, head, run: measured?.get(key) ?? null };
  });
}

function writtenImages(masters: readonly FileReading[]): ReadonlyMap<string, string> {
  const written = [...writtenRecipes(masters.map(contentOf))].flatMap(([key, { value }]) => {
    const image = isMapping(value) ? value["image"] : undefined;
    return typeof image === "string" ? [[key, image] as const] : [];
  });
  return new Map(written);
}

function resultsOf({ results, runs, config }: Facts, runId: number | null): EvalResults {
  const read = results.runs.find((run) => run.runId === runId);
  if (read === undefined) {
    const artifacts = runs.find(({ run }) => run.id === runId)?.artifacts ?? [];
    const kept = artifacts.filter(({ name }) => isResultArtifact(name, config.inForce));
    if (kept.length === 0) return { kind: "read", evals: [], bench: [] };
    return { kind: kept.every(({ expired }) => expired) ? "expired" : "unread" };
  }
  return read.expired ? { kind: "expired" } : barred(read, results.thresholds);
}

function barred(read: RunResults, file: FileReading | null): EvalResults {
  // Rows that are missing may be the ones that fail.
  if (read.failures.length > 0 || read.beyond > 0) return { kind: "unread" };
  if (read.evals.length === 0) return { kind: "read", evals: [], bench: read.bench };
  const content = file?.kind === "known" ? file.value : null;
  const thresholds = content === null ? null : parseThresholds(content);
  if (thresholds === null) return { kind: "thresholdsUnread" };
  const evals = read.evals.map((row) => ({ row, least: thresholds.leastOf(row.task, row.model) }));
  return { kind: "read", evals, bench: read.bench };
}
