/** How the lines of an HTML block count, and what ends it; `end: null` means a blank line. */
export interface HtmlBlock {
  readonly kind: "text" | "code" | "comment" | "quote";
  readonly end: RegExp | null;
}

const VERBATIM = /^<(?:pre|script|style|textarea)(?=[\s>]|$)/iu;
const BLOCK_NAMES =
  "address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|" +
  "dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h1|h2|h3|h4|h5|h6|" +
  "head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|" +
  "param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul";
const BLOCK = new RegExp(String.raw`^</?(?:${BLOCK_NAMES})(?=\s|/?>|$)`, "iu");
/** One whole tag, bounded so that a hostile body costs no more than its length. */
export const TAG =
  /<(?:[a-z][a-z0-9-]{0,60}(?:\s{1,60}[a-z_:][\w.:-]{0,60}(?:\s{0,9}=\s{0,9}(?:[^\s"'=<>`]{1,200}|'[^']{0,200}'|"[^"]{0,200}"))?){0,20}\s{0,60}\/?|\/[a-z][a-z0-9-]{0,60}\s{0,60})>/iuy;

const SPECIAL: readonly (readonly [RegExp, RegExp])[] = [
  [/^<!--/u, /-->/u],
  [/^<\?/u, /\?>/u],
  [/^<!\[CDATA\[/u, /\]\]>/u],
  [/^<![a-z]/iu, />/u],
];

/**
 * The HTML block that begins with this text (CommonMark's seven kinds), if one does. Comments and
 * the like are hidden, `<pre>` and its kin are code, quotes are quotes; any other text is shown.
 */
export function htmlBlockAt(text: string, inParagraph: boolean): HtmlBlock | null {
  if (!text.startsWith("<")) return null;
  if (VERBATIM.test(text)) return { kind: "code", end: /<\/(?:pre|script|style|textarea)>/iu };
  for (const [start, end] of SPECIAL) if (start.test(text)) return { kind: "comment", end };
  if (BLOCK.test(text)) return { kind: shownAs(text), end: null };
  if (inParagraph || !isOneTag(text)) return null;
  return { kind: shownAs(text), end: null };
}

function shownAs(text: string): "text" | "code" | "quote" {
  if (/^<blockquote/iu.test(text)) return "quote";
  return /^<(?:code|kbd|samp|tt)\b/iu.test(text) ? "code" : "text";
}

function isOneTag(text: string): boolean {
  TAG.lastIndex = 0;
  return TAG.test(text) && text.slice(TAG.lastIndex).trim() === "";
}

/** True when an HTML comment begins in the text and does not end in it. */
export function commentLeftOpen(text: string): boolean {
  const start = text.lastIndexOf("<!--");
  return start >= 0 && !text.includes("-->", start + 2);
}
