import type { ShellNode } from "../model/shell.ts";
import { keyOf, unknownValue, type Argument, type ShellValue } from "./value.ts";

export type Content =
  | { readonly kind: "text"; readonly value: ShellValue }
  | { readonly kind: "list"; readonly items: readonly Argument[] };

export interface Variable {
  readonly content: Content | null;
  readonly exported: boolean;
}

/** Whole numbers that a value can still be. */
export interface Bounds {
  readonly low: number;
  readonly high: number;
}

/** One path through a script, at one moment. Only the evaluator that owns it changes it. */
export interface State {
  readonly variables: Map<string, Variable>;
  /** What the path's conditions said of values that are not known, by what was asked. */
  readonly decided: Map<string, boolean>;
  readonly bounds: Map<string, Bounds>;
  /** The conditions that the path took, as written; `not` before those that did not hold. */
  conditions: readonly string[];
  /** What the function that runs now has declared local, with what the name was before; null outside. */
  locals: Map<string, Variable | null> | null;
  /** What was printed, inside `$(…)`; undefined where nobody listens, null when it is not known. */
  output: ShellValue | null | undefined;
  flow: "on" | "exited" | "returned" | "broken" | "continued";
}

/** The state before the first line. */
export function firstState(environment: Readonly<Record<string, string>>): State {
  const variables = new Map<string, Variable>();
  for (const [name, text] of Object.entries(environment)) {
    const value: ShellValue = { pieces: text === "" ? [] : [{ kind: "text", text }] };
    variables.set(name, { content: { kind: "text", value }, exported: true });
  }
  return {
    variables,
    decided: new Map(),
    bounds: new Map(),
    conditions: [],
    locals: null,
    output: undefined,
    flow: "on",
  };
}

/** A state that can go another way. */
export function forkOf(state: State): State {
  return {
    ...state,
    variables: new Map(state.variables),
    decided: new Map(state.decided),
    bounds: new Map(state.bounds),
    locals: state.locals === null ? null : new Map(state.locals),
  };
}

/** Equal for contents that are surely equal. */
export function contentKey(content: Content | null | undefined): string {
  if (content === null || content === undefined) return "";
  if (content.kind === "text") return `=${keyOf(content.value)}`;
  return `(${content.items.map((item) => `${item.many ? "*" : ""}${keyOf(item.value)}`).join(" ")})`;
}

/** Names of which two paths may not differ when they are joined; null for all. */
export type Relevant = ReadonlySet<string> | null;

function stateKey(state: State, relevant: Relevant): string {
  const names = [...(relevant ?? state.variables.keys())].sort();
  const parts = names.map((name) => {
    const variable = state.variables.get(name);
    return [name, variable?.exported === true, contentKey(variable?.content)];
  });
  const output = state.output == null ? String(state.output) : keyOf(state.output);
  return JSON.stringify([state.flow, output, ...parts]);
}

/** Joins the paths that differ in nothing relevant; what else they differ in is unknown from here on. */
export function joinStates(
  states: readonly State[],
  relevant: Relevant,
  node: ShellNode,
): readonly State[] {
  if (states.length < 2) return states;
  const groups = new Map<string, State>();
  for (const state of states) {
    const key = stateKey(state, relevant);
    const other = groups.get(key);
    if (other === undefined) groups.set(key, state);
    else joinInto(other, state, node);
  }
  return [...groups.values()];
}

function joinInto(into: State, from: State, node: ShellNode): void {
  joinVariables(into, from, node);
  for (const [key, value] of into.decided) {
    if (from.decided.get(key) !== value) into.decided.delete(key);
  }
  for (const [key, one] of into.bounds) {
    const other = from.bounds.get(key);
    if (other === undefined) into.bounds.delete(key);
    else {
      const low = Math.min(one.low, other.low);
      into.bounds.set(key, { low, high: Math.max(one.high, other.high) });
    }
  }
  into.conditions = into.conditions.filter((each) => from.conditions.includes(each));
  for (const [name, before] of from.locals ?? []) {
    if (into.locals?.has(name) === false) into.locals.set(name, before);
  }
}

function joinVariables(into: State, from: State, node: ShellNode): void {
  for (const name of new Set([...into.variables.keys(), ...from.variables.keys()])) {
    const one = into.variables.get(name) ?? UNSET;
    const other = from.variables.get(name) ?? UNSET;
    if (one === other || contentKey(one.content) === contentKey(other.content)) continue;
    const listed = [one, other].some(({ content }) => content?.kind === "list");
    const exported = one.exported || other.exported;
    into.variables.set(name, unknownVariable(name, { reason: "branches", listed, exported, node }));
  }
}

const UNSET: Variable = { content: null, exported: false };

/** A variable of which nothing is known any more. */
export function unknownVariable(
  name: string,
  about: {
    readonly reason: "branches" | "loop" | "command";
    readonly listed: boolean;
    readonly exported: boolean;
    readonly node: ShellNode;
  },
): Variable {
  const { reason, node, exported } = about;
  const origin = `${reason}:${node.start}`;
  const value = unknownValue({ reason, name, origin, written: `\${${name}}`, node });
  const content: Content = about.listed
    ? { kind: "list", items: [{ value, many: true, node }] }
    : { kind: "text", value };
  return { content, exported };
}
