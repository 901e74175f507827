import type { Artifact } from "../model/github.ts";
import type { ArtifactRows, BenchRow, EvalRow, RunResults } from "../model/results.ts";
import { isWithoutSuccess } from "./bench-row.ts";
import { isNewer } from "./which.ts";

export interface ReadArtifact {
  readonly artifact: Pick<Artifact, "id" | "createdAt">;
  /** One point of its own, rather than a collection of many. */
  readonly single: boolean;
  readonly rows: ArtifactRows;
}

type Combined = Pick<RunResults, "bench" | "excluded" | "evals" | "doubled" | "unreadable">;

interface Found<Row> {
  readonly row: Row;
  readonly from: ReadArtifact;
}

/**
 * Each point once, whatever the order of files and rows: a point's own artifact before a collection,
 * the newest upload before older ones, and within one file the lower throughput, so that a card never
 * flatters (W36). A point without a successful request never replaces one that has some.
 */
export function combine(artifacts: readonly ReadArtifact[]): Combined {
  const bench = artifacts.flatMap((from) => from.rows.bench.map((row) => ({ row, from })));
  const good = bench.filter(({ row }) => !isWithoutSuccess(row));
  const vain = bench.filter(({ row }) => isWithoutSuccess(row));
  const points = once(good, keyOf, byThroughput);
  return {
    bench: points.rows.toSorted(compareRows),
    excluded: once(vain, keyOf, byThroughput).rows.toSorted(compareRows),
    evals: once(
      artifacts.flatMap((from) => from.rows.evals.map((row) => ({ row, from }))),
      ({ identity }: EvalRow) => identity,
      byScore,
    ).rows.toSorted(compareEvals),
    doubled: points.doubled,
    unreadable: artifacts.reduce((sum, { rows }) => sum + rows.unreadable, 0),
  };
}

/** A row that does not say enough to be recognised is the same as its exact copies only. */
function keyOf(row: BenchRow): string {
  return row.identity ?? JSON.stringify(row);
}

function once<Row>(
  found: readonly Found<Row>[],
  key: (row: Row) => string,
  preferred: (a: Row, b: Row) => number,
): { readonly rows: readonly Row[]; readonly doubled: number } {
  const groups = new Map<string, Found<Row>[]>();
  for (const each of found) {
    const group = groups.get(key(each.row));
    if (group === undefined) groups.set(key(each.row), [each]);
    else group.push(each);
  }
  let doubled = 0;
  const rows = [...groups.values()].flatMap((group) => {
    const [first] = group.toSorted(
      (a, b) => byUpload(a, b) || preferred(a.row, b.row) || byText(a.row, b.row),
    );
    if (first === undefined) return [];
    const rivals = group.filter(({ from }) => from.artifact.id === first.from.artifact.id);
    if (rivals.some(({ row }) => byText(row, first.row) !== 0)) doubled += 1;
    return [first.row];
  });
  return { rows, doubled };
}

function byUpload<Row>({ from: a }: Found<Row>, { from: b }: Found<Row>): number {
  if (a.single !== b.single) return a.single ? -1 : 1;
  return Number(isNewer(b.artifact, a.artifact)) - Number(isNewer(a.artifact, b.artifact));
}

function byThroughput(a: BenchRow, b: BenchRow): number {
  return (a.metrics.tputPerGpu ?? Infinity) - (b.metrics.tputPerGpu ?? Infinity) || 0;
}

function byScore(a: EvalRow, b: EvalRow): number {
  return (a.lowest ?? -1) - (b.lowest ?? -1);
}

function byText(a: unknown, b: unknown): number {
  const [left, right] = [JSON.stringify(a), JSON.stringify(b)];
  return left === right ? 0 : left < right ? -1 : 1;
}

type Sortable = readonly (string | number | null)[];

/** As people read a sweep: config, then lengths, then layout, then concurrency. */
function compareRows(a: BenchRow, b: BenchRow): number {
  const parts = (row: BenchRow): Sortable => [
    ...[row.model, row.hardware, row.framework, row.precision, row.specDecoding],
    ...[row.isl, row.osl, row.prefill.tp, row.prefill.ep, row.concurrency, row.offload],
  ];
  return compareParts(parts(a), parts(b)) || byText(a, b);
}

function compareEvals(a: EvalRow, b: EvalRow): number {
  const parts = (row: EvalRow): Sortable => [row.model, row.hardware, row.task, row.concurrency];
  return compareParts(parts(a), parts(b)) || byText(a, b);
}

function compareParts(a: Sortable, b: Sortable): number {
  for (const [index, left] of a.entries()) {
    const right = b[index] ?? null;
    if (left === right) continue;
    if (left === null || right === null) return left === null ? 1 : -1;
    return left < right ? -1 : 1;
  }
  return 0;
}
