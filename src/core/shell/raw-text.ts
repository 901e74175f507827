export type RawPart =
  | { readonly kind: "text"; readonly text: string }
  /** An expansion; `name` is null for one that is more than a name. */
  | { readonly kind: "expansion"; readonly name: string | null; readonly written: string };

const EXPANSION = /\\([\s\S])|\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)\}|([{(]))|(`)/g;

/** Reads text between double quotes or of a here-document: its escapes, and the expansions that the grammar left in it. */
export function rawParts(raw: string, where: "quotes" | "heredoc"): readonly RawPart[] {
  const parts: RawPart[] = [];
  let from = 0;
  const text = (to: number): void => {
    if (to > from) parts.push({ kind: "text", text: raw.slice(from, to) });
  };
  for (const match of raw.matchAll(EXPANSION)) {
    const [whole, escaped, bare, braced] = match;
    text(match.index);
    from = match.index + whole.length;
    const name = bare ?? braced;
    if (escaped !== undefined) parts.push({ kind: "text", text: escapedText(escaped, where) });
    else if (name !== undefined) parts.push({ kind: "expansion", name, written: whole });
    else parts.push({ kind: "expansion", name: null, written: whole });
  }
  text(raw.length);
  return parts;
}

function escapedText(character: string, where: "quotes" | "heredoc"): string {
  if (character === "\n") return "";
  if (character === "$" || character === "`" || character === "\\") return character;
  return character === '"' && where === "quotes" ? character : `\\${character}`;
}
