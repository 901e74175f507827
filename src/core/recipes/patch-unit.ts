import type { SourceText } from "../model/sources.ts";
import {
  joinedListings,
  NO_LISTING,
  type PatchAssignment,
  type PatchCommand,
  type PatchListing,
} from "./patch-command.ts";
import { dockerListing } from "./patch-dockerfile.ts";
import { invocationsOf } from "./patch-invocation.ts";
import { listingOf } from "./patch-listing.ts";
import { looseListing } from "./patch-loose.ts";
import type { Territory } from "./patch-place.ts";
import { foldersOf } from "./patch-folders.ts";
import { pythonCommands } from "./patch-python-shell.ts";
import { isReadToEnd, pythonCode } from "./patch-python-text.ts";
import { recipeListing } from "./patch-recipe.ts";
import { writtenScripts } from "./patch-written.ts";
import { runsOf, type Args, type Run } from "./patch-run.ts";
import { ownScope } from "./patch-scope.ts";
import { isLookedOut, VALUE_CHARACTERS, type PatchValue, type ValuePlace } from "./patch-value.ts";

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
  if (path.endsWith(".py")) {
    const program = { text, line: 1, args: [], within: null };
    const read = withInnerTexts(path, commandsOf(program), territory);
    return { ...nothing, ...read, programs: [program, ...read.programs], broken: null };
  }
  const read = firstListing(source);
  if (read === null) return { ...nothing, listing: NO_LISTING, programs: [], broken: 1 };
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
  if (path.endsWith(".txt")) return { listing: requirementsListing(text), broken: null };
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
  return joinedListings(parts);
}

function quotedWord(text: string): string {
  return text.startsWith("-") ? text : `'${text.replaceAll("'", '"')}'`;
}

type Inner = Pick<PatchUnit, "listing" | "programs" | "calls" | "opaque" | "folders">;

/** Follows what commands hand to shells and interpreters, until nothing new is found. */
function withInnerTexts(path: string, first: PatchListing, territory: Territory): Inner {
  const scope = ownScope({ path, listing: first }, territory);
  const texts = new InnerTexts(first);
  for (let command = texts.next(); command !== undefined; command = texts.next()) {
    for (const run of runsIn(command, { scope, within: command.within })) texts.take(run, command);
  }
  const { commands, assignments, programs, calls, opaque } = texts;
  const folders = foldersOf(commands, { scope, within: null });
  const beyond = texts.beyond ?? (isLookedOut(scope) ? 1 : null);
  const listing = { commands, assignments, functions: first.functions, beyond };
  return { listing, programs, calls, opaque, folders };
}

/** What was found in a file so far, and the commands that are still to be looked into. */
class InnerTexts {
  readonly commands: PatchCommand[] = [];
  readonly assignments: PatchAssignment[];
  readonly programs: PatchProgram[] = [];
  readonly calls: FileCall[] = [];
  readonly opaque: PatchCommand[] = [];
  beyond: number | null;
  readonly #waiting: PatchCommand[];
  #at = 0;
  readonly #seen = new Set<string>();

  constructor(first: PatchListing) {
    this.assignments = [...first.assignments];
    this.#waiting = [...first.commands];
    this.beyond = first.beyond;
  }

  next(): PatchCommand | undefined {
    const command = this.#waiting[this.#at];
    if (command === undefined) return undefined;
    if (this.#at >= MOST_COMMANDS) {
      this.beyond ??= command.line;
      return undefined;
    }
    this.#at += 1;
    this.commands.push(command);
    return command;
  }

  take(run: Run, command: PatchCommand): void {
    if (run.kind === "opaque") this.opaque.push(command);
    else if (run.kind === "file") this.calls.push({ ...run, command });
    else this.#text(run, command.within);
  }

  /** More texts in one file than anybody writes, and longer ones, are not looked into: `beyond` says so. */
  #text(run: Extract<Run, { readonly text: string }>, within: string | null): void {
    const key = `${run.kind}${run.text}`;
    if (this.#seen.has(key)) return;
    if (run.text.length >= VALUE_CHARACTERS) this.beyond ??= run.line;
    if (this.#seen.size >= MOST_TEXTS) {
      this.beyond ??= run.line;
      return;
    }
    this.#seen.add(key);
    if (run.kind === "python") this.programs.push({ ...run, within });
    const inner = run.kind === "python" ? commandsOf(run) : looseListing(run.text, run.line);
    this.beyond ??= inner.beyond;
    for (const each of inner.commands) this.#waiting.push({ ...each, within });
    this.assignments.push(...inner.assignments.map((each) => ({ ...each, within })));
  }
}

/** The commands that a Python text starts. */
function commandsOf({ text, line }: Pick<PatchProgram, "text" | "line">): PatchListing {
  const parts = pythonCommands(pythonCode(text)).map((each) =>
    looseListing(each.text, line + each.at),
  );
  const { beyond, ...listing } = joinedListings(parts);
  return { ...listing, beyond: isReadToEnd(text) ? beyond : line };
}

function runsIn(command: PatchCommand, place: ValuePlace): readonly Run[] {
  const runs = invocationsOf(command, place).flatMap((invocation) => runsOf(invocation, place));
  return [...runs, ...writtenScripts(command, place)];
}
