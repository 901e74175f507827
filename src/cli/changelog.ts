import { Command, InvalidArgumentError, Option } from "commander";
import type { Language } from "../core/model/config.ts";
import { checkFiles } from "./changelog-check.ts";
import type { CheckOptions } from "./changelog-check.ts";
import { fixBranch } from "./changelog-fix.ts";
import type { FixOptions } from "./changelog-fix.ts";
import { exitUsage, repositoryCommand, withRepository } from "./matrix-command-line.ts";
import { CliWords, languageOf } from "./words.ts";

function pullNumber(words: CliWords): (value: string) => number {
  return (value) => {
    if (!/^[1-9][0-9]{0,8}$/.test(value)) throw new InvalidArgumentError(words.say("not_a_number"));
    return Number(value);
  };
}

function repositoryOption(words: CliWords, description: string): Option {
  return new Option("--repository <owner/name>", description).argParser((value: string) => {
    if (/^[^/\s]+\/[^/\s]+$/u.test(value)) return value;
    throw new InvalidArgumentError(words.say("not_a_repository"));
  });
}

function checkCommand(words: CliWords): Command {
  return new Command("check")
    .exitOverride(exitUsage)
    .description(words.say("check_summary"))
    .requiredOption("--base-file <file>", words.say("option_base_file"))
    .requiredOption("--head-file <file>", words.say("option_head_file"))
    .option("--pr <number>", words.say("option_pr"), pullNumber(words))
    .addOption(
      new Option("--format <format>", words.say("option_format"))
        .choices(["text", "json"])
        .default("text"),
    )
    .addOption(repositoryOption(words, words.say("option_check_repository")))
    .addOption(new Option("--lang <language>", words.say("option_lang")).choices(["en", "zh"]))
    .action(async (options: CheckOptions) => {
      process.exitCode = await checkFiles(options, words);
    });
}

function fixCommand(words: CliWords, shared: CliWords): Command {
  return repositoryCommand("fix", words)
    .requiredOption("--base <ref>", words.say("option_base"))
    .requiredOption("--head <ref>", words.say("option_head"))
    .requiredOption("--pr <number>", words.say("option_fix_pr"), pullNumber(words))
    .option("--output <file>", words.say("option_output"))
    .addOption(repositoryOption(words, words.say("option_repository")))
    .action(async (options: FixOptions) => {
      await withRepository(options.repo, shared, (files) => fixBranch(files, options, words));
    });
}

/** `sweepbot changelog`: the byte contract of the changelog from the command line (spec/control-plane §2 and 8). */
export function changelogCommand(language: Language = languageOf(process.argv)): Command {
  const words = new CliWords(language, "cli-changelog");
  const shared = new CliWords(language, "cli-matrix");
  return new Command("changelog")
    .exitOverride(exitUsage)
    .description(words.say("changelog_summary"))
    .addCommand(checkCommand(words))
    .addCommand(fixCommand(words, shared));
}
