import { shellText, type ShellNode } from "../model/shell.ts";
import { wholeNumber } from "./arithmetic.ts";
import { spend, type Machine } from "./machine.ts";
import { forkOf, type State } from "./state.ts";
import { keyOf, literalOf, type ShellValue } from "./value.ts";

/** A path on which a condition holds, or does not. */
export interface Branch {
  readonly state: State;
  readonly holds: boolean;
}

/** What is not understood: asked once for the place where it stands. */
export function openQuestion(machine: Machine, state: State, node: ShellNode): readonly Branch[] {
  const written = shellText(machine.current.script, node);
  return ask(machine, state, { key: `${machine.current.path}:${node.start}`, written });
}

/** Both answers, unless the path has answered the same question before. */
export function ask(
  machine: Machine,
  state: State,
  question: { readonly key: string; readonly written: string },
): readonly Branch[] {
  if (machine.gaveUp !== null) return [];
  const known = state.decided.get(question.key);
  if (known !== undefined) return [{ state, holds: known }];
  return [true, false].map((holds) => {
    const branch = branchOf(machine, state, { written: question.written, holds });
    branch.decided.set(question.key, holds);
    return { state: branch, holds };
  });
}

function branchOf(
  machine: Machine,
  state: State,
  condition: { readonly written: string; readonly holds: boolean },
): State {
  spend(machine, 1 + state.variables.size / 8 + state.decided.size / 4);
  const branch = forkOf(state);
  const { written, holds } = condition;
  branch.conditions = [...state.conditions, holds ? written : `not ${written}`];
  return branch;
}

/** Whether two texts are equal; what is not known is asked, once for a path. */
export function askEqual(
  machine: Machine,
  state: State,
  asked: { readonly left: ShellValue; readonly right: ShellValue; readonly written: string },
): readonly Branch[] {
  const one = literalOf(asked.left);
  const other = literalOf(asked.right);
  if (one !== null && other !== null) return [{ state, holds: one === other }];
  const { written } = asked;
  const [open, literal] = one === null ? [asked.left, other] : [asked.right, one];
  const key = keyOf(open);
  if (literal === null) {
    const pair = [keyOf(asked.left), keyOf(asked.right)].sort().join("=");
    if (keyOf(asked.left) === keyOf(asked.right)) return [{ state, holds: true }];
    return ask(machine, state, { key: `==${pair}`, written });
  }
  const fixed = fixedValue(state, key);
  if (fixed !== null) return [{ state, holds: fixed === literal }];
  if (isExcluded(state, key, literal)) return [{ state, holds: false }];
  const branches = ask(machine, state, { key: `=${key}:${literal}`, written });
  for (const branch of branches) {
    if (branch.holds) branch.state.decided.set(`is${key}:${literal}`, true);
  }
  return branches;
}

/** The text that an unknown value must be on this path; null when it may be several. */
function fixedValue(state: State, key: string): string | null {
  const start = `is${key}:`;
  for (const known of state.decided.keys()) {
    if (known.startsWith(start)) return known.slice(start.length);
  }
  const bounds = state.bounds.get(key);
  return bounds !== undefined && bounds.low === bounds.high ? String(bounds.low) : null;
}

function isExcluded(state: State, key: string, literal: string): boolean {
  const bounds = state.bounds.get(key);
  const number = wholeNumber(literal);
  if (bounds === undefined) return false;
  return number === null || number < bounds.low || number > bounds.high;
}

export type Comparison = "-eq" | "-le" | "-lt" | "-ge" | "-gt" | "-ne";

/** Whether a word compares whole numbers. */
export function isComparison(text: string): text is Comparison {
  return Object.hasOwn(MIRRORED, text);
}

const MIRRORED: Readonly<Record<Comparison, Comparison>> = {
  "-eq": "-eq",
  "-ne": "-ne",
  "-le": "-ge",
  "-ge": "-le",
  "-lt": "-gt",
  "-gt": "-lt",
};

/** Whether a comparison of whole numbers holds; a path remembers between which bounds a value lies. */
export function askNumbers(
  machine: Machine,
  state: State,
  asked: {
    readonly left: ShellValue;
    readonly right: ShellValue;
    readonly operator: Comparison;
    readonly written: string;
  },
): readonly Branch[] {
  const { operator, written } = asked;
  const one = wholeNumber(literalOf(asked.left));
  const other = wholeNumber(literalOf(asked.right));
  if (one !== null && other !== null) return [{ state, holds: compared(one, operator, other) }];
  if (other !== null) {
    return askBound(machine, state, { key: keyOf(asked.left), operator, bound: other, written });
  }
  if (one !== null) {
    const mirrored = MIRRORED[operator];
    return askBound(machine, state, {
      key: keyOf(asked.right),
      operator: mirrored,
      bound: one,
      written,
    });
  }
  const key = `${keyOf(asked.left)}${operator}${keyOf(asked.right)}`;
  return ask(machine, state, { key, written });
}

function compared(one: number, operator: Comparison, other: number): boolean {
  switch (operator) {
    case "-eq":
      return one === other;
    case "-ne":
      return one !== other;
    case "-le":
      return one <= other;
    case "-lt":
      return one < other;
    case "-ge":
      return one >= other;
    case "-gt":
      return one > other;
  }
}

interface Bound {
  readonly key: string;
  readonly operator: Comparison;
  readonly bound: number;
  readonly written: string;
}

function askBound(machine: Machine, state: State, asked: Bound): readonly Branch[] {
  const { key, bound, written } = asked;
  switch (asked.operator) {
    case "-ne":
      return negated(askBound(machine, state, { ...asked, operator: "-eq" }));
    case "-lt":
      return askAtMost(machine, state, { key, bound: bound - 1, written });
    case "-gt":
      return negated(askAtMost(machine, state, { key, bound, written }, true));
    case "-ge":
      return negated(askAtMost(machine, state, { key, bound: bound - 1, written }, true));
    case "-le":
      return askAtMost(machine, state, { key, bound, written });
    case "-eq": {
      const fixed = fixedValue(state, key);
      if (fixed !== null) return [{ state, holds: wholeNumber(fixed) === bound }];
      if (isExcluded(state, key, String(bound))) return [{ state, holds: false }];
      const branches = ask(machine, state, { key: `=${key}:${bound}`, written });
      for (const branch of branches) {
        if (branch.holds) branch.state.bounds.set(key, { low: bound, high: bound });
      }
      return branches;
    }
  }
}

/** The other way round. */
export function negated(branches: readonly Branch[]): readonly Branch[] {
  return branches.map(({ state, holds }) => ({ state, holds: !holds }));
}

function askAtMost(
  machine: Machine,
  state: State,
  asked: { readonly key: string; readonly bound: number; readonly written: string },
  inverted = false,
): readonly Branch[] {
  const { key, bound, written } = asked;
  const fixed = wholeNumber(fixedValue(state, key));
  if (fixed !== null) return [{ state, holds: fixed <= bound }];
  const { low, high } = state.bounds.get(key) ?? { low: -Infinity, high: Infinity };
  if (high <= bound) return [{ state, holds: true }];
  if (low > bound) return [{ state, holds: false }];
  return [true, false].map((holds) => {
    const branch = branchOf(machine, state, { written, holds: holds !== inverted });
    const tighter = holds ? { low, high: bound } : { low: bound + 1, high };
    branch.bounds.set(key, tighter);
    return { state: branch, holds };
  });
}
