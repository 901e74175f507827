import type { Problem } from "../model/problem.ts";
import { concurrenciesOf, isAgentic, isMulti } from "./row.ts";
import type { Job, Row } from "./row.ts";
import { recipeIdentity } from "./trim.ts";

export type Delta =
  | { readonly kind: "added"; readonly jobs: readonly Job[] }
  | {
      readonly kind: "refused";
      readonly code: string;
      readonly key: string | null;
      readonly values: Problem["values"];
    };

type Points = ReadonlyMap<string, ReadonlySet<number>>;

function pointsOf(jobs: readonly Job[]): Points {
  const points = new Map<string, Set<number>>();
  for (const { row } of jobs) {
    const identity = recipeIdentity(row);
    const known = points.get(identity) ?? new Set();
    for (const conc of concurrenciesOf(row)) known.add(conc);
    points.set(identity, known);
  }
  return points;
}

function refused(code: string, key: string | null, values: Problem["values"] = {}): Delta {
  return { kind: "refused", code, key, values };
}

/** The first base recipe or point that head no longer has. */
function lost(base: readonly Job[], before: Points, after: Points): Delta | null {
  for (const { key, row } of base) {
    const identity = recipeIdentity(row);
    const now = after.get(identity);
    if (now === undefined) return refused("append_only_recipe_changed", key, { key });
    const gone = [...(before.get(identity) ?? [])].filter((conc) => !now.has(conc));
    if (gone.length > 0) {
      const points = gone.sort((left, right) => left - right).join(", ");
      return refused("append_only_points_removed", key, { key, points });
    }
  }
  return null;
}

function onlyNew(head: readonly Job[], before: Points): readonly Job[] {
  const emitted = new Map<string, Set<number>>();
  return head.flatMap((job) => {
    const { row } = job;
    const identity = recipeIdentity(row);
    const known = emitted.get(identity) ?? new Set(before.get(identity) ?? []);
    emitted.set(identity, known);
    const fresh = concurrenciesOf(row).filter((conc) => {
      const isNew = !known.has(conc);
      known.add(conc);
      return isNew;
    });
    if (fresh.length === 0) return [];
    return [isMulti(row) ? { ...job, row: { ...row, conc: fresh } } : job];
  });
}

/** The curve of a chart that a row belongs to (spec/matrix §5.3). */
function seriesOf(row: Row): string {
  const workers = isMulti(row) ? [row.prefill.hardware ?? null, row.decode.hardware ?? null] : [];
  const scenario = isAgentic(row)
    ? ["agentic", row["kv-offloading"] !== "none"]
    : [row.isl, row.osl, row["spec-decoding"]];
  const disagg = "disagg" in row ? row.disagg : null;
  return JSON.stringify([
    ...[row.model, row["model-prefix"], row.precision, row.framework, row.runner, disagg],
    ...[scenario, workers],
  ]);
}

function imagesBySeries(base: readonly Job[]): ReadonlyMap<string, ReadonlySet<string>> {
  const images = new Map<string, Set<string>>();
  for (const { row } of base) {
    const series = seriesOf(row);
    images.set(series, (images.get(series) ?? new Set()).add(row.image));
  }
  return images;
}

/** The points that head adds to base's curves, or why the change is more than that (spec/matrix §5.3). */
export function appendDelta(base: readonly Job[], head: readonly Job[]): Delta {
  if (base.length === 0) return refused("append_only_no_curve", null);
  const before = pointsOf(base);
  const loss = lost(base, before, pointsOf(head));
  if (loss !== null) return loss;
  const jobs = onlyNew(head, before);
  if (jobs.length === 0) return refused("append_only_nothing_added", null);
  const images = imagesBySeries(base);
  const stray = jobs.find(({ row }) => {
    const known = images.get(seriesOf(row)) ?? new Set();
    return known.size !== 1 || !known.has(row.image);
  });
  if (stray !== undefined) return refused("append_only_new_curve", stray.key, { key: stray.key });
  return { kind: "added", jobs };
}
