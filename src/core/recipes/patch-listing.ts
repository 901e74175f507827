import { shellText, type ShellNode } from "../model/shell.ts";
import { readCommands, type WrittenCommand } from "../shell/commands.ts";
import {
  fieldOf,
  fieldsOf,
  indexScript,
  namedChildren,
  nodesOf,
  type Assignment,
  type ParsedScript,
} from "../shell/script.ts";
import {
  oneLine,
  PIPED_COMMANDS,
  type PatchAssignment,
  type PatchCommand,
  type PatchListing,
  type Word,
} from "./patch-command.ts";
import { documentWord, wordOf } from "./patch-word.ts";

/** A command while it is put together: what it reads is found around it. */
interface Draft extends PatchCommand {
  readonly node: ShellNode;
  words: readonly Word[];
  settings: PatchCommand["settings"];
  into: readonly Word[];
  reads: boolean;
  here: PatchCommand["here"];
  feeds: readonly PatchCommand[];
}

interface Reading {
  readonly script: ParsedScript;
  readonly drafts: readonly Draft[];
}

/** Names of nodes that are shells of their own. */
const SHELLS = new Set(["subshell", "command_substitution", "process_substitution"]);

/** More than anybody writes in one script. */
const MOST_COMMANDS = 5_000;

/**
 * Lists every command, assignment and function of a script, wherever it stands: in functions, branches
 * and `$(…)` alike; null for a script of more commands than anybody writes.
 */
export function listingOf(script: ParsedScript): PatchListing | null {
  const index = indexScript(script);
  const nodes = [...nodesOf(script.root)];
  const written = readCommands(script).filter(({ node }) => node.type === "command");
  if (written.length > MOST_COMMANDS) return null;
  const shells = nodes.filter(({ type }) => SHELLS.has(type));
  const functions = [...index.functions].map(([name, node]) => ({ name, node }));
  const withinOf = (node: ShellNode): string | null =>
    functions.findLast((each) => holds(each.node, node))?.name ?? null;
  const drafts = [...written.map(draftOf), ...redirectedLists(nodes).map(draftOf)]
    .map((draft) => ({ ...draft, within: withinOf(draft.node) }))
    .map((draft) => ({
      ...draft,
      shells: shells.filter((each) => holds(each, draft.node)).map(({ start }) => start),
    }))
    .sort((one, other) => one.node.start - other.node.start);
  const reading = { script, drafts };
  const byNode = new Map(written.map((each) => [each.node, each]));
  for (const draft of drafts) fill(draft, byNode.get(draft.node) ?? null, reading);
  const beyond = feedPipelines(nodes, reading);
  const own = new Set(written.flatMap(({ assignments }) => assignments));
  const assignments = index.assignments
    .filter(({ node }) => !own.has(node))
    .map((each) => assignmentOf(each, withinOf(each.node), reading));
  return {
    commands: drafts,
    assignments,
    functions: functions.map(({ name, node }) => ({
      name,
      text: shellText(script, node),
      line: node.line,
    })),
    beyond,
  };
}

function holds(outer: ShellNode, inner: ShellNode): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

/** Loops, groups and pipelines whose output goes into a file: the redirection belongs to none of their commands alone. */
function redirectedLists(nodes: readonly ShellNode[]): readonly { readonly node: ShellNode }[] {
  return nodes
    .filter(({ type }) => type === "redirected_statement")
    .filter((node) => fieldOf(node, "body")?.type !== "command")
    .map((node) => ({ node }));
}

function draftOf({ node }: { readonly node: ShellNode }): Draft {
  const nothing = {
    words: [],
    settings: [],
    into: [],
    reads: false,
    here: null,
    feeds: [],
    shells: [],
  };
  return { ...nothing, node, line: node.line, within: null, text: "" };
}

function commandsIn(node: ShellNode, { drafts }: Reading): readonly Draft[] {
  return drafts.filter((draft) => holds(node, draft.node));
}

function wordIn(node: ShellNode, reading: Reading): Word {
  return wordOf(node, {
    script: reading.script,
    commandsIn: (inner) =>
      commandsIn(inner, reading).filter(({ shells }) => shells.at(-1) === inner.start),
  });
}

function fill(draft: Draft, written: WrittenCommand | null, reading: Reading): void {
  const { script } = reading;
  const redirects = written?.redirects ?? fieldsOf(draft.node, "redirect");
  const named = written?.nameNode ?? null;
  const nodes = [...(named === null ? [] : [named]), ...(written?.words ?? [])];
  draft.words = nodes.map((node) => wordIn(node, reading));
  draft.settings = (written?.assignments ?? []).map((node) => {
    const value = fieldOf(node, "value");
    const name = fieldOf(node, "name");
    return {
      name: name === null ? "" : shellText(script, name),
      value: value === null ? [] : wordIn(value, reading),
    };
  });
  draft.into = redirects
    .filter(
      ({ type, children }) =>
        type === "file_redirect" && children.some((each) => each.type.includes(">")),
    )
    .flatMap((redirect) => fieldsOf(redirect, "destination"))
    .map((node) => wordIn(node, reading));
  draft.reads = redirects.some(
    ({ type, children }) => type === "file_redirect" && children.some((each) => each.type === "<"),
  );
  draft.here = hereOf(written, redirects, reading);
  Object.assign(draft, { text: oneLine(shellText(script, draft.node)) });
}

function hereOf(
  written: WrittenCommand | null,
  redirects: readonly ShellNode[],
  reading: Reading,
): PatchCommand["here"] {
  const document = written?.heredoc ?? null;
  if (document !== null) {
    const { body, quoted } = document;
    const word = quoted ? documentWord(body, reading.script) : wordIn(body, reading);
    return { word, line: body.line };
  }
  const text = redirects.find(({ type }) => type === "herestring_redirect");
  const [node] = text === undefined ? [] : namedChildren(text);
  return node === undefined ? null : { word: wordIn(node, reading), line: node.line };
}

/**
 * Says of every command behind a `|` whose output it reads; the rest of a line with `<<` stands in the
 * redirection. Gives the first line of which the pipeline is too long to be followed.
 */
function feedPipelines(nodes: readonly ShellNode[], reading: Reading): number | null {
  let beyond: number | null = null;
  for (const node of nodes) {
    const parts =
      node.type === "pipeline"
        ? namedChildren(node)
        : node.type === "redirected_statement"
          ? [
              node,
              ...fieldsOf(node, "redirect").flatMap(({ children }) =>
                children.filter(({ type }) => type === "pipeline"),
              ),
            ]
          : [];
    let before: readonly Draft[] = [];
    parts.forEach((part, at) => {
      const body = part === node ? (fieldOf(node, "body") ?? part) : part;
      const commands = commandsIn(body, reading);
      if (at > 0) for (const command of commands) command.feeds = [...command.feeds, ...before];
      const all = [...before, ...commands];
      if (all.length > PIPED_COMMANDS) beyond ??= node.line;
      before = all.slice(-PIPED_COMMANDS);
    });
  }
  return beyond;
}

function assignmentOf(
  { name, value, node, line }: Assignment,
  within: string | null,
  reading: Reading,
): PatchAssignment {
  const items = value?.type === "array" ? namedChildren(value) : value === null ? [] : [value];
  const nodes = node.type === "for_statement" ? fieldsOf(node, "value") : items;
  const end = node.type === "for_statement" ? (fieldOf(node, "body")?.start ?? node.end) : node.end;
  const text = oneLine(reading.script.text.slice(node.start, end));
  return { name, values: nodes.map((each) => wordIn(each, reading)), within, line, text };
}
