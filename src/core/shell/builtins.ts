import type { ShellNode } from "../model/shell.ts";
import { formatted, unescaped } from "./format.ts";
import type { Machine } from "./machine.ts";
import { unknownVariable, type State } from "./state.ts";
import { joinValues, literalOf, shownValue, textValue } from "./value.ts";
import type { Argument, ShellValue } from "./value.ts";
import { assign, itemsOf, joinedItems } from "./variables.ts";

export interface Called {
  readonly node: ShellNode;
  readonly name: string;
  /** Without the first word. */
  readonly words: readonly Argument[];
  readonly input: ShellValue | null;
}

/** Commands that print nothing. */
const SILENT = new Set([
  ...[":", "true", "false", "set", "shift", "cd", "export", "unset", "mkdir", "sleep", "test"],
  ...["trap", "wait", "kill", "shopt", "ulimit", "local", "declare", "exit", "return"],
]);

/** What a command prints; null when that is not known without running it. */
export function printedBy(called: Called): ShellValue | null {
  const { name, words, input } = called;
  if (SILENT.has(name)) return textValue("");
  if (words.some(({ many }) => many)) return null;
  switch (name) {
    case "echo":
      return echoed(words);
    case "printf":
      return printed(words);
    case "cat":
      return words.length === 0 || literalOf(joinedItems(words)) === "-" ? input : null;
    case "basename":
    case "dirname":
      return pathPart(name, words);
    default:
      return null;
  }
}

function echoed(words: readonly Argument[]): ShellValue {
  const [first] = words;
  const option = first === undefined ? null : literalOf(first.value);
  const isOption = option !== null && /^-[neE]+$/.test(option);
  const joined = joinedItems(isOption ? words.slice(1) : words);
  const literal = literalOf(joined);
  const shown =
    isOption && option.includes("e") && literal !== null ? textValue(unescaped(literal)) : joined;
  const feed = isOption && option.includes("n") ? "" : "\n";
  return joinValues([shown, textValue(feed)]);
}

function printed(words: readonly Argument[]): ShellValue | null {
  const [first, ...rest] = words;
  const format = first === undefined ? null : literalOf(first.value);
  if (format === "--") return printed(rest);
  if (format === null || format.startsWith("-")) return null;
  return formatted(
    format,
    rest.map(({ value }) => value),
  );
}

function pathPart(name: "basename" | "dirname", words: readonly Argument[]): ShellValue | null {
  const literals = words.map(({ value }) => literalOf(value));
  const [path, suffix = ""] = literals;
  if (path == null || suffix === null || path === "" || literals.length > 2) return null;
  const trimmed = path.replace(/\/+$/u, "");
  if (name === "basename") return textValue(baseName(trimmed, suffix));
  const at = trimmed.lastIndexOf("/");
  return textValue(at === -1 ? "." : trimmed.slice(0, at) || "/");
}

function baseName(path: string, suffix: string): string {
  const base = path.slice(path.lastIndexOf("/") + 1);
  const ends = suffix !== "" && base !== suffix && base.endsWith(suffix);
  return ends ? base.slice(0, base.length - suffix.length) : base;
}

/** What a command of the shell itself does to variables. */
export function applyBuiltin(machine: Machine, state: State, called: Called): void {
  const { name, words, node } = called;
  switch (name) {
    case "read":
    case "mapfile":
    case "readarray":
      for (const word of words) forget(state, word, { node, listed: name !== "read" });
      return;
    case "printf":
      printInto(state, called);
      return;
    case "shift":
      shift(machine, state, called);
      return;
    case "unset":
      for (const word of words) {
        const variable = literalOf(word.value);
        if (variable !== null) unsetVariable(state, variable);
      }
      return;
    case "set":
      setPositional(state, called);
      return;
    case "let":
      for (const word of words) forgetNames(state, shownValue(word.value), node);
      return;
    case "eval":
      // What it runs is text: it may set anything.
      machine.isDoubtful ||= words.some(({ value }) => maySet(literalOf(value)));
      return;
    default:
  }
}

function maySet(text: string | null): boolean {
  return text === null || /=|unset|export|source/u.test(text);
}

const CHANGING = /\+\+|--|(?<![=!<>])=(?!=)/u;

/** Variables that arithmetic sets or counts are not known any more. */
export function forgetNames(state: State, text: string, node: ShellNode): void {
  if (!CHANGING.test(text)) return;
  for (const [name] of text.matchAll(/[A-Za-z_]\w*/gu)) {
    const exported = state.variables.get(name)?.exported === true;
    const about = { reason: "command", listed: false, exported, node } as const;
    state.variables.set(name, unknownVariable(name, about));
  }
}

/** The script itself has taken a variable away: no environment gives it back. */
export function unsetVariable(state: State, name: string): void {
  state.variables.set(name, { content: { kind: "text", value: textValue("") }, exported: false });
}

function forget(
  state: State,
  word: Argument,
  about: { readonly node: ShellNode; readonly listed: boolean },
): void {
  const name = literalOf(word.value);
  if (name === null || !/^[A-Za-z_]\w*$/.test(name)) return;
  const exported = state.variables.get(name)?.exported === true;
  state.variables.set(name, unknownVariable(name, { reason: "command", exported, ...about }));
}

function printInto(state: State, { words, node }: Called): void {
  const [option, target, ...rest] = words;
  if (option === undefined || target === undefined || literalOf(option.value) !== "-v") return;
  const name = literalOf(target.value);
  if (name === null) return;
  const value = rest.some(({ many }) => many) ? null : printed(rest);
  if (value === null) forget(state, target, { node, listed: false });
  else assign(state, { name, append: false, node }, { kind: "text", value });
}

/** Sets `$1`, `$2` … and `$@`. */
export function setArguments(state: State, words: readonly Argument[]): void {
  for (const name of state.variables.keys()) if (/^\d$/.test(name)) state.variables.delete(name);
  state.variables.set("@", { content: { kind: "list", items: words }, exported: false });
  const open = words.findIndex(({ many }) => many);
  const certain = open === -1 ? words : words.slice(0, open);
  certain.slice(0, 9).forEach(({ value }, at) => {
    state.variables.set(String(at + 1), { content: { kind: "text", value }, exported: false });
  });
  if (open !== -1) return;
  for (let at = words.length; at < 9; at += 1) {
    const content = { kind: "text", value: textValue("") } as const;
    state.variables.set(String(at + 1), { content, exported: false });
  }
}

function shift(machine: Machine, state: State, { words, node }: Called): void {
  const by = Number(words.length === 0 ? "1" : (literalOf(joinedItems(words)) ?? Number.NaN));
  const items = itemsOf(machine, state, { name: "@", node });
  const certain = Number.isInteger(by) && !items.slice(0, by).some(({ many }) => many);
  if (certain) setArguments(state, items.slice(by));
  else
    setArguments(
      state,
      items.map((item) => ({ ...item, many: true })),
    );
}

function setPositional(state: State, { words }: Called): void {
  const dashes = words.findIndex(({ value }) => literalOf(value) === "--");
  if (dashes !== -1) setArguments(state, words.slice(dashes + 1));
}
