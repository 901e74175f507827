import { InvalidArgumentError, Option } from "commander";
import type { Command } from "commander";
import { judgeChangelog } from "../core/changelog/judge.ts";
import type { Language } from "../core/model/config.ts";
import { planSweep } from "../core/matrix/plan-sweep.ts";
import type { SweepPlan } from "../core/matrix/plan-sweep.ts";
import { hasErrors } from "../core/model/problem.ts";
import type { Problem } from "../core/model/problem.ts";
import { readMergeBase } from "./git/merge-base.ts";
import { readSettings } from "./git/sweep-files.ts";
import type { GitFiles, Settings } from "./git/sweep-files.ts";
import {
  DEFAULT_REPOSITORY,
  commitOf,
  EXIT_PROBLEMS,
  gathered,
  repositoryCommand,
  UsageError,
  withRepository,
} from "./matrix-command-line.ts";
import { sweepOptions } from "./matrix-labels.ts";
import { print, renderProblems } from "./matrix-output.ts";
import type { ProblemFormat } from "./matrix-output.ts";
import { CliWords, languageOf } from "./words.ts";

interface ValidateOptions {
  readonly repo: string;
  readonly base: string;
  readonly head: string;
  readonly pr?: number;
  readonly label?: readonly string[];
  readonly repository?: string;
  readonly format: ProblemFormat;
}

interface Revisions {
  readonly mergeBase: string;
  readonly head: string;
  readonly tip: string;
}

function planProblems(plan: SweepPlan, changelog: string, changelogIsBroken: boolean): Problem[] {
  const found = plan.kind === "problems" ? plan.problems : plan.warnings;
  return found
    .filter(({ path }) => !(changelogIsBroken && path === changelog))
    .map((problem) =>
      // A change without a new entry starts no sweep; that alone makes no file invalid.
      problem.code === "changelog_nothing_added" ? { ...problem, severity: "notice" } : problem,
    );
}

async function problemsOf(
  files: GitFiles,
  revisions: Revisions,
  settings: Settings,
  options: ValidateOptions,
): Promise<readonly Problem[]> {
  const { paths, config } = settings;
  const { mergeBase, head, tip } = revisions;
  const [before, after, baseFile, headFile, tipFile, sweep] = await Promise.all([
    files.readInputs(mergeBase, paths),
    files.readInputs(head, paths),
    files.readFile(mergeBase, paths.changelog),
    files.readFile(head, paths.changelog),
    files.readFile(tip, paths.changelog),
    sweepOptions(options.label ?? [], {}, settings),
  ]);
  const judgement = judgeChangelog(
    { path: paths.changelog, mergeBase: baseFile, head: headFile, baseTip: tipFile },
    {
      repository: options.repository ?? config?.changelog.linkRepository ?? DEFAULT_REPOSITORY,
      pull: options.pr ?? null,
      mode: "pull",
    },
  );
  const plan = planSweep({
    base: before,
    head: after,
    changelog: { base: baseFile, head: headFile },
    paths,
    refs: { base: mergeBase, head },
    options: sweep,
  });
  const broken = hasErrors(judgement.problems);
  return [
    ...settings.problems,
    ...judgement.problems,
    ...planProblems(plan, paths.changelog, broken),
  ];
}

async function validate(
  files: GitFiles,
  options: ValidateOptions,
  words: CliWords,
): Promise<number> {
  const [tip, head] = await Promise.all([
    commitOf(files, options.base),
    commitOf(files, options.head),
  ]);
  const mergeBase = await readMergeBase(options.repo, tip, head);
  if (mergeBase === null) {
    throw new UsageError("no_merge_base", { base: options.base, head: options.head });
  }
  const settings = await readSettings(files, tip);
  const problems = await problemsOf(files, { mergeBase, head, tip }, settings, options);
  await print(process.stdout, renderProblems(problems, options.format, words));
  const invalid = hasErrors(problems);
  if (options.format === "text" && !invalid) await print(process.stdout, words.say("valid"));
  return invalid ? EXIT_PROBLEMS : 0;
}

/** `sweepbot validate`: everything that is wrong with a change's recipes and changelog, against its merge base (decision 18). */
export function validateCommand(language: Language = languageOf(process.argv)): Command {
  const words = new CliWords(language, "cli-matrix");
  const pullNumber = (value: string): number => {
    if (!/^[1-9]\d*$/.test(value)) throw new InvalidArgumentError(words.say("not_a_number"));
    return Number(value);
  };
  return repositoryCommand("validate", words)
    .requiredOption("--base <ref>", words.say("option_base"))
    .requiredOption("--head <ref>", words.say("option_head"))
    .option("--pr <number>", words.say("option_pr"), pullNumber)
    .addOption(gathered("--label <label>", words.say("option_label")))
    .option("--repository <owner/name>", words.say("option_repository"))
    .addOption(
      new Option("--format <format>", words.say("option_problem_format"))
        .choices(["text", "json", "github"])
        .default("text"),
    )
    .action(async (options: ValidateOptions) => {
      await withRepository(options.repo, words, (files) => validate(files, options, words));
    });
}
