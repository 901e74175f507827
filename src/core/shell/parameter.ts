import { shellText, type ShellNode } from "../model/shell.ts";
import { wholeNumber } from "./arithmetic.ts";
import {
  derived,
  restOf,
  type Context,
  type Expanded,
  type Parameter,
} from "./parameter-context.ts";
import { operated } from "./parameter-operators.ts";
import { fieldOf } from "./script.ts";
import { EMPTY, keyOf, literalOf, textValue, unknownValue } from "./value.ts";
import type { Argument, ShellValue } from "./value.ts";
import { contentOf, itemsOf, joinedItems, scalarOf } from "./variables.ts";

/** `$NAME` and `${NAME…}` (spec/signoff §3.13). */
export function expandParameter(context: Context, node: ShellNode): Expanded {
  const parameter = parameterOf(context, node);
  if (parameter === null) return text(derived(context, node, EMPTY));
  const { machine, state } = context;
  const { name, prefix } = parameter;
  if (/^[?!$_-]$/.test(name)) return text(derived(context, node, EMPTY));
  if (name === "#") return text(countOf(itemsOf(machine, state, { name: "@", node }), node));
  if (isWhole(context, parameter)) return expandWhole(context, parameter);
  const value = elementOf(context, parameter);
  if (prefix === "#") return text(lengthOf(context, node, value));
  if (prefix === "!") return text(indirectOf(context, node, value));
  return text(operated(context, parameter, value));
}

function text(value: ShellValue): Expanded {
  return { kind: "text", value };
}

function parameterOf({ machine }: Context, node: ShellNode): Parameter | null {
  const { script } = machine.current;
  const at = node.children.findIndex(({ type }) =>
    ["variable_name", "special_variable_name", "subscript"].includes(type),
  );
  const target = node.children[at];
  if (target === undefined) return null;
  const inner = target.type === "subscript" ? fieldOf(target, "name") : target;
  const index = target.type === "subscript" ? fieldOf(target, "index") : null;
  const before = node.children[at - 1]?.type;
  const after = node.children.slice(at + 1).filter(({ type }) => type !== "}");
  const [operator, ...rest] = after;
  return {
    node,
    name: inner === null ? "" : shellText(script, inner),
    index,
    operator: operator?.type ?? "",
    prefix: before === "#" || before === "!" ? before : null,
    rest,
  };
}

function isWhole({ machine }: Context, { name, index }: Parameter): boolean {
  if (index === null) return name === "@" || name === "*";
  return /^[@*]$/.test(shellText(machine.current.script, index));
}

function expandWhole(context: Context, parameter: Parameter): Expanded {
  const { machine, state } = context;
  const { node, index, prefix, operator } = parameter;
  const name = parameter.name === "*" ? "@" : parameter.name;
  const items = itemsOf(machine, state, { name, node });
  if (prefix === "#") return text(countOf(items, node));
  const starred = shellText(machine.current.script, index ?? node).includes("*");
  if (operator === "" && prefix === null) {
    return starred ? text(joinedItems(items)) : { kind: "list", items };
  }
  return operatedItems(context, parameter, items);
}

function operatedItems(
  context: Context,
  parameter: Parameter,
  items: readonly Argument[],
): Expanded {
  const { operator, node } = parameter;
  if (operator === ":") return slicedItems(context, parameter, items);
  if (operator.endsWith("-") && items.length > 0) return { kind: "list", items };
  if (operator.endsWith("+")) {
    return items.length === 0 ? { kind: "list", items } : alternativeItems(context, parameter);
  }
  return { kind: "list", items: [{ value: derived(context, node, EMPTY), many: true, node }] };
}

/** `${@:2}`, `${A[@]:1}`: the rest of a list. */
function slicedItems(
  context: Context,
  { node, name, rest }: Parameter,
  items: readonly Argument[],
): Expanded {
  const { machine, state, expand } = context;
  const [from, length, ...more] = rest
    .filter(({ named }) => named)
    .map((each) => wholeNumber(literalOf(expand(machine, state, each))));
  const start = from == null ? -1 : from - (name === "@" || name === "*" ? 1 : 0);
  const isOpen = items.slice(0, start).some(({ many }) => many);
  if (start < 0 || isOpen || length !== undefined || more.length > 0) {
    return { kind: "list", items: [{ value: derived(context, node, EMPTY), many: true, node }] };
  }
  return { kind: "list", items: items.slice(start) };
}

/** `${A[@]+"${A[@]}"}`: the list, when it has anything. */
function alternativeItems(context: Context, { node, rest }: Parameter): Expanded {
  const written = rest.map((each) => shellText(context.machine.current.script, each)).join("");
  const inner = /^"?\$\{([A-Za-z_]\w*)\[@\]\}"?$/.exec(written)?.[1];
  const { machine, state } = context;
  if (inner !== undefined) {
    return { kind: "list", items: itemsOf(machine, state, { name: inner, node }) };
  }
  return { kind: "list", items: [{ value: restOf(context, rest), many: true, node }] };
}

function countOf(items: readonly Argument[], node: ShellNode): ShellValue {
  const open = items.find(({ many }) => many);
  if (open === undefined) return textValue(String(items.length));
  return unknownValue({
    reason: "expansion",
    name: null,
    origin: `#${keyOf(open.value)}`,
    written: "${#…}",
    node,
  });
}

function elementOf(context: Context, { name, index, node }: Parameter): ShellValue {
  const { machine, state, expand } = context;
  if (index === null) return scalarOf(machine, state, { name, node });
  const content = contentOf(machine, state, name);
  const position = wholeNumber(literalOf(expand(machine, state, index)));
  if (content === null || position === null || position < 0) return derived(context, node, EMPTY);
  const items = content.kind === "list" ? content.items : itemsOf(machine, state, { name, node });
  const before = items.slice(0, position + 1);
  if (before.some(({ many }) => many)) return derived(context, node, EMPTY);
  return before[position]?.value ?? EMPTY;
}

function lengthOf(context: Context, node: ShellNode, value: ShellValue): ShellValue {
  const literal = literalOf(value);
  return literal === null ? derived(context, node, value) : textValue(String(literal.length));
}

function indirectOf(context: Context, node: ShellNode, value: ShellValue): ShellValue {
  const name = literalOf(value);
  if (name === null || !/^\w{1,100}$/.test(name)) return derived(context, node, value);
  return scalarOf(context.machine, context.state, { name, node });
}
