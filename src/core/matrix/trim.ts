import { canonicalJson } from "./canonical.ts";
import { grouped } from "./grouped.ts";
import { isMulti, without } from "./row.ts";
import type { Job } from "./row.ts";

const CURVE_POSITION = new Set(["conc", "exp-name", "recipe-fingerprint"]);

/** What a row measures, without where on the curve it stands: equal rows belong to one recipe (case CFG-06). */
export function recipeIdentity(row: object): string {
  return canonicalJson(without(row, CURVE_POSITION));
}

function trimmedMulti(job: Job): Job {
  const { row } = job;
  if (!isMulti(row) || row.conc.length < 2) return job;
  return { ...job, row: { ...row, conc: [Math.min(...row.conc)] } };
}

/** One point a recipe: the lowest concurrency, in its own place; multi-node rows keep their lowest (spec/matrix §4.6). */
export function trimConcurrency(jobs: readonly Job[]): readonly Job[] {
  const single = jobs.filter(({ row }) => !isMulti(row));
  const kept = new Set(
    grouped(single, ({ row }) => recipeIdentity(row)).map((group) =>
      group.reduce((least, job) => (job.row.conc < least.row.conc ? job : least)),
    ),
  );
  return jobs.filter((job) => isMulti(job.row) || kept.has(job)).map(trimmedMulti);
}
