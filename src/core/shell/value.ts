import type { ShellNode } from "../model/shell.ts";

/** Why a part of a word is not known without running the script. */
export type UnknownReason =
  /** Nothing in the script sets it: it comes from outside, if at all. */
  | "environment"
  /** What a command prints. */
  | "command"
  /** Branches that were joined set it differently. */
  | "branches"
  /** Set in a loop. */
  | "loop"
  /** An operator, a glob or arithmetic that is not worked out here. */
  | "expansion"
  /** Larger than anybody writes. */
  | "too_large"
  /** The grammar does not explain it. */
  | "syntax";

export interface UnknownPiece {
  readonly kind: "unknown";
  readonly reason: UnknownReason;
  /** The variable, or null. */
  readonly name: string | null;
  /** Where it became unknown: pieces of one name and one origin are equal, whatever they are. */
  readonly origin: string;
  /** How it is written in the script. */
  readonly written: string;
  readonly node: ShellNode | null;
}

export type Piece = { readonly kind: "text"; readonly text: string } | UnknownPiece;

/** A string as far as it is known: text and unknown parts, in order; no two texts stand side by side. */
export interface ShellValue {
  readonly pieces: readonly Piece[];
}

/** One word of a command after expansion; `many` says that it may be any number of words, none included. */
export interface Argument {
  readonly value: ShellValue;
  readonly many: boolean;
  readonly node: ShellNode;
}

const LONGEST = 65_536;
const MOST_PIECES = 256;

export const EMPTY: ShellValue = { pieces: [] };

/** A value that is known. */
export function textValue(text: string): ShellValue {
  if (text.length > LONGEST) return TOO_LARGE;
  return text === "" ? EMPTY : { pieces: [{ kind: "text", text }] };
}

/** A value of which nothing is known but where it comes from. */
export function unknownValue(piece: Omit<UnknownPiece, "kind">): ShellValue {
  return { pieces: [{ ...piece, kind: "unknown" }] };
}

/** What is larger than anybody writes. */
export const TOO_LARGE: ShellValue = {
  pieces: [
    {
      kind: "unknown",
      reason: "too_large",
      name: null,
      origin: "too_large",
      written: "…",
      node: null,
    },
  ],
};

/** Values one after the other; a result larger than anybody writes is unknown. */
export function joinValues(values: readonly ShellValue[]): ShellValue {
  const pieces: Piece[] = [];
  let length = 0;
  for (const piece of values.flatMap((value) => value.pieces)) {
    const last = pieces.at(-1);
    if (piece.kind === "text" && last?.kind === "text") {
      pieces[pieces.length - 1] = { kind: "text", text: last.text + piece.text };
    } else pieces.push(piece);
    length += piece.kind === "text" ? piece.text.length : 0;
    if (length > LONGEST || pieces.length > MOST_PIECES) return TOO_LARGE;
  }
  return { pieces };
}

/** The text of a value of which everything is known; otherwise null. */
export function literalOf(value: ShellValue): string | null {
  const [first, second] = value.pieces;
  if (first === undefined) return "";
  return second === undefined && first.kind === "text" ? first.text : null;
}

/** The value as text, with what `mark` makes of each part that is not known. */
export function textWith(value: ShellValue, mark: (piece: UnknownPiece) => string): string {
  return value.pieces.map((piece) => (piece.kind === "text" ? piece.text : mark(piece))).join("");
}

/** The value as it can be shown: unknown parts as they are written in the script. */
export function shownValue(value: ShellValue): string {
  return textWith(value, (piece) => piece.written);
}

/** The parts of a value that are not known. */
export function unknownsOf(value: ShellValue): readonly UnknownPiece[] {
  return value.pieces.filter((piece) => piece.kind === "unknown");
}

/** Equal for values that are surely equal. */
export function keyOf(value: ShellValue): string {
  return JSON.stringify(
    value.pieces.map((piece) =>
      piece.kind === "text" ? piece.text : [piece.name, piece.origin, piece.written],
    ),
  );
}

/** The known text of a value of which a part may be unknown, for a search in it. */
export function knownText(value: ShellValue): string {
  return textWith(value, () => "\u0000");
}
