import type { ShellNode } from "../model/shell.ts";
import { wholeNumber } from "./arithmetic.ts";
import { parseGlob, prefixesOf, type Glob } from "./glob.ts";
import { spend } from "./machine.ts";
import { derived, restOf, type Context, type Parameter } from "./parameter-context.ts";
import { EMPTY, literalOf, textValue } from "./value.ts";
import type { ShellValue } from "./value.ts";
import { assign, contentOf } from "./variables.ts";

/** Whether a value is empty; null when that is not known. */
function isEmpty(context: Context, { name }: Parameter, value: ShellValue): boolean | null {
  if (value.pieces.length === 0) return true;
  if (value.pieces.some((piece) => piece.kind === "text")) return false;
  const { machine, state } = context;
  // Nobody says that it is given, so a default is what it is there for (spec/signoff §3.13).
  return contentOf(machine, state, name) === null && !machine.given.has(name) ? true : null;
}

/** What `${NAME…}` makes of the value of a name (spec/signoff §3.13). */
export function operated(context: Context, parameter: Parameter, value: ShellValue): ShellValue {
  const { operator, node, rest } = parameter;
  switch (operator) {
    case "":
    case ":?":
    case "?":
      return value;
    case ":-":
    case "-":
    case ":=":
    case "=":
    case ":+":
    case "+":
      return withDefault(context, parameter, value);
    case "#":
    case "##":
    case "%":
    case "%%":
      return trimmed(context, parameter, value);
    case "^^":
    case ",,": {
      const literal = literalOf(value);
      if (literal === null) return derived(context, node, value);
      return textValue(operator === ",," ? literal.toLowerCase() : literal.toUpperCase());
    }
    case "/":
    case "//":
      return replaced(context, parameter, value);
    case ":":
      return sliced(context, { node, rest }, value);
    default:
      return derived(context, node, value);
  }
}

function withDefault(context: Context, parameter: Parameter, value: ShellValue): ShellValue {
  const { operator, name, node } = parameter;
  const empty = isEmpty(context, parameter, value);
  if (empty === null) return derived(context, node, value);
  // Without the colon an empty text that the script has set counts as set.
  const set = operator.length === 1 && contentOf(context.machine, context.state, name) !== null;
  const absent = empty && !set;
  if (operator.endsWith("+")) return absent ? EMPTY : restOf(context, parameter.rest);
  if (!absent) return value;
  const fallback = restOf(context, parameter.rest);
  if (operator.endsWith("=")) {
    assign(context.state, { name, append: false, node }, { kind: "text", value: fallback });
  }
  return fallback;
}

function patternOf({ machine, state, expand }: Context, node: ShellNode): Glob | null {
  const literal = literalOf(expand(machine, state, node));
  return literal === null ? null : parseGlob(literal);
}

function trimmed(context: Context, parameter: Parameter, value: ShellValue): ShellValue {
  const { operator, node, rest } = parameter;
  const literal = literalOf(value);
  const [written] = rest;
  const glob = written === undefined ? null : patternOf(context, written);
  if (literal === null || glob === null || literal.length > 4_096) {
    return derived(context, node, value);
  }
  if (!spend(context.machine, (literal.length * glob.length) / 16)) return value;
  const backwards = operator.startsWith("%");
  const ends = backwards
    ? prefixesOf([...glob].reverse(), literal.split("").reverse().join(""))
    : prefixesOf(glob, literal);
  const end = (operator.length === 2 ? ends.at(-1) : ends[0]) ?? 0;
  return textValue(backwards ? literal.slice(0, literal.length - end) : literal.slice(end));
}

function replaced(context: Context, parameter: Parameter, value: ShellValue): ShellValue {
  const { machine, state, expand } = context;
  const [pattern, ...after] = parameter.rest;
  const literal = literalOf(value);
  const wanted = pattern === undefined ? null : literalOf(expand(machine, state, pattern));
  const replacement = after.find(({ named }) => named);
  const by = replacement === undefined ? "" : literalOf(expand(machine, state, replacement));
  if (literal === null || wanted === null || by === null || !/^[^*?[\]\\#%]+$/.test(wanted)) {
    return derived(context, parameter.node, value);
  }
  const parts = literal.split(wanted);
  if (parameter.operator === "//") return textValue(parts.join(by));
  const [first = "", ...rest] = parts;
  return textValue(rest.length === 0 ? first : first + by + rest.join(wanted));
}

function sliced(
  context: Context,
  { node, rest }: Pick<Parameter, "node" | "rest">,
  value: ShellValue,
): ShellValue {
  const literal = literalOf(value);
  const { machine, state, expand } = context;
  const numbers = rest
    .filter(({ named }) => named)
    .map((each) => wholeNumber(literalOf(expand(machine, state, each))));
  const [from, length = literal?.length] = numbers;
  if (literal === null || from == null || length == null || from < 0 || length < 0) {
    return derived(context, node, value);
  }
  return textValue(literal.slice(from, from + length));
}
