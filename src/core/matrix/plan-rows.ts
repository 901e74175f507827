import type { ChangelogFile } from "../contract/changelog-entry.ts";
import type { Recipe } from "../contract/recipe.ts";
import type { Problem } from "../model/problem.ts";
import { appendDelta } from "./append-delta.ts";
import { claim, scenariosOf } from "./coverage.ts";
import type { Coverage, Group, SelectingEntry } from "./coverage.ts";
import { NO_FILTER } from "./expand.ts";
import { generateRows } from "./generate.ts";
import type { EvalMode } from "./generate.ts";
import type { ParsedInputs } from "./inputs.ts";
import { isMulti } from "./row.ts";
import type { Job } from "./row.ts";
import { runnableProblems } from "./runnable.ts";
import { changelogProblem } from "./select.ts";

export interface RowOptions {
  readonly allEvals: boolean;
  readonly evalsOnly: boolean;
}

export interface PlannedRows {
  readonly throughput: readonly Job[];
  readonly evals: readonly Job[];
  readonly problems: readonly Problem[];
}

interface Sources {
  readonly base: ParsedInputs;
  readonly head: ParsedInputs;
  readonly changelog: ChangelogFile;
}

interface Part {
  readonly jobs: readonly Job[];
  readonly problems: readonly Problem[];
}

function recipesOf(inputs: ParsedInputs, keys: readonly string[]): readonly Recipe[] {
  return keys.flatMap((key) => inputs.masters.recipes.get(key) ?? []);
}

function generateGroup(inputs: ParsedInputs, group: Group, evals: EvalMode): Part {
  const { scenarioTypes, keys } = group;
  const recipes = recipesOf(inputs, keys);
  return generateRows(recipes, inputs.runners, { ...NO_FILTER, scenarioTypes, evals });
}

function appendedGroup({ base, head, changelog }: Sources, group: Group, index: number): Part {
  const before = generateGroup(base, group, "none");
  const after = generateGroup(head, group, "none");
  const delta = appendDelta(before.jobs, after.jobs);
  if (delta.kind === "added") return { jobs: delta.jobs, problems: after.problems };
  const recipe = delta.key === null ? undefined : head.masters.recipes.get(delta.key);
  const refusal: Problem =
    recipe === undefined
      ? changelogProblem(changelog, [index, "append-only"], delta.code, delta.values)
      : {
          code: delta.code,
          severity: "error",
          path: recipe.document.path,
          ...recipe.document.placeOf([recipe.key]),
          values: delta.values,
        };
  return { jobs: [], problems: [...after.problems, refusal] };
}

function throughputOf(sources: Sources, selecting: SelectingEntry, coverage: Coverage): Part {
  const parts = claim(coverage, selecting).map((group) =>
    selecting.entry["append-only"] === true
      ? appendedGroup(sources, group, selecting.index)
      : generateGroup(sources.head, group, "none"),
  );
  return joined(parts);
}

function joined(parts: readonly Part[]): Part {
  return {
    jobs: parts.flatMap((part) => part.jobs),
    problems: parts.flatMap((part) => part.problems),
  };
}

function evalsOf(
  { head }: Sources,
  selecting: SelectingEntry,
  coverage: Coverage,
  allEvals: boolean,
): Part {
  const mode = allEvals || selecting.entry["all-evals"] === true ? "all" : "only";
  const least = selecting.entry["eval-min-prefill-ep"] ?? 0;
  const part = joined(claim(coverage, selecting).map((group) => generateGroup(head, group, mode)));
  const jobs = part.jobs.filter(({ row }) => !isMulti(row) || row.prefill.ep >= least);
  return { jobs, problems: part.problems };
}

/** Entries with `all-evals` come first; otherwise the order of the file counts. */
function inPlanningOrder(entries: readonly SelectingEntry[]): readonly SelectingEntry[] {
  const all = ({ entry }: SelectingEntry): boolean => entry["all-evals"] === true;
  return [...entries.filter(all), ...entries.filter((selecting) => !all(selecting))];
}

function wantsThroughput({ entry }: SelectingEntry, options: RowOptions): boolean {
  return !options.evalsOnly && entry["evals-only"] !== true && entry["all-evals"] !== true;
}

/** Equal findings once: a recipe may be generated for throughput and again for evals. */
function distinct(problems: readonly Problem[]): readonly Problem[] {
  return [...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values()];
}

/** The rows of the selected recipes: throughput and evals, each scenario of a recipe at most once (spec/matrix §4.5). */
export function planRows(
  sources: Sources,
  entries: readonly SelectingEntry[],
  options: RowOptions,
): PlannedRows {
  const measured: Coverage = new Map();
  const evaluated: Coverage = new Map();
  const throughput: Part[] = [];
  const evals: Part[] = [];
  for (const selecting of inPlanningOrder(entries)) {
    if (wantsThroughput(selecting, options)) {
      throughput.push(throughputOf(sources, selecting, measured));
    }
    if (selecting.entry["append-only"] !== true) {
      evals.push(evalsOf(sources, selecting, evaluated, options.allEvals));
    }
  }
  const runnable = entries.flatMap((selecting) =>
    recipesOf(sources.head, selecting.keys).flatMap((recipe) =>
      runnableProblems(recipe, scenariosOf(selecting.entry), sources.head.runners),
    ),
  );
  const [rows, evalRows] = [joined(throughput), joined(evals)];
  return {
    throughput: rows.jobs,
    evals: evalRows.jobs,
    problems: distinct([...runnable, ...rows.problems, ...evalRows.problems]),
  };
}
