import { shellText, type ShellNode, type ShellScript } from "../model/shell.ts";

export type ParsedScript = Extract<ShellScript, { kind: "parsed" }>;

/** A script with what stands in it, whatever is executed: built once, asked often. */
export interface ScriptIndex {
  readonly script: ParsedScript;
  readonly functions: ReadonlyMap<string, ShellNode>;
  readonly assignments: readonly Assignment[];
}

/** One place that sets a variable. */
export interface Assignment {
  readonly name: string;
  readonly append: boolean;
  /** Null where a name is only declared, or is set by something else than an assignment. */
  readonly value: ShellNode | null;
  readonly node: ShellNode;
  readonly line: number;
}

/** Every node below one, itself first, in the order of the text. */
export function* nodesOf(root: ShellNode): Generator<ShellNode> {
  const stack = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    yield node;
    for (let at = node.children.length - 1; at >= 0; at -= 1) {
      const child = node.children[at];
      if (child !== undefined) stack.push(child);
    }
  }
}

/** The children that a grammar field names. */
export function fieldsOf(node: ShellNode, field: string): readonly ShellNode[] {
  return node.children.filter((child) => child.field === field && child.named);
}

/** The first child that a grammar field names. */
export function fieldOf(node: ShellNode, field: string): ShellNode | null {
  return node.children.find((child) => child.field === field) ?? null;
}

/** Children that are no punctuation and no comment. */
export function namedChildren(node: ShellNode): readonly ShellNode[] {
  return node.children.filter((child) => child.named && child.type !== "comment");
}

/** The name that an assignment sets, with the index of an element of an array. */
export function assignedName(
  script: ParsedScript,
  node: ShellNode,
): { readonly name: string; readonly index: ShellNode | null } {
  const target = fieldOf(node, "name");
  if (target === null) return { name: "", index: null };
  if (target.type !== "subscript") return { name: shellText(script, target), index: null };
  const inner = fieldOf(target, "name");
  return {
    name: inner === null ? "" : shellText(script, inner),
    index: fieldOf(target, "index"),
  };
}

/** Collects the functions of a script and everything in it that sets a variable. */
export function indexScript(script: ParsedScript): ScriptIndex {
  const functions = new Map<string, ShellNode>();
  const assignments: Assignment[] = [];
  for (const node of nodesOf(script.root)) {
    if (node.type === "function_definition") {
      const name = fieldOf(node, "name");
      if (name !== null) functions.set(shellText(script, name), node);
    } else if (node.type === "variable_assignment") {
      assignments.push({
        name: assignedName(script, node).name,
        append: node.children.some((child) => child.type === "+="),
        value: fieldOf(node, "value"),
        node,
        line: node.line,
      });
    } else if (node.type === "for_statement") {
      const variable = fieldOf(node, "variable");
      if (variable === null) continue;
      const name = shellText(script, variable);
      assignments.push({ name, append: false, value: null, node, line: node.line });
    }
  }
  return { script, functions, assignments };
}
