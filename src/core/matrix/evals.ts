import { canonicalJson } from "./canonical.ts";
import { grouped } from "./grouped.ts";
import { concurrenciesOf, isAgentic, isMulti, without } from "./row.ts";
import type { Job, MultiRow, Row, SingleFixedRow } from "./row.ts";

/** Rows with fewer concurrent requests are not worth an eval (spec/matrix §3.7). */
const MIN_EVAL_CONCURRENCY = 16;
const EVAL_INPUT_TOKENS = 8_192;
const EVAL_OUTPUT_TOKENS = 1_024;

const NOT_PARALLELISM = new Set([
  "conc",
  "run-eval",
  "eval-only",
  "eval-conc",
  "eval-all-concs",
  "exp-name",
]);

/** Equal for rows that differ in nothing but concurrency and eval fields. */
function parallelismKey(row: Row): string {
  return canonicalJson(without(row, NOT_PARALLELISM));
}

function isEvalSequence(row: Row): boolean {
  return !isAgentic(row) && row.isl === EVAL_INPUT_TOKENS && row.osl === EVAL_OUTPUT_TOKENS;
}

function isSingleFixed(row: Row): row is SingleFixedRow {
  return !isMulti(row) && !isAgentic(row);
}

function ascending(values: Iterable<number>): readonly number[] {
  return [...new Set(values)].sort((left, right) => left - right);
}

function singleFixedKey(row: SingleFixedRow): string {
  return JSON.stringify([
    row.model,
    row.runner,
    row.framework,
    row.precision,
    row["spec-decoding"],
    row["dp-attn"],
  ]);
}

/** Of each group, the rows at the highest and at the middle concurrency; recipe and image play no part (Q1). */
function chosenSingleFixed(rows: readonly Row[]): readonly Row[] {
  const candidates = rows
    .filter(isSingleFixed)
    .filter((row) => isEvalSequence(row) && row.conc >= MIN_EVAL_CONCURRENCY);
  return grouped(candidates, singleFixedKey).flatMap((group) => {
    const concs = ascending(group.map((row) => row.conc));
    const targets = [concs.at(-1), concs[Math.floor(concs.length / 2)]];
    return group.filter((row) => targets.includes(row.conc));
  });
}

function highest(row: Row): number {
  return Math.max(...concurrenciesOf(row));
}

/** The first of the rows with the highest concurrency. */
function peak<R extends Row>(group: readonly R[]): R[] {
  const most = Math.max(...group.map(highest));
  return group.filter((row) => highest(row) === most).slice(0, 1);
}

function chosenMulti(rows: readonly Row[], eligible: (row: Row) => boolean): readonly MultiRow[] {
  const candidates = rows
    .filter(isMulti)
    .filter((row) => eligible(row) && highest(row) >= MIN_EVAL_CONCURRENCY);
  return grouped(candidates, parallelismKey).flatMap(peak);
}

function chosenSingleAgentic(rows: readonly Row[]): readonly Row[] {
  const candidates = rows.filter((row) => isAgentic(row) && !isMulti(row));
  const key = (row: Row): string =>
    JSON.stringify([row.model, row.runner, row.framework, row.precision]);
  return grouped(candidates, key).flatMap(peak);
}

/** Marks the rows that get an eval; all rows of one call are looked at together (spec/matrix §3.7 MARK). */
export function markEvals(jobs: readonly Job[], withAgentic: boolean): readonly Job[] {
  const rows = jobs.map(({ row }) => row);
  const multi = new Set<Row>([
    ...chosenMulti(rows, isEvalSequence),
    ...(withAgentic ? chosenMulti(rows, isAgentic) : []),
  ]);
  const single = new Set<Row>([
    ...chosenSingleFixed(rows),
    ...(withAgentic ? chosenSingleAgentic(rows) : []),
  ]);
  return jobs.map((job) => {
    const { row } = job;
    if (!multi.has(row)) return { ...job, row: { ...row, "run-eval": single.has(row) } };
    return { ...job, row: { ...row, "run-eval": true, "eval-conc": highest(row) } };
  });
}

function widened(row: MultiRow, concs: readonly number[]): MultiRow {
  const plain = { ...row, conc: concs, "run-eval": true };
  if (isAgentic(row)) return { ...plain, "eval-conc": Math.max(...concs) };
  const all = { ...plain, "eval-all-concs": true };
  return without(all, new Set(["eval-conc"])) as unknown as MultiRow;
}

/** Every eligible row gets an eval, multi-node rows of one topology as a single row (spec/matrix §3.7 EXPAND). */
export function expandEvals(jobs: readonly Job[]): readonly Job[] {
  const expanded: Job[] = [];
  const places = new Map<string, number>();
  for (const job of jobs) {
    const { row } = job;
    if (!isAgentic(row) && !isEvalSequence(row)) continue;
    if (!isMulti(row)) {
      expanded.push({ ...job, row: { ...row, "run-eval": true } });
      continue;
    }
    const key = parallelismKey(row);
    const place = places.get(key) ?? expanded.length;
    const first = expanded[place] ?? job;
    places.set(key, place);
    const concs = ascending([...concurrenciesOf(first.row), ...row.conc]);
    expanded[place] = { ...first, row: widened(first.row as MultiRow, concs) };
  }
  return expanded;
}
