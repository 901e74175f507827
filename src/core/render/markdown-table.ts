import { codeSpan, escapeText } from "../markdown/escape.ts";
import type { Voice } from "./template.ts";

export interface Column {
  readonly title: string;
  readonly align: "left" | "right";
}

/** Longest value in a cell. */
const CELL_CHARACTERS = 120;

/** For values in a table: a cell ends at a bar even inside a code span, so those with bars are no code. */
export const CELL: Voice = {
  text: (value) => escapeText(value, { most: CELL_CHARACTERS }),
  code: (value) =>
    /[\\|]/u.test(value) ? CELL.text(value) : codeSpan(value, { most: CELL_CHARACTERS }),
};

/** Rows of cells that are Markdown already, as a table; the heading is rendered even above no row. */
export function markdownTable(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
): string {
  const rules = columns.map(({ align }) => (align === "right" ? "--:" : "---"));
  return [columns.map(({ title }) => title), rules, ...rows].map(markdownRow).join("\n");
}

/** One row of a table, as it stands in the text. */
function markdownRow(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

/** The first rows that fit: at most so many, of at most so many characters together. */
export function fittingRows(
  rows: readonly (readonly string[])[],
  most: { readonly rows: number; readonly characters: number },
): readonly (readonly string[])[] {
  let room = most.characters;
  const end = rows.findIndex((row) => {
    room -= markdownRow(row).length + 1;
    return room < 0;
  });
  return rows.slice(0, Math.min(most.rows, end === -1 ? rows.length : end));
}
