import { shellText, type ShellNode } from "../model/shell.ts";
import { arithmeticOf } from "./arithmetic.ts";
import { forgetNames } from "./builtins.ts";
import { capture } from "./capture.ts";
import { unescaped } from "./format.ts";
import { spend, type Machine } from "./machine.ts";
import { expandParameter } from "./parameter.ts";
import type { Context } from "./parameter-context.ts";
import { rawParts } from "./raw-text.ts";
import { nodesOf, type ParsedScript } from "./script.ts";
import { contentKey, type State } from "./state.ts";
import { joinValues, textValue, unknownValue } from "./value.ts";
import type { Argument, ShellValue } from "./value.ts";
import { joinedItems } from "./variables.ts";

/** A part of a word: one text, whose blanks may end the word, or words of a list. */
type Part =
  | { readonly kind: "text"; readonly value: ShellValue; readonly split: boolean }
  | { readonly kind: "list"; readonly items: readonly Argument[] };

/** The words that one written word becomes (spec/signoff §3.13). */
export function expandWord(machine: Machine, state: State, node: ShellNode): readonly Argument[] {
  const words: Argument[] = [];
  let word: { values: ShellValue[]; many: boolean } | null = null;
  const finish = (): void => {
    if (word !== null) words.push({ value: joinValues(word.values), many: word.many, node });
    word = null;
  };
  const add = (value: ShellValue, many: boolean): void => {
    word ??= { values: [], many: false };
    word.values.push(value);
    word.many ||= many;
  };
  for (const part of partsOf(machine, state, node)) {
    if (part.kind === "list") {
      if (!spend(machine, part.items.length / 8)) return [];
      part.items.forEach(({ value, many }, at) => {
        if (at > 0) finish();
        add(value, many);
      });
    } else if (part.split) addSplit(part.value, add, finish);
    else add(part.value, false);
  }
  finish();
  return words;
}

/** An expansion without quotes: blanks in it end words, and what is not known may be any number of them. */
function addSplit(
  value: ShellValue,
  add: (value: ShellValue, many: boolean) => void,
  finish: () => void,
): void {
  for (const piece of value.pieces) {
    if (piece.kind === "unknown") {
      add({ pieces: [piece] }, piece.reason !== "expansion");
      continue;
    }
    piece.text.split(/[ \t\n]+/).forEach((text, at) => {
      if (at > 0) finish();
      if (text !== "") add(textValue(text), false);
    });
  }
}

/** The text that a written word becomes where it stays one, as in an assignment. */
export function expandText(machine: Machine, state: State, node: ShellNode): ShellValue {
  const parts = partsOf(machine, state, node);
  return joinValues(
    parts.map((part) => (part.kind === "text" ? part.value : joinedItems(part.items))),
  );
}

function plain(value: ShellValue): readonly Part[] {
  return [{ kind: "text", value, split: false }];
}

function partsOf(machine: Machine, state: State, node: ShellNode): readonly Part[] {
  if (!spend(machine, 1)) return [];
  const written = shellText(machine.current.script, node);
  switch (node.type) {
    case "raw_string":
      return plain(textValue(written.slice(1, -1)));
    case "ansi_c_string":
      return plain(textValue(unescaped(written.slice(2, -1))));
    case "string":
    case "translated_string":
      return quotedParts(machine, state, node);
    case "concatenation":
      return node.children.flatMap((child) => partsOf(machine, state, child));
    case "command_name":
    case "subscript":
      return node.children.slice(0, 1).flatMap((child) => partsOf(machine, state, child));
    case "heredoc_body":
      return plain(joinValues(gapped(machine, state, node).map(asText)));
    case "variable_name":
      return expansionParts(machine, state, node);
    case "simple_expansion":
    case "expansion":
      return expansionParts(machine, state, node);
    case "command_substitution":
      return [{ kind: "text", value: capture(machine, state, node), split: true }];
    case "arithmetic_expansion":
      return plain(arithmeticValue(machine, state, node));
    case "process_substitution":
    case "brace_expression":
    case "array":
      return [{ kind: "list", items: [{ value: opaque(machine, node), many: true, node }] }];
    case "ERROR":
      return plain(opaque(machine, node));
    default:
      return plain(
        textValue(
          written.replaceAll(
            /\\(\n|.)/gsu,
            (_, one: string) => one.trim() || (one === "\n" ? "" : one),
          ),
        ),
      );
  }
}

function asText(part: Part): ShellValue {
  return part.kind === "text" ? part.value : joinedItems(part.items);
}

function opaque(machine: Machine, node: ShellNode): ShellValue {
  return unknownValue({
    reason: node.type === "ERROR" ? "syntax" : "expansion",
    name: null,
    origin: `${machine.current.path}:${node.start}`,
    written: shellText(machine.current.script, node),
    node,
  });
}

function contextOf(machine: Machine, state: State): Context {
  return { machine, state, expand: expandText };
}

function expansionParts(machine: Machine, state: State, node: ShellNode): readonly Part[] {
  const target = node.type === "variable_name" ? { ...node, children: [node] } : node;
  const expanded = expandParameter(contextOf(machine, state), target);
  return expanded.kind === "text" ? [{ ...expanded, split: true }] : [expanded];
}

function arithmeticValue(machine: Machine, state: State, node: ShellNode): ShellValue {
  forgetNames(state, shellText(machine.current.script, node), node);
  const value = arithmeticOf({ machine, state, expand: expandText }, node);
  return value === null ? unknownArithmetic(machine, state, node) : textValue(String(value));
}

/** An arithmetic expression that cannot be worked out; equal for equal values of its variables. */
export function unknownArithmetic(machine: Machine, state: State, node: ShellNode): ShellValue {
  const written = shellText(machine.current.script, node);
  const parts = [written];
  for (const each of nodesOf(node)) {
    spend(machine, 1);
    if (each.type !== "variable_name") continue;
    const name = shellText(machine.current.script, each);
    parts.push(contentKey(state.variables.get(name)?.content));
  }
  const origin = JSON.stringify(parts);
  return unknownValue({ reason: "expansion", name: null, origin, written, node });
}

/** A quoted text: blanks in it end no word. A list that stands alone in it stays a list, even an empty one. */
function quotedParts(machine: Machine, state: State, node: ShellNode): readonly Part[] {
  const parts = gapped(machine, state, node);
  const [only] = parts;
  if (parts.length === 1 && only?.kind === "list") return parts;
  const quoted = parts.map((part) => (part.kind === "text" ? { ...part, split: false } : part));
  return quoted.length === 0 ? plain(textValue("")) : quoted;
}

/** The text of a here-document, as it stands. */
export function heredocText(script: ParsedScript, body: ShellNode): string {
  return script.text.slice(lineStart(script, body), body.end);
}

/** The grammar lets a here-document begin after the blanks of its first line. */
function lineStart({ text }: ParsedScript, node: ShellNode): number {
  const start = text.lastIndexOf("\n", node.start - 1) + 1;
  return text.slice(start, node.start).trim() === "" ? start : node.start;
}

const QUOTE_ENDS = new Set(['"', '$"']);

/** Text with expansions in it; the grammar names not every text between them, and in here-documents not every expansion. */
function gapped(machine: Machine, state: State, node: ShellNode): readonly Part[] {
  const parts: Part[] = [];
  let from = node.type === "heredoc_body" ? lineStart(machine.current.script, node) : node.start;
  const gap = (to: number): void => {
    if (to <= from) return;
    const raw = machine.current.script.text.slice(from, to);
    for (const piece of rawParts(raw, node.type === "heredoc_body" ? "heredoc" : "quotes")) {
      if (piece.kind === "text") parts.push(...plain(textValue(piece.text)));
      else parts.push(...namedParts(machine, state, { node, ...piece }));
    }
  };
  for (const child of node.children) {
    if (child.type === "string_content" || child.type === "heredoc_content") continue;
    gap(child.start);
    from = child.end;
    if (QUOTE_ENDS.has(child.type)) continue;
    if (child.type === "$") parts.push(...plain(textValue("$")));
    else parts.push(...partsOf(machine, state, child));
  }
  gap(node.end);
  return parts;
}

/** `$NAME` where the grammar saw only text. */
function namedParts(
  machine: Machine,
  state: State,
  at: { readonly node: ShellNode; readonly name: string | null; readonly written: string },
): readonly Part[] {
  const { node, name, written } = at;
  if (name === null) {
    const origin = `${machine.current.path}:${node.start}:${written}`;
    return plain(unknownValue({ reason: "syntax", name: null, origin, written, node }));
  }
  const content = state.variables.get(name)?.content;
  if (content?.kind === "list") return plain(joinedItems(content.items.slice(0, 1)));
  if (content?.kind === "text") return plain(content.value);
  return plain(
    unknownValue({
      reason: "environment",
      name,
      origin: "environment",
      written: `\${${name}}`,
      node,
    }),
  );
}
