import { shellText, type ShellNode } from "../model/shell.ts";
import type { Machine } from "./machine.ts";
import { namedChildren } from "./script.ts";
import { forkOf, type State } from "./state.ts";
import { keyOf, literalOf, textValue, unknownValue, type ShellValue } from "./value.ts";

/** What `$(…)` gives where all of it only prints known things; what it runs is noted, whatever it gives. */
export function capture(machine: Machine, state: State, node: ShellNode): ShellValue {
  const inner = forkOf(state);
  inner.output = { pieces: [] };
  const ends = machine.runList(machine, inner, namedChildren(node));
  const [first, ...rest] = ends.map(({ output }) => output ?? null);
  if (first != null && rest.every((other) => other !== null && keyOf(other) === keyOf(first))) {
    return withoutFinalFeeds(first);
  }
  const written = shellText(machine.current.script, node);
  const origin = `${machine.current.path}:${node.start}`;
  return unknownValue({ reason: "command", name: null, origin, written, node });
}

function withoutFinalFeeds(value: ShellValue): ShellValue {
  const last = value.pieces.at(-1);
  if (last?.kind !== "text") return value;
  const text = last.text.replace(/\n+$/u, "");
  const literal = literalOf(value);
  if (literal !== null) return textValue(text);
  const before = value.pieces.slice(0, -1);
  return { pieces: text === "" ? before : [...before, { kind: "text", text }] };
}
