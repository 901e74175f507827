import type { ShellNode } from "../model/shell.ts";
import type { Machine } from "./machine.ts";
import type { Content, State } from "./state.ts";
import { joinValues, literalOf, textValue, TOO_LARGE, unknownValue } from "./value.ts";
import type { Argument, ShellValue } from "./value.ts";

/** A value that comes from outside the script. */
function outsideValue(name: string, node: ShellNode): ShellValue {
  const written = `\${${name}}`;
  return unknownValue({ reason: "environment", name, origin: "environment", written, node });
}

/** What a variable holds; null when nothing in the script has set it on this path. */
export function contentOf(machine: Machine, state: State, name: string): Content | null {
  const variable = state.variables.get(name);
  if (variable !== undefined) return variable.content;
  if (name === "0") return { kind: "text", value: textValue(machine.main.path) };
  if (name === "BASH_SOURCE") return { kind: "text", value: textValue(machine.current.path) };
  return null;
}

/** The first or only value of a variable; from outside when nothing has set it. */
export function scalarOf(
  machine: Machine,
  state: State,
  at: { readonly name: string; readonly node: ShellNode },
): ShellValue {
  const content = contentOf(machine, state, at.name);
  if (content === null) return outsideValue(at.name, at.node);
  if (content.kind === "text") return content.value;
  const [first] = content.items;
  return first?.value ?? textValue("");
}

/** All values of a variable. */
export function itemsOf(
  machine: Machine,
  state: State,
  at: { readonly name: string; readonly node: ShellNode },
): readonly Argument[] {
  const content = contentOf(machine, state, at.name);
  if (content?.kind === "list") return content.items;
  if (content === null && !machine.given.has(at.name) && at.name !== "@") return [];
  const many = content === null;
  return [{ value: scalarOf(machine, state, at), many, node: at.node }];
}

/** The values of a list as one text. */
export function joinedItems(items: readonly Argument[]): ShellValue {
  return joinValues(
    items.flatMap(({ value }, at) => (at === 0 ? [value] : [textValue(" "), value])),
  );
}

const MOST_ITEMS = 2_048;

/** A list no longer than anybody writes; the rest of a longer one is not known. */
export function listContent(items: readonly Argument[]): Content {
  const first = items[MOST_ITEMS];
  if (first === undefined) return { kind: "list", items };
  const rest = { value: TOO_LARGE, many: true, node: first.node };
  return { kind: "list", items: [...items.slice(0, MOST_ITEMS - 1), rest] };
}

/** Sets a variable, or adds to it as `+=` does; what is exported stays so. */
export function assign(
  state: State,
  to: { readonly name: string; readonly append: boolean; readonly node: ShellNode },
  content: Content,
): void {
  const before = state.variables.get(to.name);
  const exported = before?.exported === true;
  const next = to.append ? appended(before?.content ?? null, content, to) : content;
  state.variables.set(to.name, { content: next, exported });
}

function appended(
  before: Content | null,
  content: Content,
  to: { readonly name: string; readonly node: ShellNode },
): Content {
  if (content.kind === "list") {
    return listContent([...asItems(before, to.node), ...content.items]);
  }
  if (before?.kind === "list") {
    const [first, ...rest] = before.items;
    const value = joinValues([first?.value ?? textValue(""), content.value]);
    return { kind: "list", items: [{ value, many: false, node: to.node }, ...rest] };
  }
  // Nothing before it in the script: what the environment holds, which is as a rule nothing.
  if (before === null) return content;
  return { kind: "text", value: joinValues([before.value, content.value]) };
}

function asItems(content: Content | null, node: ShellNode): readonly Argument[] {
  if (content === null) return [];
  if (content.kind === "list") return content.items;
  return literalOf(content.value) === "" ? [] : [{ value: content.value, many: false, node }];
}
