import { shellText, type ShellNode } from "../model/shell.ts";
import { numberBranches } from "./arithmetic-conditions.ts";
import { forgetNames } from "./builtins.ts";
import {
  ask,
  askEqual,
  askNumbers,
  isComparison,
  negated,
  openQuestion,
  type Branch,
} from "./decisions.ts";
import { matchesGlob, parseGlob } from "./glob.ts";
import { spend, type Machine } from "./machine.ts";
import { namedChildren, nodesOf } from "./script.ts";
import { contentKey, type State } from "./state.ts";
import { readTest, type TestExpression } from "./test-expression.ts";
import { keyOf, literalOf, type ShellValue } from "./value.ts";
import { expandText } from "./words.ts";

/** The test that is asked, and whether `[[` compares with patterns. */
interface Asked {
  readonly node: ShellNode;
  readonly patterns: boolean;
}

/** `[ … ]`, `[[ … ]]` and `(( … ))`: the paths on which they hold and do not. */
export function testBranches(machine: Machine, state: State, node: ShellNode): readonly Branch[] {
  return remembered(machine, state, { node, ask: () => askTest(machine, state, node) });
}

/**
 * Asks once for a path, whatever becomes of the answers to the parts: `A && B` that does not hold
 * still does not after the paths on which A or B alone fails are joined.
 */
export function remembered(
  machine: Machine,
  state: State,
  asked: { readonly node: ShellNode; readonly ask: () => readonly Branch[] },
): readonly Branch[] {
  const key = wholeKey(machine, state, asked.node);
  const known = state.decided.get(key);
  if (known !== undefined) return [{ state, holds: known }];
  const branches = asked.ask();
  if (branches.length > 1) {
    for (const branch of branches) branch.state.decided.set(key, branch.holds);
  }
  return branches;
}

function wholeKey(machine: Machine, state: State, node: ShellNode): string {
  const parts: string[] = [shellText(machine.current.script, node)];
  for (const each of nodesOf(node)) {
    spend(machine, 1);
    if (each.type === "command_substitution") parts.push(`${machine.current.path}:${each.start}`);
    if (each.type !== "variable_name" && each.type !== "word") continue;
    const content = state.variables.get(shellText(machine.current.script, each))?.content;
    if (content !== undefined) parts.push(contentKey(content));
  }
  return JSON.stringify(parts);
}

function askTest(machine: Machine, state: State, node: ShellNode): readonly Branch[] {
  const opening = node.children[0]?.type;
  if (opening === "((") {
    forgetNames(state, shellText(machine.current.script, node), node);
    const [only, ...more] = namedChildren(node);
    if (only === undefined || more.length > 0) return openQuestion(machine, state, node);
    return numberBranches(machine, state, only);
  }
  const expression = readTest(machine.current.script, node);
  if (expression === null) return openQuestion(machine, state, node);
  return branchesOf(machine, state, expression, { node, patterns: opening === "[[" });
}

function branchesOf(
  machine: Machine,
  state: State,
  expression: TestExpression,
  asked: Asked,
): readonly Branch[] {
  switch (expression.kind) {
    case "and":
    case "or":
      return branchesOf(machine, state, expression.left, asked).flatMap((branch) =>
        branch.holds === (expression.kind === "or")
          ? [branch]
          : branchesOf(machine, branch.state, expression.right, asked),
      );
    case "not":
      return negated(branchesOf(machine, state, expression.inner, asked));
    case "word": {
      const value = expandText(machine, state, expression.operand);
      return negated(emptyBranches(machine, state, { node: expression.operand, value }));
    }
    case "unary":
      return unaryBranches(machine, state, expression);
    case "binary":
      return binaryBranches(machine, state, expression, asked);
  }
}

function unaryBranches(
  machine: Machine,
  state: State,
  { operator, operand }: Extract<TestExpression, { kind: "unary" }>,
): readonly Branch[] {
  const value = expandText(machine, state, operand);
  if (operator === "-z") return emptyBranches(machine, state, { node: operand, value });
  if (operator === "-n") return negated(emptyBranches(machine, state, { node: operand, value }));
  const written = `${operator} ${shellText(machine.current.script, operand)}`;
  return ask(machine, state, { key: `${operator} ${keyOf(value)}`, written });
}

/** Whether a value is empty. */
function emptyBranches(
  machine: Machine,
  state: State,
  { node, value }: { readonly node: ShellNode; readonly value: ShellValue },
): readonly Branch[] {
  if (value.pieces.some((piece) => piece.kind === "text")) return [{ state, holds: false }];
  const written = `${shellText(machine.current.script, node)} is empty`;
  return askEqual(machine, state, { left: value, right: { pieces: [] }, written });
}

function binaryBranches(
  machine: Machine,
  state: State,
  expression: Extract<TestExpression, { kind: "binary" }>,
  { patterns }: Asked,
): readonly Branch[] {
  const { operator, left, right } = expression;
  const { script } = machine.current;
  const written = script.text.slice(left.start, right.end);
  const one = expandText(machine, state, left);
  const other = expandText(machine, state, right);
  if (isComparison(operator)) {
    return askNumbers(machine, state, { left: one, right: other, operator, written });
  }
  if (operator !== "=" && operator !== "==" && operator !== "!=") {
    return ask(machine, state, { key: `${keyOf(one)} ${operator} ${keyOf(other)}`, written });
  }
  const pattern = patterns ? patternOf(right, other) : null;
  const branches =
    pattern === null
      ? askEqual(machine, state, { left: one, right: other, written })
      : globBranches(machine, state, { left: one, pattern, written });
  return operator === "!=" ? negated(branches) : branches;
}

/** The text of an unquoted word that is more than itself; null for any other. */
export function patternOf(node: ShellNode, value: ShellValue): string | null {
  if (node.type === "string" || node.type === "raw_string") return null;
  const literal = literalOf(value);
  return literal !== null && /[*?[\\]/.test(literal) ? literal : null;
}

/** Whether a value fits a pattern; what is not known is asked. */
export function globBranches(
  machine: Machine,
  state: State,
  asked: { readonly left: ShellValue; readonly pattern: string; readonly written: string },
): readonly Branch[] {
  const { left, pattern, written } = asked;
  const literal = literalOf(left);
  const glob = parseGlob(pattern);
  if (glob !== null && glob.length > 0 && glob.every(({ kind }) => kind === "run")) {
    return [{ state, holds: true }];
  }
  if (literal !== null && glob !== null && literal.length <= 4_096) {
    if (!spend(machine, (literal.length * glob.length) / 16)) return [];
    return [{ state, holds: matchesGlob(glob, literal) }];
  }
  return ask(machine, state, { key: `glob ${pattern} ${keyOf(left)}`, written });
}
