import { shellText, type ShellNode } from "../model/shell.ts";
import { unsetVariable } from "./builtins.ts";
import { ALONE, type Machine } from "./machine.ts";
import { noteRun } from "./runs.ts";
import { assignedName, fieldOf, namedChildren } from "./script.ts";
import { unknownVariable, type Content, type State } from "./state.ts";
import { literalOf, textValue } from "./value.ts";
import type { Argument } from "./value.ts";
import { assign, listContent } from "./variables.ts";
import { expandText, expandWord } from "./words.ts";

/** `NAME=value`, `NAME+=value`, `NAME=(…)`; an element of a list makes the list unknown. */
export function runAssignment(machine: Machine, state: State, node: ShellNode): void {
  const { name, index } = assignedName(machine.current.script, node);
  const content = assignedContent(machine, state, node);
  const append = node.children.some(({ type }) => type === "+=");
  if (name === "") return;
  if (index === null) assign(state, { name, append, node }, content);
  else {
    const exported = state.variables.get(name)?.exported === true;
    const variable = unknownVariable(name, { reason: "command", listed: true, exported, node });
    state.variables.set(name, variable);
  }
}

/** What stands right of the equals sign. */
export function assignedContent(machine: Machine, state: State, node: ShellNode): Content {
  const value = fieldOf(node, "value");
  if (value === null) return { kind: "text", value: { pieces: [] } };
  if (value.type !== "array") return { kind: "text", value: expandText(machine, state, value) };
  const items = namedChildren(value).flatMap((word) => expandWord(machine, state, word));
  return listContent(items);
}

/** `export`, `local`, `declare`, `readonly`, `typeset`; noted as commands too. */
export function runDeclaration(machine: Machine, state: State, node: ShellNode): void {
  const { script } = machine.current;
  const [first, ...rest] = node.children.filter(({ type }) => type !== "comment");
  if (first === undefined) return;
  const keyword = shellText(script, first);
  const options = rest.filter(({ type }) => type === "word").map((word) => shellText(script, word));
  const isLocal = keyword === "local" || (state.locals !== null && keyword === "declare");
  machine.isDoubtful ||= isReference(keyword, options);
  const words: Argument[] = [literalWord(first, keyword)];
  for (const child of rest) {
    words.push(...declaredWords(machine, state, child));
    const name = declaredName(machine, child);
    if (name === null) continue;
    if (isLocal) keepBefore(state, name);
    if (child.type === "variable_assignment") runAssignment(machine, state, child);
    else if (isLocal) unsetVariable(state, name);
    setExported(state, name, exportedBy(keyword, options));
  }
  noteRun(machine, state, { node, words, own: new Map(), around: ALONE });
}

/** A name for another name: what is set through it would not be seen. */
function isReference(keyword: string, options: readonly string[]): boolean {
  return keyword !== "export" && options.some((each) => /^-\w*n/.test(each));
}

/** Null where a declaration leaves that as it is. */
function exportedBy(keyword: string, options: readonly string[]): boolean | null {
  if (keyword === "export") return !options.includes("-n");
  return options.some((each) => /^-\w*x/.test(each)) ? true : null;
}

function literalWord(node: ShellNode, text: string): Argument {
  return { value: textValue(text), many: false, node };
}

function declaredName(machine: Machine, node: ShellNode): string | null {
  const { script } = machine.current;
  if (node.type === "variable_assignment") return assignedName(script, node).name;
  if (node.type === "variable_name") return shellText(script, node);
  return null;
}

function declaredWords(machine: Machine, state: State, node: ShellNode): readonly Argument[] {
  if (node.type === "variable_name" || node.type === "variable_assignment") {
    return [literalWord(node, shellText(machine.current.script, node))];
  }
  return expandWord(machine, state, node);
}

function keepBefore(state: State, name: string): void {
  if (state.locals?.has(name) === false) {
    state.locals.set(name, state.variables.get(name) ?? null);
  }
}

function setExported(state: State, name: string, exported: boolean | null): void {
  if (exported === null) return;
  const before = state.variables.get(name);
  state.variables.set(name, { content: before?.content ?? null, exported });
}

/** `unset NAME…`. */
export function runUnset(machine: Machine, state: State, node: ShellNode): void {
  for (const child of namedChildren(node)) {
    const name =
      child.type === "variable_name"
        ? shellText(machine.current.script, child)
        : literalOf(expandText(machine, state, child));
    if (name !== null && /^\w+$/.test(name)) unsetVariable(state, name);
  }
}
