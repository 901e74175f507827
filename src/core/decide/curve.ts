import type { Baseline, BenchRow, Curve } from "../model/results.ts";
import { configName } from "./config-name.ts";

/** More lines than colours that can be told apart are not drawn. */
const MOST_SERIES = 8;
/** Points of one line; a sweep has far fewer. */
const MOST_POINTS = 64;

type Point = Curve["series"][number]["head"][number];

/**
 * Throughput of a GPU against interactivity, one line for each config and sequence length; those with
 * most points first. Null where no row has both numbers.
 */
export function curveOf(
  rows: readonly BenchRow[],
  baselineOf: (row: BenchRow) => Baseline | null,
): Curve | null {
  const groups = new Map<string, BenchRow[]>();
  for (const row of rows) {
    if (pointOf(row.concurrency, row.metrics) === null) continue;
    const name = seriesName(row);
    groups.set(name, [...(groups.get(name) ?? []), row]);
  }
  if (groups.size === 0) return null;
  const series = [...groups]
    .sort(([, a], [, b]) => b.length - a.length)
    .slice(0, MOST_SERIES)
    .map(([name, members]) => ({
      name,
      head: line(members.map((row) => pointOf(row.concurrency, row.metrics))),
      base: line(members.map((row) => pointOf(row.concurrency, baselineOf(row)?.metrics ?? null))),
    }));
  return { series, more: groups.size - series.length };
}

/** What tells one line of a picture from another: everything about a config but its layout and load. */
function seriesName(row: BenchRow): string {
  const { isl, osl, kind, offload } = row;
  const lengths = kind === "agentic" ? "agentic" : `${lengthName(isl)}/${lengthName(osl)}`;
  const parts = [configName(row), lengths, offload];
  return parts.filter((part) => part !== null && part !== "" && part !== "none").join(" ");
}

function lengthName(tokens: number | null): string {
  if (tokens === null) return "?";
  return tokens > 0 && tokens % 1024 === 0 ? `${tokens / 1024}k` : String(tokens);
}

function pointOf(concurrency: number | null, metrics: Baseline["metrics"] | null): Point | null {
  const { interactivity: x = null, tputPerGpu: y = null } = metrics ?? {};
  if (x === null || y === null || concurrency === null || x < 0 || y < 0) return null;
  return { x, y, concurrency };
}

function line(points: readonly (Point | null)[]): readonly Point[] {
  return points
    .filter((point) => point !== null)
    .sort((a, b) => a.x - b.x || a.y - b.y)
    .slice(0, MOST_POINTS);
}
