import type { Command, Option } from "commander";
import type { View } from "../../core/render/template.ts";

/**
 * A program with all its commands as the slots of `templates/completion/*`: for each command its path,
 * what may stand next, and its options with what their values may be. Deeper commands come first.
 */
export function completionView(program: Command): View {
  return { program: program.name(), nodes: nodesOf(program, []) };
}

function nodesOf(command: Command, path: readonly string[]): readonly View[] {
  const help = command.createHelp();
  const commands = help.visibleCommands(command).map((each) => ({
    name: each.name(),
    description: each.description(),
  }));
  const options = help.visibleOptions(command).map(optionView);
  const choices = command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []);
  const names = commands.map(({ name }) => name);
  const node = {
    path: path.join(" "),
    depth: path.length,
    id: path.map((name) => `_${name}`).join(""),
    isRoot: path.length === 0,
    hasNext: names.length + choices.length > 0,
    next: [...names, ...choices].join(" "),
    flags: options.map(({ flags }) => flags).join(" "),
    ...{ commands, options, choices: choices.join(" ") },
  };
  const deeper = command.commands.flatMap((each) => nodesOf(each, [...path, each.name()]));
  return [...deeper, ...(names.includes("help") ? [helpNode(path, names)] : []), node];
}

/** The implicit `help` takes the name of a command beside it. */
function helpNode(path: readonly string[], names: readonly string[]): View {
  const others = names.filter((name) => name !== "help").join(" ");
  return {
    path: [...path, "help"].join(" "),
    depth: path.length + 1,
    id: [...path, "help"].map((name) => `_${name}`).join(""),
    ...{ isRoot: false, hasNext: true, next: others, choices: others },
    ...{ flags: "", commands: [], options: [] },
  };
}

function optionView(option: Option): View & { readonly flags: string } {
  const { long = "", short = "", description, argChoices = [], variadic } = option;
  const flags = [short, long].filter((flag) => flag !== "");
  const placeholder = /[<[]([\w-]+)/u.exec(option.flags)?.[1] ?? "";
  return {
    ...{ description, placeholder, variadic, again: mayComeAgain(option) },
    flags: flags.join(" "),
    pattern: flags.join("|"),
    long: long.replace(/^--/u, ""),
    short: short.replace(/^-/u, ""),
    takesValue: placeholder !== "",
    hasChoices: argChoices.length > 0,
    choices: argChoices.join(" "),
    ...placeView(argChoices.length === 0 ? placeholder : ""),
  };
}

/** Read together with what came before, it may be given again; choices are always read so. */
function mayComeAgain({ argChoices = [], parseArg, variadic }: Option): boolean {
  return variadic || (argChoices.length === 0 && (parseArg?.length ?? 0) > 1);
}

/** Where a value is found, by the word in its brackets; other words stand for free text. */
function placeView(placeholder: string): View {
  return {
    isDirectory: placeholder === "dir",
    isFile: placeholder === "file",
    isRevision: placeholder === "ref",
    isListed: !["dir", "file", "ref"].includes(placeholder),
  };
}
