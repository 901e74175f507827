import type { ScenarioType } from "../core/contract/changelog-entry.ts";
import { generateRows } from "../core/matrix/generate.ts";
import type { EvalMode } from "../core/matrix/generate.ts";
import { parseInputs } from "../core/matrix/inputs.ts";
import type { ParsedInputs } from "../core/matrix/inputs.ts";
import { resolveGlobKey } from "../core/matrix/keys.ts";
import { hasErrors } from "../core/model/problem.ts";
import { readSettings } from "./git/sweep-files.ts";
import type { GitFiles } from "./git/sweep-files.ts";
import { commitOf, EXIT_PROBLEMS } from "./matrix-command-line.ts";
import { print, renderProblems } from "./matrix-output.ts";
import { rowTable } from "./matrix-table.ts";
import type { CliWords } from "./words.ts";

export interface RecipeOptions {
  readonly configKey: readonly string[];
  readonly ref: string;
  readonly evals: boolean;
  readonly evalsOnly?: boolean;
  readonly allEvals?: boolean;
  readonly scenarioType?: readonly ScenarioType[];
  readonly seqLens?: readonly string[];
  readonly conc?: readonly number[];
  readonly runnerNodeFilter?: string;
  readonly format: "json" | "table";
}

function evalMode({ evals, evalsOnly, allEvals }: RecipeOptions): EvalMode {
  if (!evals) return "none";
  if (allEvals === true) return "all";
  return evalsOnly === true ? "only" : "marked";
}

function resolved(
  names: readonly string[],
  inputs: ParsedInputs,
  words: CliWords,
): { readonly keys: readonly string[]; readonly refusals: readonly string[] } {
  const available = [...inputs.masters.recipes.keys()];
  const keys = new Set<string>();
  const refusals: string[] = [];
  for (const name of names) {
    const resolution = resolveGlobKey(name, available);
    if (resolution.kind === "keys") {
      for (const key of resolution.keys) keys.add(key);
    } else if (resolution.suggestion === null) {
      refusals.push(words.say("unknown_key", { key: name }));
    } else {
      const { suggestion } = resolution;
      refusals.push(words.say("unknown_key_near", { key: name, suggestion }));
    }
  }
  return { keys: [...keys], refusals };
}

/** Prints the rows of recipes named on the command line, as the original's `test-config` does (spec/matrix §3). */
export async function printRecipeRows(
  files: GitFiles,
  options: RecipeOptions,
  words: CliWords,
): Promise<number> {
  const commit = await commitOf(files, options.ref);
  const { paths } = await readSettings(files, commit);
  const inputs = parseInputs(await files.readInputs(commit, paths), paths);
  if (hasErrors(inputs.problems)) {
    await print(process.stderr, renderProblems(inputs.problems, "text", words));
    return EXIT_PROBLEMS;
  }
  const { keys, refusals } = resolved(options.configKey, inputs, words);
  const recipes = keys.flatMap((key) => inputs.masters.recipes.get(key) ?? []);
  const { jobs, problems } = generateRows(recipes, inputs.runners, {
    evals: evalMode(options),
    scenarioTypes: options.scenarioType ?? null,
    sequenceNames: options.seqLens ?? null,
    concurrencies: options.conc ?? null,
    nodeFilter: options.runnerNodeFilter ?? "",
  });
  const complaints = [...refusals, renderProblems(problems, "text", words)].join("\n").trim();
  if (complaints !== "") {
    await print(process.stderr, complaints);
    return EXIT_PROBLEMS;
  }
  const rows = JSON.stringify(jobs.map(({ row }) => row));
  await print(process.stdout, options.format === "json" ? rows : rowTable(jobs, words));
  return 0;
}
