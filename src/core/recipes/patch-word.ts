import { shellText, type ShellNode } from "../model/shell.ts";
import { unescaped } from "../shell/format.ts";
import { rawParts } from "../shell/raw-text.ts";
import { namedChildren, type ParsedScript } from "../shell/script.ts";
import { heredocText } from "../shell/words.ts";
import { textWord, type PatchCommand, type Word, type WordPiece } from "./patch-command.ts";

interface Reading {
  readonly script: ParsedScript;
  readonly commandsIn: (node: ShellNode) => readonly PatchCommand[];
}

/** The parts of a word, an assigned value, or a document with expansions. */
export function wordOf(node: ShellNode, reading: Reading): Word {
  return partsOf(node, reading, false);
}

/** A document whose end stands in quotes: nothing in it is expanded. */
export function documentWord(body: ShellNode, script: ParsedScript): Word {
  return textWord(heredocText(script, body));
}

function partsOf(node: ShellNode, reading: Reading, quoted: boolean): Word {
  const text = shellText(reading.script, node);
  switch (node.type) {
    case "raw_string":
      return textWord(text.slice(1, -1));
    case "ansi_c_string":
      return textWord(unescaped(text.slice(2, -1)));
    case "string":
    case "translated_string":
    case "heredoc_body":
      return insideOf(node, reading);
    case "concatenation":
    case "command_name":
    case "array":
      return namedChildren(node).flatMap((child) => partsOf(child, reading, quoted));
    case "command_substitution":
    case "process_substitution":
      return [{ kind: "output", text, commands: reading.commandsIn(node) }];
    case "simple_expansion":
    case "expansion":
      return [expansion(node, reading, quoted)];
    case "arithmetic_expansion":
      return [{ kind: "open" }];
    default:
      return textWord(text.replaceAll(/\\([^])/gu, (_, one: string) => (one === "\n" ? "" : one)));
  }
}

const EXPANSIONS = new Set([
  "simple_expansion",
  "expansion",
  "command_substitution",
  "arithmetic_expansion",
]);

/** A text in double quotes or a document: expansions, and every character between them. */
function insideOf(node: ShellNode, reading: Reading): Word {
  const isDocument = node.type === "heredoc_body";
  const pieces: WordPiece[] = [];
  let at = isDocument ? node.start : node.start + (node.type === "translated_string" ? 2 : 1);
  const addText = (end: number): void => {
    if (end <= at) return;
    const raw = reading.script.text.slice(at, end);
    for (const part of rawParts(raw, isDocument ? "heredoc" : "quotes")) {
      if (part.kind === "text") pieces.push(part);
      else if (part.name === null) pieces.push({ kind: "open" });
      else pieces.push(variable(part.name, false));
    }
  };
  for (const child of node.children) {
    if (!EXPANSIONS.has(child.type)) continue;
    addText(child.start);
    pieces.push(...partsOf(child, reading, true));
    at = child.end;
  }
  addText(isDocument ? node.end : node.end - 1);
  return pieces;
}

function variable(
  name: string,
  several: boolean,
): Extract<WordPiece, { readonly kind: "variable" }> {
  return { kind: "variable", name, several, fallback: null, edited: false };
}

function expansion(node: ShellNode, reading: Reading, quoted: boolean): WordPiece {
  const [subject, ...others] = namedChildren(node);
  const text = shellText(reading.script, node);
  if (subject === undefined || /^\$\{[#!]/u.test(text)) return { kind: "open" };
  const isList = /^\$\{[^}]*\[[@*]\]|^\$\{?[@*]/u.test(text);
  const [name = ""] = /^[A-Za-z_]\w*|^[0-9@*#?$!-]/u.exec(shellText(reading.script, subject)) ?? [];
  const operator = node.children.find(({ field }) => field === "operator")?.type ?? "";
  const rest = others.flatMap((child) => partsOf(child, reading, quoted));
  if (/^:?\+$/u.test(operator)) return instead(rest);
  const plain = variable(name, isList || !quoted);
  if (/^:?[-=]$/u.test(operator)) return { ...plain, fallback: rest };
  return { ...plain, edited: operator !== "" };
}

/** `${X:+word}` is the word or nothing. */
function instead(rest: Word): WordPiece {
  const [only] = rest;
  return rest.length === 1 && only !== undefined ? only : { kind: "open" };
}
