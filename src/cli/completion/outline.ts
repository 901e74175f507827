import type { Argument, Command, Option } from "commander";
import type { View } from "../../core/render/template.ts";

/** What stands after an option, by the word in its brackets; anything else is free text. */
const VALUES: Readonly<Record<string, "isDirectory" | "isFile" | "isRevision">> = {
  dir: "isDirectory",
  file: "isFile",
  ref: "isRevision",
};

/**
 * A program and all its commands as the slots of `templates/completion/*`: for each command its path,
 * the commands and words below it, and its options with what their values may be.
 */
export function completionView(program: Command): View {
  const nodes = nodesOf(program, []);
  return { program: program.name(), nodes };
}

function nodesOf(command: Command, path: readonly string[]): readonly View[] {
  const help = command.createHelp();
  const commands = [...help.visibleCommands(command)];
  const names = commands.map((each) => each.name());
  const below = commands.filter((each) => each.name() !== "help");
  const options = help.visibleOptions(command).map(optionView);
  const words = command.registeredArguments.flatMap((each) => wordsOf(each));
  const node = {
    path: path.join(" "),
    id: path.map((name) => `_${name}`).join(""),
    isRoot: path.length === 0,
    hasCommands: commands.length > 0,
    commands: commands.map((each) => ({
      name: each.name(),
      description: each.description(),
      id: below.includes(each) ? [...path, each.name()].map((name) => `_${name}`).join("") : "",
      // The implicit `help` takes the name of a command beside it.
      words: below.includes(each) ? "" : names.filter((name) => name !== "help").join(" "),
    })),
    words: words.join(" "),
    names: [...names, ...words].join(" "),
    flags: options.map(({ flags }) => flags).join(" "),
    options,
  };
  return [node, ...below.flatMap((each) => nodesOf(each, [...path, each.name()]))];
}

function wordsOf({ argChoices }: Argument): readonly string[] {
  return argChoices ?? [];
}

function optionView(option: Option): View & { readonly flags: string } {
  const { long, short, description, argChoices, variadic, required, optional } = option;
  const placeholder = /[<[]([\w-]+)/u.exec(option.flags)?.[1] ?? "";
  const takesValue = required || optional;
  const choices = argChoices ?? [];
  const kind = takesValue && choices.length === 0 ? VALUES[placeholder] : undefined;
  return {
    flags: [short, long].filter((flag) => flag !== undefined).join(" "),
    pattern: [short, long].filter((flag) => flag !== undefined).join("|"),
    long: long?.replace(/^--/u, "") ?? "",
    short: short?.replace(/^-/u, "") ?? "",
    ...{ description, placeholder, takesValue, variadic },
    // Parsed with what came before: the option may be given again.
    again: variadic || (option.parseArg?.length ?? 0) > 1,
    choices: choices.join(" "),
    isDirectory: kind === "isDirectory",
    isFile: kind === "isFile",
    isRevision: kind === "isRevision",
  };
}
