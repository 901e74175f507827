import { shellText, type ShellNode } from "../model/shell.ts";
import { fieldOf, fieldsOf, nodesOf, type ParsedScript } from "./script.ts";

/** A command as it is written, wherever it stands, whether or not anything runs it. */
export interface WrittenCommand {
  readonly node: ShellNode;
  readonly line: number;
  readonly nameNode: ShellNode | null;
  /** The first word as written; for `export`, `local` and their like that word. */
  readonly nameText: string;
  /** Without the first word. */
  readonly words: readonly ShellNode[];
  readonly assignments: readonly ShellNode[];
  readonly redirects: readonly ShellNode[];
  readonly heredoc: { readonly body: ShellNode; readonly quoted: boolean } | null;
  /** Name of the function that it stands in; null outside. */
  readonly within: string | null;
}

const COMMANDS = new Set(["command", "declaration_command", "unset_command"]);

/** Every simple command of a script in any position: conditions, pipes, subshells, functions, `$(…)` (spec/signoff §3.13). */
export function readCommands(script: ParsedScript): readonly WrittenCommand[] {
  const functions: ShellNode[] = [];
  const redirected = new Map<ShellNode, ShellNode>();
  const commands: WrittenCommand[] = [];
  for (const node of nodesOf(script.root)) {
    while ((functions.at(-1)?.end ?? Infinity) <= node.start) functions.pop();
    if (node.type === "function_definition") functions.push(node);
    if (node.type === "redirected_statement") redirected.set(fieldOf(node, "body") ?? node, node);
    if (!COMMANDS.has(node.type)) continue;
    const within = nameOf(script, functions.at(-1));
    commands.push(writtenCommand(script, { node, outer: redirected.get(node) ?? null, within }));
  }
  return commands;
}

function nameOf(script: ParsedScript, definition: ShellNode | undefined): string | null {
  const name = definition === undefined ? null : fieldOf(definition, "name");
  return name === null ? null : shellText(script, name);
}

function writtenCommand(
  script: ParsedScript,
  at: {
    readonly node: ShellNode;
    readonly outer: ShellNode | null;
    readonly within: string | null;
  },
): WrittenCommand {
  const { node, outer, within } = at;
  const nameNode = node.type === "command" ? fieldOf(node, "name") : (node.children[0] ?? null);
  const redirects = [
    ...fieldsOf(node, "redirect"),
    ...(outer === null ? [] : fieldsOf(outer, "redirect")),
  ];
  const assignments = node.children.filter(({ type }) => type === "variable_assignment");
  const words =
    node.type === "command"
      ? node.children.filter(({ field }) => field === "argument")
      : node.children.slice(1).filter(({ named, type }) => named && type !== "variable_assignment");
  return {
    node,
    line: node.line,
    nameNode,
    nameText: nameNode === null ? "" : shellText(script, nameNode),
    words,
    assignments,
    redirects: redirects.flatMap(withInner),
    heredoc: heredocOf(script, redirects),
    within,
  };
}

/** A redirect that stands after `<<WORD` is a child of the here-document. */
function withInner(redirect: ShellNode): readonly ShellNode[] {
  return [redirect, ...fieldsOf(redirect, "redirect")];
}

/** The body of the last here-document of a command; quoted ones hold no expansions. */
export function heredocOf(
  script: ParsedScript,
  redirects: readonly ShellNode[],
): { readonly body: ShellNode; readonly quoted: boolean } | null {
  const redirect = redirects.findLast(({ type }) => type === "heredoc_redirect");
  const body = redirect?.children.find(({ type }) => type === "heredoc_body");
  const start = redirect?.children.find(({ type }) => type === "heredoc_start");
  if (body === undefined || start === undefined) return null;
  return { body, quoted: /['"\\]/.test(shellText(script, start)) };
}
