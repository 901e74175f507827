import { joinValues, keyOf, literalOf, shownValue, textValue, unknownValue } from "./value.ts";
import type { ShellValue } from "./value.ts";

const DIRECTIVE = /%(?:%|([-+ #0]{0,5})(\d{0,3})(?:\.(\d{1,2}))?([sdifgbqxc]))/g;
const MOST_ROUNDS = 64;

const ESCAPES: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  "\\": "\\",
  '"': '"',
  "'": "'",
  a: "\u0007",
  e: "\u001B",
};

/** The escapes of `printf` formats and of `$'…'`; what is not one stays as it is. */
export function unescaped(text: string): string {
  return text.replaceAll(/\\(.)/gsu, (whole, character: string) => ESCAPES[character] ?? whole);
}

/** What `printf` prints for a format and its words (spec/signoff §3.13); unknown words stay unknown parts. */
export function formatted(format: string, words: readonly ShellValue[]): ShellValue {
  const out: ShellValue[] = [];
  let left = words;
  let round = 0;
  do {
    const used = once(format, left, out);
    if (used === 0) break;
    left = left.slice(used);
    round += 1;
  } while (left.length > 0 && round < MOST_ROUNDS);
  return joinValues(out);
}

function once(format: string, words: readonly ShellValue[], out: ShellValue[]): number {
  let used = 0;
  let from = 0;
  for (const match of format.matchAll(DIRECTIVE)) {
    out.push(textValue(unescaped(format.slice(from, match.index))));
    from = match.index + match[0].length;
    const [, flags = "", width = "", precision, type] = match;
    if (type === undefined) out.push(textValue("%"));
    else {
      out.push(oneDirective({ flags, width, precision, type }, words[used] ?? textValue("")));
      used += 1;
    }
  }
  out.push(textValue(unescaped(format.slice(from))));
  return used;
}

interface Directive {
  readonly flags: string;
  readonly width: string;
  readonly precision: string | undefined;
  readonly type: string;
}

function oneDirective(directive: Directive, value: ShellValue): ShellValue {
  const { flags, width, precision, type } = directive;
  const plain = flags === "" && width === "";

  if (plain && precision === undefined && (type === "s" || type === "b")) return value;
  const literal = plain ? literalOf(value) : null;
  const text = literal === null ? null : numberText(literal, directive);
  if (text !== null) return textValue(text);
  return unknownValue({
    reason: "expansion",
    name: null,
    origin: JSON.stringify([directive, keyOf(value)]),
    written: shownValue(value),
    node: null,
  });
}

function numberText(literal: string, { precision, type }: Directive): string | null {
  if (!/^\s*[-+]?\d{0,15}(?:\.\d{0,15})?$/.test(literal)) return null;
  const value = Number(literal.trim());
  if (type === "d" || type === "i") return Number.isInteger(value) ? String(value) : null;
  return type === "f" ? value.toFixed(Number(precision ?? "6")) : null;
}
