import { Option } from "commander";
import type { Command } from "commander";
import { parseMasters } from "../core/contract/master.ts";
import { writtenRecipes } from "../core/matrix/append-scope.ts";
import type { NewEntries } from "../core/matrix/new-entries.ts";
import type { Language } from "../core/model/config.ts";
import { known } from "../core/model/reading.ts";
import type { SourceFiles, SourceSide } from "../core/model/sources.ts";
import { pointSides } from "../core/recipes/build-input.ts";
import { judgeRecipes, type RecipeGround } from "../core/recipes/judge.ts";
import { readSources, readTrees } from "../github/facts/read-sources.ts";
import { loadDictionary } from "../words.ts";
import type { GitFiles } from "./git/sweep-files.ts";
import {
  commitOf,
  EXIT_PROBLEMS,
  repositoryCommand,
  withRepository,
} from "./matrix-command-line.ts";
import { print, renderProblems } from "./matrix-output.ts";
import { findingRow, findingLine, outcomeCounts } from "./recipe-output.ts";
import { mastersAt, openLocalRecipes, readSweepDocuments } from "./recipe-files.ts";
import { CliWords, languageOf } from "./words.ts";

interface LintOptions {
  readonly repo: string;
  readonly ref: string;
  readonly format: "text" | "json";
}

async function lint(files: GitFiles, options: LintOptions, words: CliWords): Promise<number> {
  const commit = await commitOf(files, options.ref);
  const { findings, problems } = judgeRecipes(await readGround(files, options.repo, commit), null);
  const dictionary = loadDictionary()[words.language];
  if (options.format === "json") {
    const rows = findings.map((each) => JSON.stringify(findingRow(each, dictionary)));
    await print(process.stdout, rows.join("\n"));
  } else {
    const asking = findings.filter(({ outcome }) => outcome === "fail" || outcome === "human");
    const lines = asking.map((each) => findingLine(each, dictionary));
    await print(
      process.stdout,
      [...lines, ...outcomeCounts(findings, dictionary, words)].join("\n"),
    );
  }
  await print(process.stderr, renderProblems(problems, "text", words));
  return findings.some(({ outcome }) => outcome === "fail") ? EXIT_PROBLEMS : 0;
}

/** A whole repository as if all of it were submitted now: every recipe is new, and no line is. */
async function readGround(
  files: GitFiles,
  repository: string,
  commit: string,
): Promise<RecipeGround> {
  const { tools, policies, places } = await openLocalRecipes(files, repository, commit);
  const commits = { base: commit, head: commit, tip: commit };
  const documents = await readSweepDocuments(files, commits, places);
  const masters = mastersAt(documents, "head");
  const keys = {
    added: [...writtenRecipes(masters).keys()],
    ...{ changed: [], removed: [], selected: [], running: [] },
  };
  const here = known(commit);
  const trees = await readTrees(tools.reader, { head: here, base: here, policy: here });
  const read = await readSources(tools, { ...trees, base: NOTHING }, ({ head }) => {
    const sides = { head: head.tree, base: NOTHING.tree };
    const { points } = pointSides({ documents, trees: sides, keys, places });
    return { pull: null, changed: [], points: { head: points.touched, base: [] }, places };
  });
  return {
    now: Date.now(),
    pull: null,
    evalLabels: { allEvals: false, evalsOnly: false },
    files: known([]),
    sources: oneSide(read),
    documents,
    entries: noEntries(parseMasters(masters)),
    keys,
    places,
    shipped: policies,
  };
}

const NOTHING: SourceSide = { commitSha: "", tree: known([]), texts: {} };

/** All sides are the same commit: what was read of any of them was read of it. */
function oneSide({ head, policy }: SourceFiles): SourceFiles {
  const side = { ...head, texts: { ...head.texts, ...policy.texts } };
  return { head: side, base: side, policy: side };
}

function noEntries(masters: NewEntries["masters"]): NewEntries {
  return { entries: [], patterns: [], history: [], problems: [], masters };
}

/** `sweepbot lint`: the checks 6 to 11 over a whole repository, one row a finding. */
export function lintCommand(language: Language = languageOf(process.argv)): Command {
  const words = new CliWords(language, "cli-matrix");
  return repositoryCommand("lint", words)
    .option("--ref <ref>", words.say("option_lint_ref"), "HEAD")
    .addOption(
      new Option("--format <format>", words.say("option_lint_format"))
        .choices(["text", "json"])
        .default("text"),
    )
    .action(async (options: LintOptions) => {
      await withRepository(options.repo, words, (files) => lint(files, options, words));
    });
}
