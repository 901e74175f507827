import { shellText, type ShellNode } from "../model/shell.ts";
import type { Machine } from "./machine.ts";
import { fieldOf, namedChildren } from "./script.ts";
import type { State } from "./state.ts";
import { literalOf, type ShellValue } from "./value.ts";

type Expand = (machine: Machine, state: State, node: ShellNode) => ShellValue;

const BINARY: Readonly<Record<string, (one: number, other: number) => number>> = {
  "+": (one, other) => one + other,
  "-": (one, other) => one - other,
  "*": (one, other) => one * other,
  "/": (one, other) => (other === 0 ? Number.NaN : Math.trunc(one / other)),
  "%": (one, other) => (other === 0 ? Number.NaN : one % other),
  "<": (one, other) => Number(one < other),
  ">": (one, other) => Number(one > other),
  "<=": (one, other) => Number(one <= other),
  ">=": (one, other) => Number(one >= other),
  "==": (one, other) => Number(one === other),
  "!=": (one, other) => Number(one !== other),
  "&&": (one, other) => Number(one !== 0 && other !== 0),
  "||": (one, other) => Number(one !== 0 || other !== 0),
};

/** A whole number as the shell writes it; null for anything else. */
export function wholeNumber(text: string | null): number | null {
  return text !== null && /^\s*[-+]?\d{1,15}\s*$/.test(text) ? Number(text) : null;
}

/** Works out an arithmetic expression of known whole numbers; null when a part is not known. */
export function arithmeticOf(
  at: { readonly machine: Machine; readonly state: State; readonly expand: Expand },
  node: ShellNode,
): number | null {
  const children = namedChildren(node);
  switch (node.type) {
    case "arithmetic_expansion":
    case "parenthesized_expression":
    case "compound_statement": {
      const [only, ...more] = children;
      return only === undefined || more.length > 0 ? null : arithmeticOf(at, only);
    }
    case "binary_expression":
      return binaryOf(at, node);
    case "unary_expression": {
      const inner = children.at(-1);
      const value = inner === undefined ? null : arithmeticOf(at, inner);
      const sign = shellText(at.machine.current.script, node).trimStart().charAt(0);
      if (value === null) return null;
      if (sign === "-") return -value;
      return sign === "!" ? Number(value === 0) : null;
    }
    case "postfix_expression":
    case "ternary_expression":
    case "variable_assignment":
      return null;
    default:
      return wholeNumber(literalOf(at.expand(at.machine, at.state, node)));
  }
}

function binaryOf(at: Parameters<typeof arithmeticOf>[0], node: ShellNode): number | null {
  const left = fieldOf(node, "left");
  const right = fieldOf(node, "right");
  const operator = fieldOf(node, "operator");
  if (left === null || right === null || operator === null) return null;
  const one = arithmeticOf(at, left);
  const other = arithmeticOf(at, right);
  if (one === null || other === null) return null;
  const result = BINARY[operator.type]?.(one, other) ?? Number.NaN;
  return Number.isSafeInteger(result) ? result : null;
}
