/** A row of a Markdown table with its line, from 1. */
export interface TableRow {
  readonly line: number;
  /** The cell of a column, whose name ignores case; null where the table has no such column. */
  readonly at: (column: string) => string | null;
}

/** A line of a document with its number. */
export interface NumberedLine {
  readonly line: number;
  readonly text: string;
}

/** The lines of a text below a heading of the second level, up to the next one; null where there is no such heading. */
export function linesBelow(text: string, heading: string): readonly NumberedLine[] | null {
  const lines = text.split(/\r?\n/u).map((each, index) => ({ line: index + 1, text: each }));
  const wanted = heading.toLowerCase();
  const start = lines.findIndex(({ text: each }) => headingOf(each) === wanted);
  if (start < 0) return null;
  const rest = lines.slice(start + 1);
  const end = rest.findIndex(({ text: each }) => headingOf(each) !== null);
  return end < 0 ? rest : rest.slice(0, end);
}

/** All rows of the tables in these lines; the row above the dashes names the columns. */
export function tableRows(lines: readonly NumberedLine[]): readonly TableRow[] {
  let columns: readonly string[] = [];
  return lines.flatMap(({ line, text }, index): readonly TableRow[] => {
    if (!isRow(text)) {
      columns = [];
      return [];
    }
    const cells = cellsOf(text);
    if (isRule(lines[index + 1]?.text ?? "")) columns = cells.map((cell) => cell.toLowerCase());
    if (isRule(text) || isRule(lines[index + 1]?.text ?? "")) return [];
    const names = columns;
    const at = (column: string): string | null =>
      cells[names.indexOf(column.toLowerCase())] ?? null;
    return names.length === 0 ? [] : [{ line, at }];
  });
}

function headingOf(text: string): string | null {
  const heading = /^##[ \t]+([^#\s].*)$/u.exec(text)?.[1];
  return heading === undefined ? null : heading.trim().toLowerCase();
}

function isRow(text: string): boolean {
  return text.trimStart().startsWith("|");
}

function isRule(text: string): boolean {
  return isRow(text) && /^[\s|:-]*-[\s|:-]*$/u.test(text);
}

function cellsOf(text: string): readonly string[] {
  const inner = text.trim().replace(/^\|/u, "").replace(/\|$/u, "");
  return inner.split(/(?<!\\)\|/u).map((cell) => cell.trim());
}
