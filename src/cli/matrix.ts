import { InvalidArgumentError, Option } from "commander";
import type { Command } from "commander";
import type { Language } from "../core/model/config.ts";
import { pickCanary } from "../core/matrix/canary.ts";
import { matrixDigest } from "../core/matrix/document.ts";
import type { SweepDocument } from "../core/matrix/document.ts";
import { planSweep } from "../core/matrix/plan-sweep.ts";
import type { SweepPlan } from "../core/matrix/plan-sweep.ts";
import { readMergeBase } from "./git/merge-base.ts";
import { readSettings } from "./git/sweep-files.ts";
import type { GitFiles } from "./git/sweep-files.ts";
import {
  commitOf,
  EXIT_PROBLEMS,
  gathered,
  repositoryCommand,
  UsageError,
  withRepository,
} from "./matrix-command-line.ts";
import { sweepOptions } from "./matrix-labels.ts";
import type { SweepFlags } from "./matrix-labels.ts";
import { print, renderProblems } from "./matrix-output.ts";
import { printRecipeRows } from "./matrix-recipes.ts";
import type { RecipeOptions } from "./matrix-recipes.ts";
import { addPriorityOptions, prioritised } from "./matrix-priority.ts";
import type { Prioritised, PriorityOptions } from "./matrix-priority.ts";
import { planTable } from "./matrix-table.ts";
import { CliWords, languageOf } from "./words.ts";

interface MatrixOptions extends SweepFlags, PriorityOptions, Omit<RecipeOptions, "configKey"> {
  readonly repo: string;
  readonly base?: string;
  readonly head?: string;
  readonly label?: readonly string[];
  readonly canary?: boolean;
  readonly expectDigest?: string;
  readonly configKey?: readonly string[];
  readonly evalsOnly?: boolean;
  readonly allEvals?: boolean;
}

async function planned(
  files: GitFiles,
  refs: { readonly base: string; readonly head: string },
  options: MatrixOptions,
): Promise<SweepPlan> {
  const [tip, after] = await Promise.all([commitOf(files, refs.base), commitOf(files, refs.head)]);
  // What the base branch has gained since is no part of the change (decision 18).
  const before = (await readMergeBase(options.repo, tip, after)) ?? tip;
  const settings = await readSettings(files, before);
  const { paths } = settings;
  const [base, head, baseChangelog, headChangelog, sweep] = await Promise.all([
    files.readInputs(before, paths),
    files.readInputs(after, paths),
    files.readFile(before, paths.changelog),
    files.readFile(after, paths.changelog),
    sweepOptions(options.label ?? [], options, settings),
  ]);
  const changelog = { base: baseChangelog, head: headChangelog };
  return planSweep({ base, head, changelog, paths, refs, options: sweep });
}

async function printSweep(
  files: GitFiles,
  options: MatrixOptions,
  words: CliWords,
): Promise<number> {
  const { base, head } = options;
  if (base === undefined || head === undefined) throw new UsageError("refs_or_keys");
  const plan = await planned(files, { base, head }, options);
  if (plan.kind === "problems") {
    await print(process.stderr, renderProblems(plan.problems, "text", words));
    return EXIT_PROBLEMS;
  }
  const digest = matrixDigest(plan.document);
  if (options.expectDigest !== undefined && options.expectDigest !== digest) {
    await print(process.stderr, words.say("digest_differs", { digest }));
    return EXIT_PROBLEMS;
  }
  const wanted = await documentOf(plan.document, files, base, options);
  if (wanted.kind === "problems") {
    await print(process.stderr, renderProblems(wanted.problems, "text", words));
    return EXIT_PROBLEMS;
  }
  const text =
    options.format === "json" ? JSON.stringify(wanted.document) : planTable(plan.summary, words);
  await print(process.stderr, renderProblems(plan.warnings, "text", words));
  await print(process.stdout, text);
  return 0;
}

/** The document as it was asked for: a canary is picked from jobs that have their priority already. */
async function documentOf(
  planned: SweepDocument,
  files: GitFiles,
  base: string,
  options: MatrixOptions,
): Promise<Prioritised> {
  const whole: Prioritised =
    options.priority === true
      ? await prioritised(files, base, planned, options)
      : { kind: "document", document: planned };
  if (whole.kind === "problems" || options.canary !== true) return whole;
  return { kind: "document", document: pickCanary(whole.document) };
}

function concurrency(words: CliWords) {
  return (value: string, before?: readonly number[]): readonly number[] => {
    if (!/^[+-]?\d+$/.test(value)) throw new InvalidArgumentError(words.say("not_a_number"));
    return [...(before ?? []), Number(value)];
  };
}

function addOptions(command: Command, words: CliWords): Command {
  const option = (flags: string, name: string): Option => new Option(flags, words.say(name));
  return command
    .addOption(option("--base <ref>", "option_base"))
    .addOption(option("--head <ref>", "option_head"))
    .addOption(gathered("--label <label>", words.say("option_label")))
    .addOption(option("--trim-conc", "option_trim_conc"))
    .addOption(option("--canary", "option_canary"))
    .addOption(option("--expect-digest <sha256>", "option_expect_digest"))
    .addOption(option("--all-evals", "option_all_evals"))
    .addOption(option("--evals-only", "option_evals_only"))
    .addOption(
      option("--config-key <key...>", "option_config_key").conflicts(["base", "head", "label"]),
    )
    .addOption(option("--ref <ref>", "option_ref").default("HEAD"))
    .addOption(option("--no-evals", "option_no_evals").conflicts(["evalsOnly", "allEvals"]))
    .addOption(
      option("--scenario-type <type...>", "option_scenario_type").choices([
        "fixed-seq-len",
        "agentic-coding",
      ]),
    )
    .addOption(option("--seq-lens <name...>", "option_seq_lens").choices(["1k1k", "8k1k"]))
    .addOption(option("--conc <number...>", "option_conc").argParser(concurrency(words)))
    .addOption(option("--runner-node-filter <text>", "option_node_filter"))
    .addOption(
      option("--format <format>", "option_format").choices(["json", "table"]).default("json"),
    );
}

/** `sweepbot matrix`: what a change, or a recipe, would run. */
export function matrixCommand(language: Language = languageOf(process.argv)): Command {
  const words = new CliWords(language, "cli-matrix");
  const command = addOptions(repositoryCommand("matrix", words), words);
  return addPriorityOptions(command, words).action(async (options: MatrixOptions) => {
    const { configKey } = options;
    await withRepository(options.repo, words, (files) =>
      configKey === undefined
        ? printSweep(files, options, words)
        : printRecipeRows(files, { ...options, configKey }, words),
    );
  });
}
