import type { SourceText } from "../model/sources.ts";
import type { PatchCommand, PatchListing } from "./patch-command.ts";
import { dockerListing } from "./patch-dockerfile.ts";
import { invocationsOf } from "./patch-invocation.ts";
import { listingOf } from "./patch-listing.ts";
import { looseListing } from "./patch-loose.ts";
import { absolute, WORKSPACE, type Territory } from "./patch-place.ts";
import { pythonCommands } from "./patch-python-shell.ts";
import { pythonCode } from "./patch-python-text.ts";
import { recipeListing } from "./patch-recipe.ts";
import { runsOf, writtenScripts, type Args, type Run } from "./patch-run.ts";
import { ownScope } from "./patch-scope.ts";
import type { PatchValue, ValuePlace } from "./patch-value.ts";

/** Python text where it stands, with what it is given. */
export interface PatchProgram {
  readonly text: string;
  readonly line: number;
  readonly args: Args;
  /** The function of the script that it stands in. */
  readonly within: string | null;
}

/** A file that a script runs or reads in. */
export interface FileCall {
  readonly file: PatchValue;
  readonly args: Args;
  readonly sure: boolean;
  readonly command: PatchCommand;
}

/** One file with everything that it may do, the texts that it hands to shells included. */
export interface PatchUnit {
  readonly path: string;
  readonly text: string;
  readonly listing: PatchListing;
  readonly programs: readonly PatchProgram[];
  readonly calls: readonly FileCall[];
  /** Commands that run text from somewhere else. */
  readonly opaque: readonly PatchCommand[];
  /** Working folder of a command that is not at home. */
  readonly folders: ReadonlyMap<PatchCommand, PatchValue>;
  /** First line that nobody can read; 1 for a file that is too large; null for none. */
  readonly broken: number | null;
}

const MOST_TEXTS = 200;
const MOST_COMMANDS = 20_000;
const HOME: PatchValue = { text: WORKSPACE, engine: false };

/** Reads a script, a Dockerfile, a recipe file or a Python file for check 10. */
export function unitOf(source: SourceText, territory: Territory): PatchUnit {
  const { path, text } = source;
  const nothing = {
    path,
    text,
    calls: [],
    opaque: [],
    folders: new Map<PatchCommand, PatchValue>(),
  };
  const none: PatchListing = { commands: [], assignments: [], functions: [] };
  if (path.endsWith(".py")) {
    const program = { text, line: 1, args: [], within: null };
    const read = withInnerTexts(path, commandsOf(program), territory);
    return { ...nothing, ...read, programs: [program, ...read.programs], broken: null };
  }
  const read = firstListing(source);
  if (read === null) return { ...nothing, listing: none, programs: [], broken: 1 };
  return { ...nothing, ...withInnerTexts(path, read.listing, territory), broken: read.broken };
}

function firstListing({
  path,
  text,
  shell,
}: SourceText): { readonly listing: PatchListing; readonly broken: number | null } | null {
  if (shell?.kind === "parsed") {
    const listing = listingOf(shell);
    return listing === null ? null : { listing, broken: shell.errorLines[0] ?? null };
  }
  if (shell !== null) return null;
  if (/(?:^|\/)[^/]*Dockerfile[^/]*$|\.dockerfile$/iu.test(path)) {
    return { listing: dockerListing(text), broken: null };
  }
  if (/\.ya?ml$/u.test(path)) return recipeListing(path, text);
  if (/\.txt$/u.test(path)) return { listing: requirementsListing(text), broken: null };
  return { listing: looseListing(text, 1), broken: null };
}

/** A list of packages is as good as a `pip install` of each. */
function requirementsListing(text: string): PatchListing {
  const parts = text.split("\n").map((line, at) => {
    const [wanted = ""] = line.split(/(?:^|\s)#/u);
    return looseListing(
      wanted.trim() === "" ? "" : `pip install ${quotedWord(wanted.trim())}`,
      at + 1,
    );
  });
  return { commands: parts.flatMap(({ commands }) => commands), assignments: [], functions: [] };
}

function quotedWord(text: string): string {
  return text.startsWith("-") ? text : `'${text.replaceAll("'", '"')}'`;
}

interface Inner extends Pick<PatchUnit, "listing" | "programs" | "calls" | "opaque" | "folders"> {
  readonly listing: PatchListing;
}

/** Follows what commands hand to shells and interpreters, until nothing new is found. */
function withInnerTexts(path: string, first: PatchListing, territory: Territory): Inner {
  const commands: PatchCommand[] = [];
  const assignments = [...first.assignments];
  const programs: PatchProgram[] = [];
  const calls: FileCall[] = [];
  const opaque: PatchCommand[] = [];
  const waiting = [...first.commands];
  let texts = 0;
  const seen = new Set<string>();
  const listing: PatchListing = { commands, assignments, functions: first.functions };
  const scope = ownScope({ path, listing: first }, territory);
  for (let command = waiting.shift(); command !== undefined; command = waiting.shift()) {
    if (commands.length >= MOST_COMMANDS) break;
    commands.push(command);
    for (const run of runsIn(command, { scope, within: command.within })) {
      if (run.kind === "opaque") opaque.push(command);
      else if (run.kind === "file") calls.push({ ...run, command });
      else if (!seen.has(`${run.kind}${run.text}`) && (texts += 1) <= MOST_TEXTS) {
        seen.add(`${run.kind}${run.text}`);
        const { within } = command;
        if (run.kind === "python") programs.push({ ...run, within });
        const inner = run.kind === "python" ? commandsOf(run) : looseListing(run.text, run.line);
        waiting.push(...inner.commands.map((each) => ({ ...each, within })));
        assignments.push(...inner.assignments.map((each) => ({ ...each, within })));
      }
    }
  }
  const folders = foldersOf(commands, { scope, within: null });
  return { listing, programs, calls, opaque, folders };
}

/** The commands that a Python text starts. */
function commandsOf({ text, line }: Pick<PatchProgram, "text" | "line">): PatchListing {
  const parts = pythonCommands(pythonCode(text)).map((each) =>
    looseListing(each.text, line + each.at),
  );
  return {
    commands: parts.flatMap(({ commands }) => commands),
    assignments: parts.flatMap(({ assignments }) => assignments),
    functions: [],
  };
}

function runsIn(command: PatchCommand, place: ValuePlace): readonly Run[] {
  const runs = invocationsOf(command, place).flatMap((invocation) => runsOf(invocation, place));
  return [...runs, ...writtenScripts(command, place)];
}

/** The working folder of every command behind a `cd`, in the order of the text. */
function foldersOf(
  commands: readonly PatchCommand[],
  place: ValuePlace,
): ReadonlyMap<PatchCommand, PatchValue> {
  const folders = new Map<PatchCommand, PatchValue>();
  const moves: { readonly shells: readonly number[]; readonly to: PatchValue }[] = [];
  for (const command of commands) {
    while (!isInside(command, moves.at(-1)?.shells ?? [])) moves.pop();
    const current = moves.at(-1)?.to ?? HOME;
    if (current !== HOME) folders.set(command, current);
    const [invocation] = invocationsOf(command, place);
    if (invocation === undefined) continue;
    const target = invocation.words.filter(
      (values) => !values.some(({ text }) => /^-./u.test(text)),
    );
    if (
      invocation.name === "popd" ||
      (invocation.name === "cd" && target.at(0)?.[0]?.text === "-")
    ) {
      moves.pop();
    } else if (invocation.name === "cd" || invocation.name === "pushd") {
      const to = (target.at(0) ?? []).map((value) => absolute(value, current));
      moves.push({ shells: command.shells, to: to.find(({ engine }) => engine) ?? to[0] ?? HOME });
    }
  }
  return folders;
}

function isInside(command: PatchCommand, shells: readonly number[]): boolean {
  return shells.every((shell) => command.shells.includes(shell));
}
