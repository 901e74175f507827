import type { Recipe } from "../contract/recipe.ts";
import type { Runners } from "../contract/runners.ts";
import { expandEvals, markEvals } from "./evals.ts";
import { expandRecipe } from "./expand.ts";
import type { Expansion, RowFilter } from "./expand.ts";
import type { Job } from "./row.ts";

/**
 * Which rows of a generation concern evals: no marks at all, marks on fixed rows, only the marked rows,
 * or every row that an eval can run for.
 */
export type EvalMode = "none" | "marked" | "only" | "all";

function evalOnly(jobs: readonly Job[]): readonly Job[] {
  return jobs
    .filter(({ row }) => row["run-eval"] === true)
    .map((job) => ({ ...job, row: { ...job.row, "eval-only": true } }));
}

function withEvals(jobs: readonly Job[], mode: EvalMode): readonly Job[] {
  switch (mode) {
    case "none":
      return jobs;
    case "marked":
      return markEvals(jobs, false);
    case "only":
      return evalOnly(markEvals(jobs, true));
    case "all":
      return evalOnly(expandEvals(markEvals(jobs, true)));
  }
}

/** The rows of some recipes in one call, as the original's `test-config` makes them (spec/matrix §3). */
export function generateRows(
  recipes: readonly Recipe[],
  runners: Runners,
  { evals, ...filter }: RowFilter & { readonly evals: EvalMode },
): Expansion {
  const parts = recipes.map((recipe) => expandRecipe(recipe, runners, filter));
  return {
    jobs: withEvals(
      parts.flatMap((part) => part.jobs),
      evals,
    ),
    problems: parts.flatMap((part) => part.problems),
  };
}
