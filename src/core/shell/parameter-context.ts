import { shellText, type ShellNode } from "../model/shell.ts";
import type { Machine } from "./machine.ts";
import type { State } from "./state.ts";
import { EMPTY, keyOf, unknownValue } from "./value.ts";
import type { Argument, ShellValue } from "./value.ts";

export interface Context {
  readonly machine: Machine;
  readonly state: State;
  readonly expand: (machine: Machine, state: State, node: ShellNode) => ShellValue;
}

/** What a parameter gives: one text, or the words of a list. */
export type Expanded =
  | { readonly kind: "text"; readonly value: ShellValue }
  | { readonly kind: "list"; readonly items: readonly Argument[] };

export interface Parameter {
  readonly node: ShellNode;
  readonly name: string;
  /** `@`, `*`, or the element that is asked for; null for none. */
  readonly index: ShellNode | null;
  readonly operator: string;
  readonly prefix: "#" | "!" | null;
  readonly rest: readonly ShellNode[];
}

/** Something about a value that is not worked out; equal for the same question about an equal value. */
export function derived({ machine }: Context, node: ShellNode, base: ShellValue): ShellValue {
  const written = shellText(machine.current.script, node);
  const named = base.pieces.find((piece) => piece.kind === "unknown");
  const origin = base === EMPTY ? `${machine.current.path}:${node.start}` : keyOf(base);
  const piece = { reason: named?.reason ?? "expansion", name: named?.name ?? null } as const;
  return unknownValue({ ...piece, origin, written, node });
}

export function restOf(
  { machine, state, expand }: Context,
  rest: readonly ShellNode[],
): ShellValue {
  const [first] = rest;
  return first === undefined ? EMPTY : expand(machine, state, first);
}
