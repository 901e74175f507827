import { shellText, type ShellNode } from "../model/shell.ts";
import { conditionBranches } from "./branching.ts";
import { globBranches, patternOf } from "./conditions.ts";
import { askEqual, type Branch } from "./decisions.ts";
import { spend, type Machine } from "./machine.ts";
import { fieldOf, namedChildren } from "./script.ts";
import type { State } from "./state.ts";
import type { ShellValue } from "./value.ts";
import { expandText } from "./words.ts";

/** `if` with its `elif` and `else`. */
export function runIf(machine: Machine, state: State, node: ShellNode): readonly State[] {
  const clauses = node.children.filter(
    ({ type }) => type === "elif_clause" || type === "else_clause",
  );
  return runClauses(machine, state, [node, ...clauses]);
}

function runClauses(
  machine: Machine,
  state: State,
  clauses: readonly ShellNode[],
): readonly State[] {
  const [clause, ...others] = clauses;
  if (clause === undefined || state.flow !== "on") return [state];
  if (clause.type === "else_clause") return machine.runList(machine, state, namedChildren(clause));
  const then = clause.children.findIndex(({ type }) => type === "then");
  const isBody = ({ named, type }: ShellNode): boolean =>
    named && type !== "comment" && type !== "elif_clause" && type !== "else_clause";
  const conditions = clause.children.slice(0, then).filter(isBody);
  const body = clause.children.slice(then + 1).filter(isBody);
  return allBranches(machine, state, conditions).flatMap((branch) =>
    branch.holds
      ? machine.runList(machine, branch.state, body)
      : runClauses(machine, branch.state, others),
  );
}

/** Several statements of which the last decides. */
function allBranches(
  machine: Machine,
  state: State,
  conditions: readonly ShellNode[],
): readonly Branch[] {
  const last = conditions.at(-1);
  if (last === undefined) return [{ state, holds: true }];
  return machine
    .runList(machine, state, conditions.slice(0, -1))
    .flatMap((after) => conditionBranches(machine, after, last));
}

/** `a && b` and `a || b`. */
export function runListOperator(machine: Machine, state: State, node: ShellNode): readonly State[] {
  const [left, right] = namedChildren(node);
  if (left === undefined || right === undefined)
    return machine.runList(machine, state, namedChildren(node));
  const onSuccess = !node.children.some(({ type }) => type === "||");
  return conditionBranches(machine, state, left).flatMap((branch) =>
    branch.holds === onSuccess ? machine.runList(machine, branch.state, [right]) : [branch.state],
  );
}

/** `case`: the first item that fits; `;&` goes on into the next one. */
export function runCase(machine: Machine, state: State, node: ShellNode): readonly State[] {
  const subject = fieldOf(node, "value");
  if (subject === null) return [state];
  const value = expandText(machine, state, subject);
  const items = node.children.filter(({ type }) => type === "case_item");
  const done: State[] = [];
  let open: readonly State[] = [state];
  items.forEach((item, at) => {
    const branches = open.flatMap((each) => itemBranches(machine, each, { item, value }));
    for (const branch of branches) {
      if (!branch.holds) continue;
      done.push(...machine.runList(machine, branch.state, bodyFrom(machine, items.slice(at))));
    }
    open = branches.filter(({ holds }) => !holds).map((branch) => branch.state);
  });
  return [...done, ...open];
}

function bodyFrom(machine: Machine, items: readonly ShellNode[]): readonly ShellNode[] {
  const body: ShellNode[] = [];
  for (const item of items) {
    body.push(...namedChildren(item).filter(({ field }) => field !== "value"));
    const end = item.children.at(-1)?.type;
    if (end === ";;&") machine.gaveUp ??= "unsupported";
    if (end !== ";&") break;
  }
  return body;
}

function itemBranches(
  machine: Machine,
  state: State,
  { item, value }: { readonly item: ShellNode; readonly value: ShellValue },
): readonly Branch[] {
  const patterns = namedChildren(item).filter(({ field }) => field === "value");
  const holding: Branch[] = [];
  let open: readonly State[] = [state];
  for (const pattern of patterns) {
    if (!spend(machine, 1)) return [];
    const branches = open.flatMap((each) => patternBranches(machine, each, { pattern, value }));
    holding.push(...branches.filter(({ holds }) => holds));
    open = branches.filter(({ holds }) => !holds).map((branch) => branch.state);
  }
  return [...holding, ...open.map((each) => ({ state: each, holds: false }))];
}

function patternBranches(
  machine: Machine,
  state: State,
  { pattern, value }: { readonly pattern: ShellNode; readonly value: ShellValue },
): readonly Branch[] {
  const { script } = machine.current;
  const wanted = expandText(machine, state, pattern);
  const written = `${shellText(script, pattern)})`;
  const glob = patternOf(pattern, wanted);
  return glob === null
    ? askEqual(machine, state, { left: value, right: wanted, written })
    : globBranches(machine, state, { left: value, pattern: glob, written });
}
