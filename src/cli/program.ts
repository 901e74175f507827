import { Command } from "commander";
import { readVersion } from "../version.ts";
import { exitUsage } from "./matrix-command-line.ts";
import { CliWords, languageOf } from "./words.ts";

type Loader = () => Promise<Command>;

/** Each command's code is loaded only when it is asked for: a start costs what it uses. */
const COMMANDS: Readonly<Record<string, Loader>> = {
  validate: async () => (await import("./validate.ts")).validateCommand(),
  matrix: async () => (await import("./matrix.ts")).matrixCommand(),
  lint: async () => (await import("./lint.ts")).lintCommand(),
  signoff: async () => (await import("./signoff.ts")).signoffCommand(),
  changelog: async () => (await import("./changelog.ts")).changelogCommand(),
  explain: async () => (await import("./explain.ts")).explainCommand(),
  demo: async () => (await import("./demo/command.ts")).demoCommand(),
  serve: async () => (await import("./serve.ts")).serveCommand(),
  completion: async () =>
    (await import("./completion/command.ts")).completionCommand(() => programFor(undefined)),
};

/** The program with the command that is wanted; with all of them where it is none of them, for help. */
export async function programFor(wanted: string | undefined): Promise<Command> {
  const words = new CliWords(languageOf(process.argv), "cli");
  const program = new Command("sweepbot")
    .description(words.say("summary"))
    .version(readVersion(), "--version", words.say("option_version"))
    .exitOverride(exitUsage);
  const known = wanted !== undefined && Object.hasOwn(COMMANDS, wanted) ? wanted : null;
  for (const [name, load] of Object.entries(COMMANDS)) {
    if (known === null || known === name) program.addCommand(await load());
  }
  return program;
}
