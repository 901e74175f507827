import { Command, Option } from "commander";
import type { CommanderError } from "commander";
import { GitFailure, GitObjects } from "./git/objects.ts";
import { GitFiles } from "./git/sweep-files.ts";
import { print } from "./matrix-output.ts";
import type { CliWords } from "./words.ts";

export const EXIT_PROBLEMS = 1;
export const EXIT_USAGE = 2;
const PROGRESS_AFTER_MS = 1_000;

/** The command line itself is wrong; `code` names the sentence. */
export class UsageError extends Error {
  readonly code: string;
  readonly values: Readonly<Record<string, string>>;
  constructor(code: string, values: Readonly<Record<string, string>> = {}) {
    super(code);
    this.code = code;
    this.values = values;
  }
}

/** Ends the process as the command line asks: 2 for a wrong call, 0 after `--help`. */
export function exitUsage(error: CommanderError): never {
  process.exit(error.exitCode === 0 ? 0 : EXIT_USAGE);
}

/** Whose pull requests entries link to where neither an option nor the settings say. */
export const DEFAULT_REPOSITORY = "SemiAnalysisAI/InferenceX";

/** A command with the options that all commands over a repository share. */
export function repositoryCommand(name: string, words: CliWords): Command {
  return new Command(name)
    .exitOverride(exitUsage)
    .description(words.say(`${name}_summary`))
    .option("--repo <dir>", words.say("option_repo"), ".")
    .addOption(new Option("--lang <language>", words.say("option_lang")).choices(["en", "zh"]));
}

/** An option that may be given several times, once for each value. */
export function gathered(flags: string, description: string): Option {
  return new Option(flags, description).argParser((value: string, before?: readonly string[]) => [
    ...(before ?? []),
    value,
  ]);
}

/** Runs over a repository's objects and sets the exit code: what the work returns, or 2 with a sentence. */
export async function withRepository(
  directory: string,
  words: CliWords,
  work: (files: GitFiles) => Promise<number>,
): Promise<void> {
  const objects = new GitObjects(directory);
  const progress = setTimeout(() => {
    if (process.stderr.isTTY) process.stderr.write(`${words.say("reading")}\n`);
  }, PROGRESS_AFTER_MS);
  try {
    process.exitCode = await work(new GitFiles(objects));
  } catch (error) {
    if (error instanceof UsageError)
      await print(process.stderr, words.say(error.code, error.values));
    else if (error instanceof GitFailure) {
      await print(process.stderr, words.say("git_failed", { directory, detail: error.detail }));
    } else throw error;
    process.exitCode = EXIT_USAGE;
  } finally {
    clearTimeout(progress);
    await objects.close();
  }
}

/** The commit of a revision named on the command line. */
export async function commitOf(files: GitFiles, revision: string): Promise<string> {
  const commit = await files.readCommit(revision);
  if (commit === null) throw new UsageError("unknown_revision", { revision });
  return commit;
}
