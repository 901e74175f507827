import { shellText, type ShellNode } from "../model/shell.ts";
import { remembered, testBranches } from "./conditions.ts";
import { ask, askEqual, askNumbers, isComparison, negated, type Branch } from "./decisions.ts";
import type { Machine } from "./machine.ts";
import { fieldOf, namedChildren } from "./script.ts";
import type { State } from "./state.ts";
import { literalOf } from "./value.ts";
import type { Argument } from "./value.ts";
import { expandWord } from "./words.ts";

/** Runs a statement that decides about others: the paths on which it succeeds and on which it fails. */
export function conditionBranches(
  machine: Machine,
  state: State,
  node: ShellNode,
): readonly Branch[] {
  const children = namedChildren(node);
  const [only] = children;
  switch (node.type) {
    case "test_command":
      return testBranches(machine, state, node);
    case "negated_command":
      return only === undefined ? [] : negated(conditionBranches(machine, state, only));
    case "list":
      return listBranches(machine, state, node);
    case "compound_statement":
      if (node.children[0]?.type === "((") return testBranches(machine, state, node);
      break;
    case "variable_assignment":
    case "variable_assignments":
    case "declaration_command":
      return certain(machine.runList(machine, state, [node]), true);
    case "command":
      return commandBranches(machine, state, node);
    case "redirected_statement": {
      const body = fieldOf(node, "body");
      if (body?.type === "test_command") return testBranches(machine, state, body);
      break;
    }
    default:
  }
  if (node.type === "compound_statement" && children.length === 1 && only !== undefined) {
    return conditionBranches(machine, state, only);
  }
  return ranBranches(machine, state, node);
}

function certain(states: readonly State[], holds: boolean): readonly Branch[] {
  return states.map((state) => ({ state, holds }));
}

/** Whether it succeeds is not known: both. */
function ranBranches(machine: Machine, state: State, node: ShellNode): readonly Branch[] {
  const written = shellText(machine.current.script, node).slice(0, 200);
  const key = `ran ${machine.current.path}:${node.start}`;
  return machine
    .runList(machine, state, [node])
    .flatMap((after) =>
      after.flow === "on" ? ask(machine, after, { key, written }) : certain([after], true),
    );
}

function listBranches(machine: Machine, state: State, node: ShellNode): readonly Branch[] {
  const [left, right] = namedChildren(node);
  if (left === undefined || right === undefined) return ranBranches(machine, state, node);
  const until = node.children.some(({ type }) => type === "||");
  const askBoth = (): readonly Branch[] =>
    conditionBranches(machine, state, left).flatMap((branch) =>
      branch.holds === until || branch.state.flow !== "on"
        ? [branch]
        : conditionBranches(machine, branch.state, right),
    );
  return onlyTests(node) ? remembered(machine, state, { node, ask: askBoth }) : askBoth();
}

function onlyTests(node: ShellNode): boolean {
  if (node.type === "test_command") return true;
  const nested = node.type === "list" || node.type === "negated_command";
  return nested && namedChildren(node).every(onlyTests);
}

function commandBranches(machine: Machine, state: State, node: ShellNode): readonly Branch[] {
  const name = fieldOf(node, "name");
  const written = name === null ? "" : shellText(machine.current.script, name);
  if (written === "true" || written === ":")
    return certain(machine.runList(machine, state, [node]), true);
  if (written === "false") return certain(machine.runList(machine, state, [node]), false);
  if (written === "test") return wordsBranches(machine, state, node);
  const inner = singleTest(machine, written);
  // A function that is one test of what no call changes, such as `is_eval`.
  if (inner !== null && node.children.length === 1) return conditionBranches(machine, state, inner);
  return ranBranches(machine, state, node);
}

function singleTest(machine: Machine, name: string): ShellNode | null {
  const definition = machine.functions.get(name);
  if (definition?.home !== machine.current) return null;
  const body = fieldOf(definition.node, "body");
  const [only, ...more] = body === null ? [] : namedChildren(body);
  return only !== undefined && more.length === 0 && onlyTests(only) ? only : null;
}

/** `test a = b` and its like. */
function wordsBranches(machine: Machine, state: State, node: ShellNode): readonly Branch[] {
  const words = node.children
    .filter(({ field }) => field === "argument")
    .flatMap((word) => expandWord(machine, state, word));
  const turned = words[0] !== undefined && literalOf(words[0].value) === "!";
  const rest = turned ? words.slice(1) : words;
  const branches = rest.some(({ many }) => many) ? null : plainTest(machine, state, { rest, node });
  if (branches === null) return ranBranches(machine, state, node);
  return turned ? negated(branches) : branches;
}

function plainTest(
  machine: Machine,
  state: State,
  { rest, node }: { readonly rest: readonly Argument[]; readonly node: ShellNode },
): readonly Branch[] | null {
  const written = shellText(machine.current.script, node);
  const [first, second, third] = rest;
  if (first === undefined || second === undefined || rest.length > 3) return null;
  if (third === undefined) {
    const operator = literalOf(first.value);
    if (operator !== "-n" && operator !== "-z") return null;
    const empty = askEqual(machine, state, { left: second.value, right: { pieces: [] }, written });
    return operator === "-z" ? empty : negated(empty);
  }
  const both = { left: first.value, right: third.value, written };
  return comparedWords(machine, state, { operator: literalOf(second.value) ?? "", both });
}

function comparedWords(
  machine: Machine,
  state: State,
  asked: {
    readonly operator: string;
    readonly both: Omit<Parameters<typeof askEqual>[2], "operator">;
  },
): readonly Branch[] | null {
  const { operator, both } = asked;
  if (isComparison(operator)) return askNumbers(machine, state, { ...both, operator });
  if (operator === "=" || operator === "==") return askEqual(machine, state, both);
  return operator === "!=" ? negated(askEqual(machine, state, both)) : null;
}
