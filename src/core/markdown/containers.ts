/** A block quote or a list item that is open. Deeper nesting than this is read as plain text. */
const MOST_CONTAINERS = 32;

export type Container =
  | { readonly kind: "quote" }
  /** `width`: columns that a line must be indented by to stay inside. `empty`: nothing in it yet. */
  | { readonly kind: "item"; readonly width: number; empty: boolean };

export interface OpenedContainer {
  readonly container: Container;
  /** Columns of the line that the marker takes. */
  readonly width: number;
}

const MARKER = /^(?:[-+*]|(\d{1,9})[.)])(?= |$)/u;

/** How many of the open containers a line (tabs expanded) continues, and where its own text begins. */
export function matchContainers(
  stack: readonly Container[],
  line: string,
): { readonly matched: number; readonly at: number } {
  let at = 0;
  let matched = 0;
  for (const container of stack) {
    const next = container.kind === "quote" ? afterQuote(line, at) : afterItem(line, at, container);
    if (next === null) break;
    at = next;
    matched += 1;
  }
  return { matched, at };
}

function afterQuote(line: string, at: number): number | null {
  const start = at + indentAt(line, at);
  if (start - at > 3 || line[start] !== ">") return null;
  return line[start + 1] === " " ? start + 2 : start + 1;
}

function afterItem(line: string, at: number, item: Container & { kind: "item" }): number | null {
  const indent = indentAt(line, at);
  if (at + indent >= line.length) return item.empty ? null : at;
  if (indent < item.width) return null;
  item.empty = false;
  return at + item.width;
}

/**
 * The container that begins at the start of `rest`, if one does. `interrupts`: a paragraph is open
 * right here, which an empty item or a list that does not start at 1 may not interrupt.
 */
export function openContainer(
  rest: string,
  options: { readonly interrupts: boolean; readonly depth: number },
): OpenedContainer | null {
  const indent = indentAt(rest, 0);
  if (indent > 3 || options.depth >= MOST_CONTAINERS) return null;
  const quoted = afterQuote(rest, 0);
  if (quoted !== null) return { container: { kind: "quote" }, width: quoted };
  return openItem(rest, indent, options.interrupts);
}

function openItem(rest: string, indent: number, interrupts: boolean): OpenedContainer | null {
  const marker = MARKER.exec(rest.slice(indent));
  if (marker === null) return null;
  const end = indent + marker[0].length;
  const gap = indentAt(rest, end);
  const empty = end + gap >= rest.length;
  if (interrupts && (empty || Number(marker[1] ?? "1") !== 1)) return null;
  const width = empty || gap > 4 ? end + 1 : end + gap;
  return { container: { kind: "item", width, empty }, width: Math.min(width, rest.length) };
}

/** Blanks at a place of a line. */
export function indentAt(line: string, at: number): number {
  let end = at;
  while (line[end] === " ") end += 1;
  return end - at;
}
