/** What a script is made of, for a check that asks what any line of it may do, whether it is reached or not. */

/** A part of a word. Variables stay names: what they hold is asked of all their assignments. */
export type WordPiece =
  | { readonly kind: "text"; readonly text: string }
  | {
      readonly kind: "variable";
      readonly name: string;
      /** Not in quotes, or all items of a list: the word may be several words. */
      readonly several: boolean;
      /** What stands for it when it is empty. */
      readonly fallback: Word | null;
      /** Something is cut off or replaced in it. */
      readonly edited: boolean;
    }
  /** What commands print, or a file that holds it. */
  | { readonly kind: "output"; readonly text: string; readonly commands: readonly PatchCommand[] }
  | { readonly kind: "open" };

export type Word = readonly WordPiece[];

/** A command where it stands, with everything that it is given. */
export interface PatchCommand {
  /** Its name first; empty for a line that only redirects. */
  readonly words: readonly Word[];
  /** `NAME=value` before the name. */
  readonly settings: readonly { readonly name: string; readonly value: Word }[];
  /** Files that it writes by redirection. */
  readonly into: readonly Word[];
  /** A file stands on its standard input. */
  readonly reads: boolean;
  /** A document or text on its standard input, with its first line. */
  readonly here: { readonly word: Word; readonly line: number } | null;
  /** Commands whose output it reads. */
  readonly feeds: readonly PatchCommand[];
  /** The function that it stands in. */
  readonly within: string | null;
  /** Shells of their own that it stands in, from the outermost on. */
  readonly shells: readonly number[];
  readonly line: number;
  /** As it is written, on one line. */
  readonly text: string;
}

export interface PatchAssignment {
  readonly name: string;
  /** Several for a list. */
  readonly values: readonly Word[];
  readonly within: string | null;
  readonly line: number;
  readonly text: string;
}

/** Everything that a script may do, in the order of its text. */
export interface PatchListing {
  readonly commands: readonly PatchCommand[];
  readonly assignments: readonly PatchAssignment[];
  readonly functions: readonly {
    readonly name: string;
    readonly text: string;
    readonly line: number;
  }[];
  /** First line from which on not everything was looked into; null where everything was. */
  readonly beyond: number | null;
}

/** What holds nothing at all. */
export const NO_LISTING: PatchListing = {
  commands: [],
  assignments: [],
  functions: [],
  beyond: null,
};

/** Several listings one after the other, as one. */
export function joinedListings(parts: readonly PatchListing[]): PatchListing {
  return {
    commands: parts.flatMap(({ commands }) => commands),
    assignments: parts.flatMap(({ assignments }) => assignments),
    functions: parts.flatMap(({ functions }) => functions),
    beyond: parts.find(({ beyond }) => beyond !== null)?.beyond ?? null,
  };
}

/** Longest pipeline of which every command is followed: nobody writes a longer one. */
export const PIPED_COMMANDS = 64;

/** A word of which everything is known. */
export function textWord(text: string): Word {
  return [{ kind: "text", text }];
}

/** Text on one line, as long as a person reads. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/gu, " ").trim().slice(0, 400);
}
