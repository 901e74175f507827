import type { ShellNode } from "../model/shell.ts";
import { spend, type Machine, type Surroundings } from "./machine.ts";
import type { State } from "./state.ts";
import { keyOf, literalOf } from "./value.ts";
import type { Argument, ShellValue } from "./value.ts";

/** A command that is about to run: its words, and what is set for it alone. */
export interface Starting {
  readonly node: ShellNode;
  readonly words: readonly Argument[];
  readonly own: ReadonlyMap<string, ShellValue>;
  readonly around: Surroundings;
}

/** Notes a command with all that is known about it, once for every way in which it runs. */
export function noteRun(machine: Machine, state: State, starting: Starting): void {
  const { node, words, own, around } = starting;
  if (!spend(machine, 1 + words.length / 4 + state.variables.size / 8)) return;
  const environment = environmentOf(state, own);
  const shown = [...environment].filter(([name]) => machine.relevant?.has(name) ?? true);
  const key = JSON.stringify([
    machine.current.path,
    node.start,
    words.map(({ value, many }) => [many, keyOf(value)]),
    shown.map(([name, value]) => [name, keyOf(value)]),
    around.input === null ? null : keyOf(around.input),
  ]);
  const known = machine.runs.get(key);
  if (known !== undefined) {
    // It runs so on several paths: what only one of them is about does not decide it.
    const conditions = known.conditions.filter((each) => state.conditions.includes(each));
    machine.runs.set(key, { ...known, conditions });
    return;
  }
  const first = words[0] === undefined ? null : literalOf(words[0].value);
  machine.runs.set(key, {
    node,
    path: machine.current.path,
    line: node.line,
    name: first === null ? null : first.slice(first.lastIndexOf("/") + 1),
    words,
    environment,
    input: around.input,
    writes: around.writes,
    conditions: state.conditions,
    within: machine.within,
  });
}

function environmentOf(
  state: State,
  own: ReadonlyMap<string, ShellValue>,
): ReadonlyMap<string, ShellValue> {
  const environment = new Map<string, ShellValue>();
  for (const [name, { content, exported }] of state.variables) {
    if (exported && content?.kind === "text") environment.set(name, content.value);
  }
  for (const [name, value] of own) environment.set(name, value);
  return environment;
}
