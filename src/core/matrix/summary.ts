import type { Runners } from "../contract/runners.ts";
import { grouped } from "./grouped.ts";
import type { ParsedInputs } from "./inputs.ts";
import { replicaGpus } from "./memory.ts";
import type { PlannedRows } from "./plan-rows.ts";
import { bucketOf, concurrenciesOf, isMulti } from "./row.ts";
import type { Job, Row } from "./row.ts";

/** Minutes that one point takes, by scenario (`1k1k`, `8k1k`, `agentic`; `other` for the rest) and for an eval. */
export interface NominalMinutes {
  readonly throughput: Readonly<Record<string, number>>;
  readonly other: number;
  readonly eval: number;
}

const NOMINAL_MINUTES: NominalMinutes = {
  throughput: { "1k1k": 15, "8k1k": 25, agentic: 75 },
  other: 25,
  eval: 40,
};

/** An estimate that is larger than this needs no tenths. */
const WHOLE_FROM_HOURS = 10;

/** A line of the plan: the jobs of one recipe and scenario, throughput or evals. */
export interface SummaryLine {
  readonly key: string;
  readonly scenario: string;
  readonly purpose: "throughput" | "eval";
  readonly runner: string;
  /** Nodes behind the runner label; null when the label is not in the runner file. */
  readonly poolSize: number | null;
  readonly jobs: number;
  /** Concurrencies measured, over all jobs. */
  readonly points: number;
  /** GPUs that the largest job holds. */
  readonly gpus: number;
  /** GPUs times nominal hours, over all points. */
  readonly gpuHours: number;
}

/** GPUs that a job holds: tp × pp × pcp of every worker. */
export function gpusOf(row: Row): number {
  if (!isMulti(row)) return replicaGpus(row);
  const { prefill, decode } = row;
  return prefill["num-worker"] * replicaGpus(prefill) + decode["num-worker"] * replicaGpus(decode);
}

/** Concurrencies that a row measures, each of which takes its time. */
export function pointsOf(row: Row, purpose: SummaryLine["purpose"]): number {
  if (purpose === "throughput" || !isMulti(row)) return concurrenciesOf(row).length;
  return row["eval-all-concs"] === true ? row.conc.length : 1;
}

function minutesOf(row: Row, purpose: SummaryLine["purpose"], nominal: NominalMinutes): number {
  if (purpose === "eval") return nominal.eval;
  return nominal.throughput[bucketOf(row)] ?? nominal.other;
}

function lines(
  jobs: readonly Job[],
  purpose: SummaryLine["purpose"],
  { labels }: Runners,
  nominal: NominalMinutes,
): SummaryLine[] {
  const groups = grouped(jobs, ({ key, row }) => `${bucketOf(row)} ${key}`);
  return groups.flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { runner } = first.row;
    const minutes = group.reduce(
      (total, { row }) =>
        total + gpusOf(row) * pointsOf(row, purpose) * minutesOf(row, purpose, nominal),
      0,
    );
    return {
      key: first.key,
      scenario: bucketOf(first.row),
      purpose,
      runner,
      poolSize: labels.get(runner)?.length ?? null,
      jobs: group.length,
      points: group.reduce((total, { row }) => total + pointsOf(row, purpose), 0),
      gpus: Math.max(...group.map(({ row }) => gpusOf(row))),
      gpuHours: Math.round(minutes / 6) / 10,
    };
  });
}

/** What a whole plan adds up to. */
export interface SummaryTotals {
  readonly jobs: number;
  readonly points: number;
  /** Whole hours from ten on, tenths below. */
  readonly gpuHours: number;
}

/** The sum of a plan's lines, for one line below the table. */
export function summaryTotals(summary: readonly SummaryLine[]): SummaryTotals {
  const sum = (count: (line: SummaryLine) => number): number =>
    summary.reduce((total, line) => total + count(line), 0);
  const hours = sum(({ gpuHours }) => gpuHours);
  return {
    jobs: sum(({ jobs }) => jobs),
    points: sum(({ points }) => points),
    gpuHours: hours < WHOLE_FROM_HOURS ? Math.round(hours * 10) / 10 : Math.round(hours),
  };
}

/** The plan as a table: jobs, points, GPUs and estimated GPU-hours by recipe and scenario (issue 3, item 3). */
export function summarize(
  rows: PlannedRows,
  { runners }: ParsedInputs,
  nominal: NominalMinutes = NOMINAL_MINUTES,
): readonly SummaryLine[] {
  return [
    ...lines(rows.throughput, "throughput", runners, nominal),
    ...lines(rows.evals, "eval", runners, nominal),
  ];
}
