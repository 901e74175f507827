import type { ShellNode } from "../model/shell.ts";
import type { Machine } from "./machine.ts";
import { fieldOf, namedChildren, nodesOf, type ScriptIndex } from "./script.ts";
import { firstState, type Content, type State } from "./state.ts";
import { keyOf, type ShellValue } from "./value.ts";
import { expandText, expandWord } from "./words.ts";
import { shellText } from "../model/shell.ts";

const MOST_VALUES = 32;
const DEEPEST = 8;
const MOST_STEPS = 20_000;

export interface PossibleValues {
  readonly values: readonly ShellValue[];
  /** False when there may be others: a loop of variables, `+=`, or too many. */
  readonly complete: boolean;
}

interface Search {
  readonly index: ScriptIndex;
  readonly machine: Machine;
  readonly path: readonly string[];
  readonly found: { complete: boolean };
}

/**
 * Every value that a word can have by any assignment of the file to any of its variables, in whatever
 * order they run (spec/signoff §3.13); a variable that nothing sets stays unknown.
 */
export function resolveWord(index: ScriptIndex, word: ShellNode): PossibleValues {
  const main = { path: "", script: index.script };
  const machine: Machine = {
    main,
    current: main,
    functions: new Map(),
    given: new Set(),
    sources: new Map(),
    relevant: null,
    most: { steps: MOST_STEPS, paths: 1, depth: 1 },
    steps: 0,
    within: [],
    gaveUp: null,
    isDoubtful: false,
    libraries: null,
    runs: new Map(),
    // What a command prints is not looked for here.
    runList: (_, state) => [{ ...state, output: null }],
  };
  const found = { complete: true };
  const values = valuesOf({ index, machine, path: [], found }, word);
  return { values, complete: found.complete && machine.gaveUp === null };
}

function valuesOf(search: Search, node: ShellNode): readonly ShellValue[] {
  const { machine, index } = search;
  let states: readonly State[] = [firstState({})];
  for (const name of namesIn(index, node)) {
    const contents = contentsOf(search, name);
    states = states.flatMap((state) => contents.map((content) => withName(state, name, content)));
    if (states.length > MOST_VALUES) {
      search.found.complete = false;
      states = states.slice(0, MOST_VALUES);
    }
  }
  const values = states.map((state) => expandText(machine, state, node));
  return [...new Map(values.map((value) => [keyOf(value), value])).values()];
}

function withName(state: State, name: string, content: Content | null): State {
  if (content === null) return state;
  const variables = new Map(state.variables).set(name, { content, exported: false });
  return { ...state, variables };
}

function namesIn(index: ScriptIndex, node: ShellNode): readonly string[] {
  const names = new Set<string>();
  for (const each of nodesOf(node)) {
    if (each.type === "variable_name") names.add(shellText(index.script, each));
  }
  return [...names].filter((name) => index.assignments.some((each) => each.name === name));
}

/** Null for what is not set in the file: a default counts then. */
function contentsOf(search: Search, name: string): readonly (Content | null)[] {
  const { index, path, found, machine } = search;
  if (path.includes(name) || path.length >= DEEPEST || machine.gaveUp !== null) {
    // `X="${X:-2}"` refers to what was before it: nothing else to find there.
    if (path.at(-1) !== name) found.complete = false;
    return [null];
  }
  const inner = { ...search, path: [...path, name] };
  const settings = index.assignments.filter((each) => each.name === name);
  const lists = settings.filter(({ value }) => value?.type === "array");
  if (lists.length > 0)
    return [
      listOf(
        inner,
        lists.flatMap(({ value }) => (value === null ? [] : [value])),
      ),
    ];
  if (settings.some(({ append, value }) => append || value === null)) found.complete = false;
  const values = settings.flatMap(({ value }) => (value === null ? [] : valuesOf(inner, value)));
  if (values.length > MOST_VALUES) found.complete = false;
  const contents = values.slice(0, MOST_VALUES).map((value): Content => ({ kind: "text", value }));
  return contents.length === 0 ? [null] : contents;
}

/** All words that any assignment puts into a list: which of them are in it is another question. */
function listOf(search: Search, arrays: readonly ShellNode[]): Content {
  search.found.complete = false;
  const words = arrays.flatMap(namedChildren);
  const items = words.flatMap((word) => {
    const isList =
      fieldOf(word, "index") !== null || shellText(search.index.script, word).includes("[@]");
    if (isList) return expandWord(search.machine, firstState({}), word);
    return valuesOf(search, word).map((value) => ({ value, many: false, node: word }));
  });
  return { kind: "list", items };
}
