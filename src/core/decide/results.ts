import type { Facts } from "../model/facts.ts";
import type {
  Baseline,
  BenchRow,
  Curve,
  EvalRow,
  ResultFacts,
  RunResults,
} from "../model/results.ts";
import { parseThresholds, type Thresholds } from "../results/thresholds.ts";
import { curveOf } from "./curve.ts";
import type { SweepVerdict } from "./sweep.ts";

/** By how many percent a point changed against the newest published one; null where either number is missing. */
export interface Change {
  readonly baseRun: number;
  readonly tput: number | null;
  readonly ttft: number | null;
  readonly interactivity: number | null;
}

export interface ComparedRow {
  readonly row: BenchRow;
  /** Null where the point was never published. */
  readonly change: Change | null;
}

export interface JudgedEval {
  readonly row: EvalRow;
  /** The least that is asked for; null where nothing is. */
  readonly least: number | null;
  /** Null where nothing is asked for, or nothing was scored. */
  readonly passed: boolean | null;
}

/** What the shown run measured, compared and judged. */
export interface ResultsVerdict {
  readonly runId: number;
  readonly fixed: readonly ComparedRow[];
  readonly agentic: readonly ComparedRow[];
  readonly evals: readonly JudgedEval[];
  readonly excluded: readonly BenchRow[];
  /** The row with the most throughput a GPU. */
  readonly best: BenchRow | null;
  readonly better: number;
  readonly worse: number;
  /** Runs that it is compared with, newest first. */
  readonly baseRuns: readonly number[];
  readonly curve: Curve | null;
  /** True when evals needed the file of least scores, and it could not be read. */
  readonly thresholdsUnread: boolean;
  readonly remarks: Pick<RunResults, "doubled" | "unreadable" | "failures" | "beyond" | "expired">;
}

/** A change of less than this many percent is noise: runs of the same image differ by as much. */
export const NOISE_PERCENT = 1;

/** The results of the run that the card shows; null while it goes on or when it left none. */
export function decideResults(
  { results }: Pick<Facts, "results">,
  { shown }: SweepVerdict,
): ResultsVerdict | null {
  const run = results.runs.find(({ runId }) => runId === shown?.run.id);
  if (run === undefined) return null;
  const rows = run.bench.map((row) => compare(row, results.baselines));
  const changes = rows.flatMap(({ change }) => change?.tput ?? []);
  const thresholds = thresholdsOf(results);
  const { doubled, unreadable, failures, beyond, expired } = run;
  return {
    runId: run.runId,
    fixed: rows.filter(({ row }) => row.kind === "fixed"),
    agentic: rows.filter(({ row }) => row.kind === "agentic"),
    evals: run.evals.map((row) => judge(row, thresholds)),
    excluded: run.excluded,
    best: bestOf(run.bench),
    better: changes.filter((change) => change >= NOISE_PERCENT).length,
    worse: changes.filter((change) => change <= -NOISE_PERCENT).length,
    baseRuns: baseRuns(rows),
    curve: curveOf(run.bench, (row) => baselineOf(row, results.baselines)),
    thresholdsUnread: run.evals.length > 0 && thresholds === "unread",
    remarks: { doubled, unreadable, failures, beyond, expired },
  };
}

function compare(row: BenchRow, baselines: ResultFacts["baselines"]): ComparedRow {
  const base = baselineOf(row, baselines);
  if (base === null) return { row, change: null };
  const change = (metric: keyof Baseline["metrics"]): number | null =>
    percent(row.metrics[metric], base.metrics[metric]);
  return {
    row,
    change: {
      baseRun: base.runId,
      tput: change("tputPerGpu"),
      ttft: change("ttftSeconds"),
      interactivity: change("interactivity"),
    },
  };
}

/** The newest published measurement of the same point. */
function baselineOf(row: BenchRow, baselines: ResultFacts["baselines"]): Baseline | null {
  if (row.identity === null || !Object.hasOwn(baselines, row.identity)) return null;
  return baselines[row.identity] ?? null;
}

function percent(now: number | null, before: number | null): number | null {
  if (now === null || before === null || before <= 0) return null;
  const change = (now / before - 1) * 100;
  return Number.isFinite(change) ? change : null;
}

function bestOf(rows: readonly BenchRow[]): BenchRow | null {
  return rows.reduce<BenchRow | null>(
    (best, row) => ((row.metrics.tputPerGpu ?? -1) > (best?.metrics.tputPerGpu ?? -1) ? row : best),
    null,
  );
}

function baseRuns(rows: readonly ComparedRow[]): readonly number[] {
  const runs = rows.flatMap(({ change }) => change?.baseRun ?? []);
  return [...new Set(runs)].sort((a, b) => b - a);
}

function thresholdsOf({ thresholds }: ResultFacts): Thresholds | "none" | "unread" {
  if (thresholds === null) return "none";
  if (thresholds.kind === "unknown") return "unread";
  if (thresholds.value === null) return "none";
  return parseThresholds(thresholds.value) ?? "unread";
}

/** The row's own verdict or bounds first, then the repository's thresholds for the task and model. */
function judge(row: EvalRow, thresholds: Thresholds | "none" | "unread"): JudgedEval {
  const asked = typeof thresholds === "string" ? null : thresholds.leastOf(row.task, row.model);
  const least = row.least ?? asked;
  if (row.passed !== null) return { row, least, passed: row.passed };
  if (least === null || row.lowest === null) return { row, least, passed: null };
  const isWithin = row.lowest >= least && row.lowest <= (row.most ?? Infinity);
  return { row, least, passed: isWithin };
}
