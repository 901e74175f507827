/** Breaks a pattern apart where a backslash would not: GitHub links mentions after rendering. */
const BREAK = "\u200B";

/** Controls, bidi and zero-width characters, halves of surrogate pairs; blanks are handled before. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu;
const BLANKS = /[\s\u0085]+/gu;

/**
 * Text that a person wrote, safe in a sentence of ours: one line, at most `most` characters (then
 * an ellipsis), shown as written, with no mention, reference, link, HTML, marker, emphasis,
 * list or bidi control in it (spec/signoff §7).
 */
export function escapeText(text: string, limit: { readonly most: number }): string {
  return plainLine(text, limit.most)
    .replaceAll(/[\\`*_{}[\]()!|~$]/gu, String.raw`\$&`)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll(/[@#]/gu, `$&${BREAK}`)
    .replaceAll(/:(?=\/\/)|www(?=\.)|(?:mailto|xmpp)(?=:)|\bgh(?=-\d)/giu, `$&${BREAK}`)
    .replace(/^(?=[-+=/:])/u, "\\")
    .replace(/^(\d{1,9})(?=[.])/u, "$1\\");
}

/**
 * The same text as a code span, for names and values; empty text gives a span with one blank.
 * `inTable` also keeps it inside its cell.
 */
export function codeSpan(
  text: string,
  options: { readonly most: number; readonly inTable?: boolean },
): string {
  const line = plainLine(text, options.most)
    .replaceAll("<!--", `<!${BREAK}--`)
    .replaceAll("-->", `--${BREAK}>`);
  const inside = options.inTable === true ? line.replaceAll("|", String.raw`\|`) : line;
  const runs = [...inside.matchAll(/`+/gu)].map((run) => run[0].length);
  const fence = "`".repeat(runs.reduce((longest, length) => Math.max(longest, length), 0) + 1);
  const pad = /^`|`$/u.test(inside) ? " " : "";
  return inside === "" ? "` `" : `${fence}${pad}${inside}${pad}${fence}`;
}

function plainLine(text: string, most: number): string {
  const line = text.replaceAll(BLANKS, " ").replaceAll(UNSEEN, "").trim();
  const characters = Array.from(line);
  return characters.length <= most ? line : `${characters.slice(0, most).join("").trimEnd()}…`;
}
