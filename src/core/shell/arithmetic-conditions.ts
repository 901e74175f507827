import { shellText, type ShellNode } from "../model/shell.ts";
import { arithmeticOf } from "./arithmetic.ts";
import { askNumbers, openQuestion, type Branch, type Comparison } from "./decisions.ts";
import type { Machine } from "./machine.ts";
import { fieldOf, namedChildren } from "./script.ts";
import type { State } from "./state.ts";
import { textValue, type ShellValue } from "./value.ts";
import { expandText, unknownArithmetic } from "./words.ts";

const COMPARISONS: Readonly<Record<string, Comparison>> = {
  "==": "-eq",
  "!=": "-ne",
  "<=": "-le",
  "<": "-lt",
  ">=": "-ge",
  ">": "-gt",
};

/** What `(( … ))` asks. */
export function numberBranches(machine: Machine, state: State, node: ShellNode): readonly Branch[] {
  const value = arithmeticOf({ machine, state, expand: expandText }, node);
  if (value !== null) return [{ state, holds: value !== 0 }];
  const [inner] = namedChildren(node);
  if (node.type === "parenthesized_expression" && inner !== undefined) {
    return numberBranches(machine, state, inner);
  }
  const left = fieldOf(node, "left");
  const right = fieldOf(node, "right");
  if (node.type !== "binary_expression" || left === null || right === null) {
    return openQuestion(machine, state, node);
  }
  return comparisonBranches(machine, state, { node, left, right });
}

function comparisonBranches(
  machine: Machine,
  state: State,
  compared: { readonly node: ShellNode; readonly left: ShellNode; readonly right: ShellNode },
): readonly Branch[] {
  const { node, left, right } = compared;
  const operator = fieldOf(node, "operator")?.type ?? "";
  if (operator === "&&" || operator === "||") {
    return numberBranches(machine, state, left).flatMap((branch) =>
      branch.holds === (operator === "||")
        ? [branch]
        : numberBranches(machine, branch.state, right),
    );
  }
  const comparison = COMPARISONS[operator];
  if (comparison === undefined) return openQuestion(machine, state, node);
  return askNumbers(machine, state, {
    left: numberValue(machine, state, left),
    right: numberValue(machine, state, right),
    operator: comparison,
    written: shellText(machine.current.script, node),
  });
}

function numberValue(machine: Machine, state: State, node: ShellNode): ShellValue {
  const value = arithmeticOf({ machine, state, expand: expandText }, node);
  if (value !== null) return textValue(String(value));
  if (node.type.endsWith("_expression")) return unknownArithmetic(machine, state, node);
  // Inside `((…))` a bare word is a variable.
  const isName = /^[A-Za-z_]\w*$/.test(shellText(machine.current.script, node));
  return expandText(machine, state, isName ? { ...node, type: "variable_name" } : node);
}
