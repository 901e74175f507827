import { readFileSync } from "node:fs";
import { Argument, Command } from "commander";
import { PLAIN, renderTemplate, type Voice } from "../../core/render/template.ts";
import { exitUsage } from "../matrix-command-line.ts";
import { print } from "../matrix-output.ts";
import { CliWords, languageOf } from "../words.ts";
import { completionView } from "./outline.ts";

const SHELLS = ["bash", "zsh", "fish"] as const;
type Shell = (typeof SHELLS)[number];

/** Inside the single quotes of a script; zsh gives brackets and colons a meaning there. */
const VOICES: Readonly<Record<Shell, Voice>> = {
  bash: PLAIN,
  zsh: {
    ...PLAIN,
    text: (value) => value.replace(/[\\[\]:]/gu, String.raw`\$&`).replaceAll("'", String.raw`'\''`),
  },
  fish: { ...PLAIN, text: (value) => value.replace(/[\\']/gu, String.raw`\$&`) },
};

/** The script that completes the program's commands, options and values in a shell. */
export function completionScript(shell: Shell, program: Command): string {
  const url = new URL(`../../../templates/completion/${shell}`, import.meta.url);
  return renderTemplate(readFileSync(url, "utf8"), completionView(program), VOICES[shell]);
}

/** `sweepbot completion`: prints that script; `whole` gives the program with all its commands. */
export function completionCommand(whole: () => Promise<Command>): Command {
  const words = new CliWords(languageOf(process.argv), "cli");
  const shell = new Argument("<shell>", words.say("completion_shell")).choices(SHELLS);
  return new Command("completion")
    .exitOverride(exitUsage)
    .description(words.say("completion_summary"))
    .addArgument(shell)
    .addHelpText("after", `\n${words.say("completion_use")}`)
    .action(async (name: Shell) => {
      await print(process.stdout, completionScript(name, await whole()).trimEnd());
    });
}
