/** A bash script as its parser understood it: plain data, so that decisions can look at it. */

/** One piece of a script, named as tree-sitter-bash names it; `start` and `end` are offsets into the text. */
export interface ShellNode {
  readonly type: string;
  /** What its parent calls it (`name`, `value`, `argument` …); null where the grammar gives no name. */
  readonly field: string | null;
  /** False for punctuation and keywords, whose type is their text. */
  readonly named: boolean;
  readonly start: number;
  readonly end: number;
  /** First line, counted from 1. */
  readonly line: number;
  readonly children: readonly ShellNode[];
}

export type ShellScript =
  | {
      readonly kind: "parsed";
      readonly text: string;
      readonly root: ShellNode;
      /** Lines that the grammar does not explain, or only by guessing something missing; what stands there is not known. */
      readonly errorLines: readonly number[];
    }
  /** Larger or deeper than anybody writes by hand. */
  | { readonly kind: "too_large" };

/** The text of a piece of a script. */
export function shellText(script: { readonly text: string }, node: ShellNode): string {
  return script.text.slice(node.start, node.end);
}
