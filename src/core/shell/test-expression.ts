import { shellText, type ShellNode } from "../model/shell.ts";
import { namedChildren, type ParsedScript } from "./script.ts";

/** What `[ … ]` or `[[ … ]]` asks. */
export type TestExpression =
  | { readonly kind: "and" | "or"; readonly left: TestExpression; readonly right: TestExpression }
  | { readonly kind: "not"; readonly inner: TestExpression }
  | { readonly kind: "unary"; readonly operator: string; readonly operand: ShellNode }
  | {
      readonly kind: "binary";
      readonly operator: string;
      readonly left: ShellNode;
      readonly right: ShellNode;
    }
  | { readonly kind: "word"; readonly operand: ShellNode };

type Token =
  | { readonly kind: "operator"; readonly text: string }
  | { readonly kind: "operand"; readonly node: ShellNode }
  | { readonly kind: "group"; readonly tokens: readonly Token[] };

const JUNCTIONS: Readonly<Record<string, "and" | "or">> = {
  "&&": "and",
  "-a": "and",
  "||": "or",
  "-o": "or",
};
const COMPARING = /^(?:==?|!=|=~|<|>|-(?:eq|ne|lt|le|gt|ge|nt|ot|ef))$/;

/**
 * Reads a test. The grammar puts `=`, `-o` and `!` together as the shell does not (`$A = 1 && $B = 2`
 * as a comparison of three), so only its words are taken from it. Null: not understood.
 */
export function readTest(script: ParsedScript, node: ShellNode): TestExpression | null {
  const tokens = namedChildren(node).flatMap((child) => tokensOf(script, child));
  return wholly(tokens);
}

function tokensOf(script: ParsedScript, node: ShellNode): readonly Token[] {
  switch (node.type) {
    case "binary_expression":
    case "unary_expression":
      return node.children.flatMap((child) => tokensOf(script, child));
    case "parenthesized_expression":
      return [
        { kind: "group", tokens: namedChildren(node).flatMap((each) => tokensOf(script, each)) },
      ];
    case "test_operator":
      return [{ kind: "operator", text: shellText(script, node) }];
    default:
      if (!node.named && node.type !== "$") return [{ kind: "operator", text: node.type }];
      return [{ kind: "operand", node }];
  }
}

/** What was read, and the tokens after it. */
type Read = readonly [TestExpression, readonly Token[]] | null;

function wholly(tokens: readonly Token[]): TestExpression | null {
  const read = junction(tokens, "or");
  return read !== null && read[1].length === 0 ? read[0] : null;
}

function junction(tokens: readonly Token[], kind: "and" | "or"): Read {
  const next = (rest: readonly Token[]): Read =>
    kind === "or" ? junction(rest, "and") : single(rest);
  let read = next(tokens);
  while (read !== null) {
    const [left, rest]: readonly [TestExpression, readonly Token[]] = read;
    const [operator] = rest;
    if (operator?.kind !== "operator" || JUNCTIONS[operator.text] !== kind) break;
    const right = next(rest.slice(1));
    read = right === null ? null : [{ kind, left, right: right[0] }, right[1]];
  }
  return read;
}

function single(tokens: readonly Token[]): Read {
  const [first] = tokens;
  if (first === undefined) return null;
  switch (first.kind) {
    case "group": {
      const inner = wholly(first.tokens);
      return inner === null ? null : [inner, tokens.slice(1)];
    }
    case "operator":
      return prefixed(first.text, tokens.slice(1));
    case "operand":
      return compared(first.node, tokens.slice(1));
  }
}

function prefixed(operator: string, tokens: readonly Token[]): Read {
  if (operator === "!") {
    const read = single(tokens);
    return read === null ? null : [{ kind: "not", inner: read[0] }, read[1]];
  }
  const [operand] = tokens;
  if (operand?.kind !== "operand") return null;
  return [{ kind: "unary", operator, operand: operand.node }, tokens.slice(1)];
}

function compared(left: ShellNode, tokens: readonly Token[]): Read {
  const [operator, right] = tokens;
  if (operator?.kind !== "operator" || !COMPARING.test(operator.text)) {
    return [{ kind: "word", operand: left }, tokens];
  }
  if (right?.kind !== "operand") return null;
  const { text } = operator;
  return [{ kind: "binary", operator: text, left, right: right.node }, tokens.slice(2)];
}
