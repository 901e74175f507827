import { shellText, type ShellNode } from "../model/shell.ts";
import { namedChildren, type ParsedScript } from "../shell/script.ts";
import type { PatchCommand, Word, WordPiece } from "./patch-command.ts";

interface Reading {
  readonly script: ParsedScript;
  /** Lists the commands below a node and gives them back. */
  readonly commandsIn: (node: ShellNode) => readonly PatchCommand[];
}

/** The parts of a word, an assigned value, or the document of a redirection. */
export function wordOf(node: ShellNode, reading: Reading): Word {
  return partsOf(node, reading, { quoted: false });
}

interface Surroundings {
  readonly quoted: boolean;
}

function partsOf(node: ShellNode, reading: Reading, around: Surroundings): Word {
  const text = shellText(reading.script, node);
  switch (node.type) {
    case "raw_string":
      return [{ kind: "text", text: text.slice(1, -1) }];
    case "ansi_c_string":
      return [{ kind: "text", text: unescapedAnsi(text.slice(2, -1)) }];
    case "string":
    case "translated_string":
      return insideOf(node, reading, QUOTED);
    case "heredoc_body":
      return insideOf(node, reading, DOCUMENT);
    case "concatenation":
    case "command_name":
    case "array":
      return namedChildren(node).flatMap((child) => partsOf(child, reading, around));
    case "command_substitution":
    case "process_substitution":
      return [{ kind: "output", text, commands: reading.commandsIn(node) }];
    case "simple_expansion":
    case "expansion":
      return [expansion(node, reading, around)];
    case "arithmetic_expansion":
      return [{ kind: "open" }];
    default:
      // What stands in a piece that is none of these is listed, too.
      if (node.children.length > 0) reading.commandsIn(node);
      return [{ kind: "text", text: unescaped(text) }];
  }
}

interface Written {
  readonly skip: number;
  readonly plain: (text: string) => string;
}
const QUOTED: Written = {
  skip: 1,
  plain: (text) => text.replaceAll(/\\([$`"\\\n])/gu, escapedCharacter),
};
const DOCUMENT: Written = { skip: 0, plain: (text) => text };

/** A string or document: expansions, and every character between them. */
function insideOf(node: ShellNode, reading: Reading, written: Written): Word {
  const pieces: WordPiece[] = [];
  const opening = node.children[0]?.type === '$"' ? 2 : written.skip;
  let at = node.start + opening;
  const addText = (end: number): void => {
    if (end > at) {
      pieces.push({ kind: "text", text: written.plain(reading.script.text.slice(at, end)) });
    }
  };
  for (const child of node.children) {
    if (!EXPANSIONS.has(child.type)) continue;
    addText(child.start);
    pieces.push(...partsOf(child, reading, { quoted: true }));
    at = child.end;
  }
  addText(node.end - written.skip);
  return pieces;
}

const EXPANSIONS = new Set([
  "simple_expansion",
  "expansion",
  "command_substitution",
  "arithmetic_expansion",
]);

function expansion(node: ShellNode, reading: Reading, { quoted }: Surroundings): WordPiece {
  const children = namedChildren(node);
  const [subject] = children;
  const text = shellText(reading.script, node);
  if (subject === undefined || /^\$\{[#!]/u.test(text)) return { kind: "open" };
  const isList = /^\$\{[^}]*\[[@*]\]|^\$\{?[@*]/u.test(text);
  const name = /^[A-Za-z_]\w*|^[0-9@*#?$!-]/u.exec(shellText(reading.script, subject))?.[0] ?? "";
  const operator = node.children.find(({ field }) => field === "operator")?.type ?? null;
  const rest = children.slice(1).flatMap((child) => partsOf(child, reading, { quoted }));
  if (operator === ":+" || operator === "+") {
    const [only] = rest;
    return rest.length === 1 && only !== undefined ? only : { kind: "open" };
  }
  const defaults = operator !== null && [":-", "-", ":=", "="].includes(operator);
  return {
    ...{ kind: "variable", name, several: isList || !quoted },
    ...{ fallback: defaults ? rest : null, edited: operator !== null && !defaults },
  };
}

function escapedCharacter(_: string, character: string): string {
  return character === "\n" ? "" : character;
}

function unescaped(text: string): string {
  return text.replaceAll(/\\([^])/gu, escapedCharacter);
}

function unescapedAnsi(text: string): string {
  const known: Readonly<Record<string, string>> = { n: "\n", t: "\t" };
  return text.replaceAll(/\\([^])/gu, (_, character: string) => known[character] ?? character);
}
