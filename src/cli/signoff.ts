import { readFile } from "node:fs/promises";
import { InvalidArgumentError, Option } from "commander";
import type { Command } from "commander";
import { offlineRows } from "../core/decide/offline-signoff.ts";
import { newEntries, type NewEntries } from "../core/matrix/new-entries.ts";
import type { Language } from "../core/model/config.ts";
import { textOf } from "../core/model/file-content.ts";
import { known, type Reading } from "../core/model/reading.ts";
import { isWithin } from "../core/model/places.ts";
import { changedBetween } from "../core/model/trees.ts";
import { pointSides } from "../core/recipes/build-input.ts";
import type { RecipeInput } from "../core/recipes/input.ts";
import type { RecipeGround } from "../core/recipes/judge.ts";
import { touchedRecipes } from "../core/recipes/touched.ts";
import type { CheckResult } from "../core/signoff/checks.ts";
import { readSources, readTrees } from "../github/facts/read-sources.ts";
import { causeOf } from "./changelog-check.ts";
import { readMergeBase } from "./git/merge-base.ts";
import type { GitFiles } from "./git/sweep-files.ts";
import {
  commitOf,
  EXIT_PROBLEMS,
  repositoryCommand,
  UsageError,
  withRepository,
} from "./matrix-command-line.ts";
import { print } from "./matrix-output.ts";
import {
  type LocalRecipes,
  mastersAt,
  openLocalRecipes,
  readSweepDocuments,
} from "./recipe-files.ts";
import { signoffObject, signoffText } from "./signoff-output.ts";
import { CliWords, languageOf } from "./words.ts";

interface SignoffOptions {
  readonly repo: string;
  readonly base: string;
  readonly head: string;
  readonly body?: string;
  readonly pr?: number;
  readonly format: "text" | "json";
}

interface Commits {
  readonly base: string;
  readonly head: string;
  readonly tip: string;
}

async function signoff(files: GitFiles, options: SignoffOptions, words: CliWords): Promise<number> {
  const [tip, head] = await Promise.all([
    commitOf(files, options.base),
    commitOf(files, options.head),
  ]);
  const base = await readMergeBase(options.repo, tip, head);
  if (base === null) {
    throw new UsageError("no_merge_base", { base: options.base, head: options.head });
  }
  const rows = await rowsOf(files, { base, head, tip }, options);
  const render = options.format === "json" ? signoffObject : signoffText;
  await print(process.stdout, render(rows, words.language));
  return rows.some(({ outcome }) => outcome === "fail") ? EXIT_PROBLEMS : 0;
}

async function rowsOf(
  files: GitFiles,
  commits: Commits,
  options: SignoffOptions,
): Promise<readonly CheckResult[]> {
  const body = options.body === undefined ? null : await readBody(options.body);
  const local = await openLocalRecipes(files, options.repo, commits.tip);
  const [ground, codeowners, checklist] = await Promise.all([
    readGround(files, commits, local, options),
    readFirst(files, commits.tip, CODEOWNERS),
    readFirst(files, commits.tip, [local.config.paths.checklist]),
  ]);
  return offlineRows({ ground, config: local.config, codeowners, checklist, body });
}

/** The places where GitHub looks for CODEOWNERS, first match wins (spec/signoff §4). */
const CODEOWNERS = [".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS"];

async function readFirst(
  files: GitFiles,
  commit: string,
  paths: readonly string[],
): Promise<Reading<string | null>> {
  for (const path of paths) {
    const file = await files.readFile(commit, path);
    if (file !== null) return textOf(known(file));
  }
  return known(null);
}

async function readBody(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw new UsageError("unreadable_body", { path, cause: causeOf(error) });
  }
}

async function readGround(
  files: GitFiles,
  commits: Commits,
  { tools, places, policies }: LocalRecipes,
  options: SignoffOptions,
): Promise<RecipeGround> {
  const { base, head, tip } = commits;
  const [documents, trees] = await Promise.all([
    readSweepDocuments(files, commits, places),
    readTrees(tools.reader, { base: known(base), head: known(head), policy: known(tip) }),
  ]);
  const [before, after] = [trees.base.tree, trees.head.tree].map((tree) =>
    tree.kind === "known" ? tree.value : [],
  );
  const changed = changedBetween(before ?? [], after ?? []);
  const entries = entriesOf(documents);
  const keys = touchedRecipes({
    ...{ documents, entries, changed },
    tree: (after ?? []).map(({ path }) => path),
    measured: changed.map(({ path }) => path).filter((path) => isWithin(path, places.measured)),
  });
  const pull = options.pr ?? pullNamed(entries) ?? NO_PULL;
  const sources = await readSources(tools, trees, (sides) => {
    const shown = { head: sides.head.tree, base: sides.base.tree };
    const { points, before: old } = pointSides({ documents, trees: shown, keys, places });
    return { pull, changed, points: { head: points.touched, base: old }, places };
  });
  const read = { sources, documents, entries, keys, places, files: known(changed) };
  const evalLabels = { allEvals: false, evalsOnly: false };
  return { now: Date.now(), pull, evalLabels, shipped: policies, ...read };
}

/** No pull request has this number: what it would be called is not known. */
const NO_PULL = 0;

function entriesOf(documents: RecipeInput["documents"]): NewEntries | null {
  const { base, head } = documents.changelog;
  if (base.kind === "unknown" || head.kind === "unknown") return null;
  const changelog = { base: base.value, head: head.value };
  return newEntries({ changelog, masters: mastersAt(documents, "head") });
}

/** The pull request that the new entries link to, where they agree on one. */
function pullNamed(entries: NewEntries | null): number | null {
  const links = (entries?.entries ?? []).flatMap(({ entry }) => {
    const number = /\/pull\/([1-9]\d{0,8})$/u.exec(entry["pr-link"])?.[1];
    return number === undefined ? [] : [Number(number)];
  });
  const [first, ...others] = new Set(links);
  return first === undefined || others.length > 0 ? null : first;
}

/** `sweepbot signoff`: the thirteen rows for a change in a local repository, as far as it can tell. */
export function signoffCommand(language: Language = languageOf(process.argv)): Command {
  const words = new CliWords(language, "cli-matrix");
  const pullNumber = (value: string): number => {
    if (!/^[1-9]\d*$/.test(value)) throw new InvalidArgumentError(words.say("not_a_number"));
    return Number(value);
  };
  return repositoryCommand("signoff", words)
    .requiredOption("--base <ref>", words.say("option_base"))
    .requiredOption("--head <ref>", words.say("option_head"))
    .option("--body <file>", words.say("option_body"))
    .option("--pr <number>", words.say("option_signoff_pr"), pullNumber)
    .addOption(
      new Option("--format <format>", words.say("option_format"))
        .choices(["text", "json"])
        .default("text"),
    )
    .action(async (options: SignoffOptions) => {
      await withRepository(options.repo, words, (files) => signoff(files, options, words));
    });
}
