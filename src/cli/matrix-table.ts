import type { Job } from "../core/matrix/row.ts";
import { bucketOf, concurrenciesOf } from "../core/matrix/row.ts";
import { gpusOf, summaryTotals } from "../core/matrix/summary.ts";
import type { SummaryLine } from "../core/matrix/summary.ts";
import type { CliWords } from "./words.ts";

type Cell = string | number;

/** Columns that a text takes on a terminal: Chinese characters and their punctuation take two. */
function width(text: string): number {
  return text.length + (text.match(/[\u2e80-\uffef]/g) ?? []).length;
}

function padded(cell: Cell, columns: number): string {
  const text = String(cell);
  const blanks = " ".repeat(Math.max(0, columns - width(text)));
  return typeof cell === "number" ? blanks + text : text + blanks;
}

function aligned(rows: readonly (readonly Cell[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => width(String(row[column] ?? "")))),
  );
  const lines = rows.map((row) =>
    row
      .map((cell, column) => padded(cell, widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  return lines.join("\n");
}

function headings(words: CliWords, names: readonly string[]): readonly string[] {
  return names.map((name) => words.say(`column_${name}`));
}

/** The plan of a sweep as a table with a line of totals. */
export function planTable(summary: readonly SummaryLine[], words: CliWords): string {
  const names = [
    "recipe",
    "scenario",
    "purpose",
    "jobs",
    "points",
    "gpus",
    "hours",
    "pool",
    "nodes",
  ];
  const rows = summary.map((line) => [
    ...[line.key, line.scenario, words.say(line.purpose), line.jobs, line.points, line.gpus],
    ...[line.gpuHours, line.runner, line.poolSize ?? "?"],
  ]);
  const { jobs, gpuHours: hours } = summaryTotals(summary);
  return `${aligned([headings(words, names), ...rows])}\n\n${words.say("total", { jobs, hours })}`;
}

/** Rows of recipes as a table, one line a job. */
export function rowTable(jobs: readonly Job[], words: CliWords): string {
  const names = ["recipe", "scenario", "runner", "conc", "gpus", "eval"];
  const rows = jobs.map(({ key, row }) => [
    ...[key, bucketOf(row), row.runner, concurrenciesOf(row).join(" "), gpusOf(row)],
    row["run-eval"] === true ? words.say("yes") : "",
  ]);
  return aligned([headings(words, names), ...rows]);
}
