import type { ShellNode } from "../model/shell.ts";
import { applyBuiltin, printedBy, setArguments, type Called } from "./builtins.ts";
import { assignedContent } from "./declarations.ts";
import { spend, type Machine, type NamedScript, type Surroundings } from "./machine.ts";
import { noteRun } from "./runs.ts";
import { assignedName, fieldOf, namedChildren } from "./script.ts";
import { forkOf, type State, type Variable } from "./state.ts";
import { joinValues, literalOf, textValue, textWith } from "./value.ts";
import type { Argument, ShellValue } from "./value.ts";
import { expandWord } from "./words.ts";

const FLOWS: Readonly<Record<string, State["flow"]>> = {
  exit: "exited",
  return: "returned",
  break: "broken",
  continue: "continued",
};

/** Runs a simple command: a function of the script, a script that is sourced, a command of the shell, or one that is only noted. */
export function runCommand(
  machine: Machine,
  state: State,
  { node, around }: { readonly node: ShellNode; readonly around: Surroundings },
): readonly State[] {
  const own = ownVariables(machine, state, node);
  const name = fieldOf(node, "name");
  const written = node.children.filter(({ field }) => field === "argument" || field === "name");
  const words = unwrapped(
    written.flatMap((word) => expandWord(machine, state, word)),
    own,
  );
  const first = words[0] === undefined ? null : literalOf(words[0].value);
  noteRun(machine, state, { node, words, own, around });
  if (name === null || first === null) return opaque(state);
  const called = { node, name: first, words: words.slice(1), input: around.input };
  const flow = FLOWS[first];
  if (flow !== undefined) {
    state.flow = flow;
    return [state];
  }
  const definition = machine.functions.get(first);
  if (definition !== undefined) {
    const body = fieldOf(definition.node, "body");
    return inside(machine, { home: definition.home, called: first }, () =>
      body === null ? [state] : callFunction(machine, state, { called, body }),
    );
  }
  if (first === "source" || first === ".") return runSource(machine, state, called);
  applyBuiltin(machine, state, called);
  noteOutput(state, called, around);
  return [state];
}

function opaque(state: State): readonly State[] {
  if (state.output !== undefined) state.output = null;
  return [state];
}

const WRAPPERS = new Set(["nohup", "exec", "command", "setsid", "time"]);

/** `nohup env A=b command`: what it sets is the command's, as if it stood before it. */
function unwrapped(words: readonly Argument[], own: Map<string, ShellValue>): readonly Argument[] {
  const [first, ...others] = words;
  const wrapper = first === undefined ? null : literalOf(first.value);
  if (wrapper !== null && WRAPPERS.has(wrapper) && others.length > 0) return unwrapped(others, own);
  if (wrapper !== "env") return words;
  const settings = words.slice(1).map(settingOf);
  const end = settings.findIndex((setting) => setting === null);
  if (end === -1) return words;
  for (const setting of settings.slice(0, end)) {
    if (setting !== null) own.set(setting.name, setting.value);
  }
  return words.slice(1 + end);
}

function settingOf({
  value,
  many,
}: Argument): { readonly name: string; readonly value: ShellValue } | null {
  const [first, ...rest] = value.pieces;
  if (many || first?.kind !== "text") return null;
  const [, name, text = ""] = /^([A-Za-z_]\w*)=([\s\S]*)$/.exec(first.text) ?? [];
  return name === undefined
    ? null
    : { name, value: joinValues([textValue(text), { pieces: rest }]) };
}

function ownVariables(machine: Machine, state: State, node: ShellNode): Map<string, ShellValue> {
  const own = new Map<string, ShellValue>();
  for (const child of node.children) {
    if (child.type !== "variable_assignment") continue;
    const content = assignedContent(machine, state, child);
    const { name } = assignedName(machine.current.script, child);
    if (content.kind === "text") own.set(name, content.value);
  }
  return own;
}

function noteOutput(state: State, called: Called, around: Surroundings): void {
  if (state.output === undefined || around.writes.some(isStandardOutput)) return;
  const printed = printedBy(called);
  const isSilent = printed !== null && printed.pieces.length === 0;
  if (isSilent) return;
  state.output =
    printed === null || state.output === null ? null : joinValues([state.output, printed]);
}

/** A redirect that takes the output elsewhere. */
export function isStandardOutput({ operator }: { readonly operator: string }): boolean {
  return /^1?(?:>>?|>&|>\||&>>?)$/.test(operator);
}

/** Runs something that belongs to another script or function, no deeper than anybody nests them. */
function inside(
  machine: Machine,
  { home, called }: { readonly home: NamedScript; readonly called: string },
  run: () => readonly State[],
): readonly State[] {
  if (machine.within.length >= machine.most.depth) machine.gaveUp ??= "depth";
  if (!spend(machine, 1)) return [];
  const before = { current: machine.current, within: machine.within };
  machine.current = home;
  machine.within = [...before.within, called];
  const states = run();
  machine.current = before.current;
  machine.within = before.within;
  return states;
}

const POSITIONAL = ["@", "1", "2", "3", "4", "5", "6", "7", "8", "9"];

function callFunction(
  machine: Machine,
  state: State,
  { called, body }: { readonly called: Called; readonly body: ShellNode },
): readonly State[] {
  const outer = state.locals;
  const before = new Map(POSITIONAL.map((name) => [name, state.variables.get(name) ?? null]));
  state.locals = new Map();
  setArguments(state, called.words);
  const states =
    body.type === "subshell"
      ? inSubshell(machine, state, body)
      : machine.runList(machine, state, namedChildren(body));
  for (const after of states) {
    restore(after, after.locals ?? new Map());
    restore(after, before);
    after.locals = outer === null ? null : new Map(outer);
    if (after.flow === "returned") after.flow = "on";
  }
  return states;
}

function inSubshell(machine: Machine, state: State, body: ShellNode): readonly State[] {
  machine.runList(machine, forkOf(state), namedChildren(body));
  return opaque(state);
}

function restore(state: State, before: ReadonlyMap<string, Variable | null>): void {
  for (const [name, variable] of before) {
    if (variable === null) state.variables.delete(name);
    else state.variables.set(name, variable);
  }
}

function runSource(machine: Machine, state: State, called: Called): readonly State[] {
  const path = called.words[0] === undefined ? null : sourcedPath(called.words[0].value);
  const script = path === null ? undefined : machine.sources.get(path);
  if (path === null || script === undefined) {
    const isKnown = path === null || (machine.libraries?.includes(path) ?? true);
    if (!isKnown && path.endsWith(".sh")) machine.isDoubtful = true;
    return [state];
  }
  return inside(machine, { home: { path, script }, called: path }, () => {
    const states = machine.runList(machine, state, namedChildren(script.root));
    for (const after of states) if (after.flow === "returned") after.flow = "on";
    return states;
  });
}

/** A path with its `..` worked out; null where a part is not known. */
function sourcedPath(value: ShellValue): string | null {
  const text = textWith(value, () => "\u0000");
  if (text.includes("\u0000") || text.startsWith("/")) return null;
  const parts: string[] = [];
  for (const part of text.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}
