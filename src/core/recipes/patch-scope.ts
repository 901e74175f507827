import type { PatchCommand, PatchListing, Word } from "./patch-command.ts";
import { printedBy } from "./patch-output.ts";
import { WORKSPACE, type Territory } from "./patch-place.ts";
import { textWord } from "./patch-command.ts";
import type { AssignedValue, PatchScope } from "./patch-value.ts";

/** A file's commands, for looking up what its names may hold. */
export interface Listed {
  readonly path: string;
  readonly listing: PatchListing;
}

/** Words that callers hand to a file as arguments. */
export interface CallerWords {
  readonly path: string;
  readonly words: readonly Word[];
  readonly within: string | null;
}

/** Names with the values that a file gives them itself. */
export function ownScope(file: Listed, territory: Territory): PatchScope {
  return scopeOf(file, { others: [], callers: [], settings: new Map() }, territory);
}

export interface Around {
  /** Files that it reads in, that read it in, or that run it. */
  readonly others: readonly Listed[];
  readonly callers: readonly CallerWords[];
  /** What the points that it measures set. */
  readonly settings: ReadonlyMap<string, readonly string[]>;
}

type Table = ReadonlyMap<string, readonly AssignedValue[]>;

/**
 * What the names in a file may hold, whichever way the script goes: everything that the file sets them
 * to; what nothing in it sets, files around it or the points' settings may.
 */
export function scopeOf(file: Listed, around: Around, territory: Territory): PatchScope {
  const own = tableOf(file.listing);
  const others = around.others.map(({ listing }) => tableOf(listing));
  const listings = [file.listing, ...around.others.map(({ listing }) => listing)];
  const functions = new Map(
    listings.flatMap((listing) => listing.functions.map(({ name, text }) => [name, text] as const)),
  );
  const calls = callsOf(listings, new Set(functions.keys()));
  const fixed = fixedNames(file.path, territory);
  const assigned = (name: string, within: string | null): readonly AssignedValue[] | null => {
    if (/^[1-9@*]$/u.test(name)) {
      return given(
        name,
        within === null ? callerCalls(file.path, around) : (calls.get(within) ?? []),
      );
    }
    const table = [own, fixed, ...others].find((each) => each.has(name));
    const values =
      table === own || table === fixed
        ? table.get(name)
        : others.flatMap((each) => each.get(name) ?? []);
    if (values !== undefined && values.length > 0) return values;
    const set = around.settings.get(name);
    return set === undefined ? null : set.map((text) => ({ value: textWord(text), within: null }));
  };
  return {
    assigned,
    printed: (output, place) => printedBy(output, place, { territory, functions }),
  };
}

function tableOf({ assignments, commands }: PatchListing): Table {
  const table = new Map<string, AssignedValue[]>();
  const add = (name: string, value: Word, within: string | null): void => {
    const values = table.get(name) ?? [];
    table.set(name, values);
    values.push({ value, within });
  };
  for (const { name, values, within } of assignments) {
    for (const value of values) add(name, value, within);
  }
  for (const { settings, within } of commands) {
    for (const { name, value } of settings) add(name, value, within);
  }
  return table;
}

function fixedNames(path: string, { policy }: Territory): Table {
  const at = (text: string): readonly AssignedValue[] => [{ value: textWord(text), within: null }];
  const self = at(`${WORKSPACE}/${path}`);
  return new Map([
    ...policy.workspaceVariables.map((name) => [name, at(WORKSPACE)] as const),
    ...policy.scratchVariables.map((name) => [name, at("/tmp/run")] as const),
    ["HOME", at("/root")],
    ["0", self],
    ["BASH_SOURCE", self],
  ]);
}

type Calls = ReadonlyMap<string, readonly Call[]>;
interface Call {
  readonly words: readonly Word[];
  readonly within: string | null;
}

/** What the functions are called with. */
function callsOf(listings: readonly PatchListing[], names: ReadonlySet<string>): Calls {
  const calls = new Map<string, Call[]>();
  for (const command of listings.flatMap((listing) => listing.commands)) {
    const name = plainName(command);
    if (name === null || !names.has(name)) continue;
    const known = calls.get(name) ?? [];
    calls.set(name, known);
    known.push({ words: command.words.slice(1), within: command.within });
  }
  return calls;
}

function plainName({ words: [name] }: PatchCommand): string | null {
  const [only] = name ?? [];
  return only?.kind === "text" ? only.text : null;
}

function callerCalls(path: string, { callers }: Around): readonly Call[] {
  return callers.filter((caller) => caller.path === path);
}

function given(name: string, calls: readonly Call[]): readonly AssignedValue[] | null {
  const values = calls.flatMap(({ words, within }) => {
    const chosen = /^\d$/u.test(name) ? words.slice(Number(name) - 1, Number(name)) : words;
    return chosen.map((value) => ({ value, within }));
  });
  return values.length === 0 ? null : values;
}
