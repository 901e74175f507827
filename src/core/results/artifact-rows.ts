import type { ArtifactFile, ArtifactRows, BenchRow, EvalRow } from "../model/results.ts";
import { isBenchRow, parseBenchRow } from "./bench-row.ts";
import { isEvalRow, parseEvalRow } from "./eval-row.ts";
import { asRow } from "./fields.ts";
import { parseJsonText } from "./json-text.ts";

/** Most rows of one artifact: a matrix has at most 256 jobs, and a job a few points. */
const MOST_ROWS = 2_500;

/**
 * The rows of an artifact's JSON files, told apart by what they hold: a list of rows, or one row.
 * What is neither throughput nor an eval counts as unreadable; nothing is dropped in silence.
 */
export function parseArtifact(files: readonly ArtifactFile[]): ArtifactRows {
  const bench: BenchRow[] = [];
  const evals: EvalRow[] = [];
  let unreadable = 0;
  for (const value of files.flatMap(({ bytes }) => valuesOf(bytes))) {
    const row = asRow(value);
    const isFull = bench.length + evals.length >= MOST_ROWS;
    if (row !== null && !isFull && isBenchRow(row)) bench.push(parseBenchRow(row));
    else if (row !== null && !isFull && isEvalRow(row)) evals.push(parseEvalRow(row));
    else unreadable += 1;
  }
  return { bench, evals, unreadable };
}

/** A file that is no JSON counts as one value that nobody can read. */
function valuesOf(bytes: Uint8Array): readonly unknown[] {
  const value = parseJsonText(bytes);
  return Array.isArray(value) ? (value as unknown[]) : [value];
}
