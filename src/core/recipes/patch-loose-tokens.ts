import type { Word, WordPiece } from "./patch-command.ts";
import { HOLE } from "./patch-value.ts";

export type LooseToken =
  | { readonly kind: "separator"; readonly text: string; readonly line: number }
  /** `into` is a file that is written, `from` one that is read, `here` a text on standard input. */
  | {
      readonly kind: "word" | "into" | "from" | "here";
      readonly word: Word;
      readonly text: string;
      readonly line: number;
    };

/** What stands further behind in a text is not read. */
export const LOOSE_CHARACTERS = 200_000;

/** Cuts a text that a shell will read into words and what separates them; takes time in proportion to it. */
export function looseTokens(text: string, line: number): readonly LooseToken[] {
  const cursor = new Cursor(text.slice(0, LOOSE_CHARACTERS), line);
  return cursor.tokens();
}

const BLANK = /[ \t]/u;
const SEPARATORS = ["||", "&&", ";;", "|&", "|", "&", ";", "\n", "(", ")"];
const REDIRECTS = ["<<<", "<<-", "<<", "&>>", "&>", ">>", ">|", ">&", "<&", ">", "<"];

/** Where the reading of a text stands. */
class Cursor {
  readonly #text: string;
  #at = 0;
  #line: number;
  #documents: { readonly end: string; readonly quoted: boolean }[] = [];

  constructor(text: string, line: number) {
    this.#text = text;
    this.#line = line;
  }

  tokens(): readonly LooseToken[] {
    const tokens: LooseToken[] = [];
    while (this.#at < this.#text.length) tokens.push(...this.#next());
    return tokens;
  }

  #next(): readonly LooseToken[] {
    if (this.#skipped()) return [];
    const [descriptor = ""] =
      /^\d{1,2}(?=[<>])/u.exec(this.#text.slice(this.#at, this.#at + 3)) ?? [];
    this.#at += descriptor.length;
    const substitutes = /^[<>]\(/u.test(this.#text.slice(this.#at, this.#at + 2));
    const redirect = substitutes ? undefined : this.#oneOf(REDIRECTS);
    if (redirect !== undefined) return this.#redirect(redirect);
    const separator = this.#oneOf(SEPARATORS);
    return separator === undefined ? [this.#wordToken("word")] : this.#separator(separator);
  }

  #oneOf(texts: readonly string[]): string | undefined {
    return texts.find((each) => this.#text.startsWith(each, this.#at));
  }

  /** Steps over a blank, a continued line or a comment, if one stands here. */
  #skipped(): boolean {
    const character = this.#text[this.#at] ?? "";
    if (character === "#") {
      const end = this.#text.indexOf("\n", this.#at);
      this.#at = end < 0 ? this.#text.length : end;
      return true;
    }
    const continued = this.#text.startsWith("\\\n", this.#at);
    if (!continued && !BLANK.test(character)) return false;
    this.#advance(continued ? 2 : 1);
    return true;
  }

  #separator(text: string): readonly LooseToken[] {
    const { line } = { line: this.#line };
    this.#advance(text.length);
    if (text !== "\n" || this.#documents.length === 0) return [{ kind: "separator", text, line }];
    const read = this.#documents.map((document): LooseToken => this.#document(document));
    this.#documents = [];
    return [...read, { kind: "separator", text, line }];
  }

  #document({ end, quoted }: { readonly end: string; readonly quoted: boolean }): LooseToken {
    const line = this.#line;
    const start = this.#at;
    let stop = start;
    while (this.#at < this.#text.length) {
      stop = this.#at;
      const newline = this.#text.indexOf("\n", this.#at);
      const next = newline < 0 ? this.#text.length : newline + 1;
      const isEnd = this.#text.slice(this.#at, next).trim() === end;
      this.#advance(next - this.#at);
      if (isEnd) break;
      stop = this.#at;
    }
    const text = this.#text.slice(start, stop);
    const word: Word = quoted ? [{ kind: "text", text }] : expandedText(text);
    return { kind: "here", word, text: "", line };
  }

  #redirect(operator: string): readonly LooseToken[] {
    this.#advance(operator.length);
    while (BLANK.test(this.#text[this.#at] ?? "")) this.#advance(1);
    if (operator.endsWith("&")) {
      this.#wordToken("word");
      return [];
    }
    if (operator === "<<" || operator === "<<-") {
      const start = this.#at;
      const { word } = this.#wordToken("word");
      const end = word.map((piece) => (piece.kind === "text" ? piece.text : "")).join("");
      this.#documents.push({ end, quoted: /["'\\]/u.test(this.#text.slice(start, this.#at)) });
      return [];
    }
    if (operator === "<<<") return [this.#wordToken("here")];
    return [this.#wordToken(operator.includes(">") ? "into" : "from")];
  }

  #wordToken(
    kind: "word" | "into" | "from" | "here",
  ): Extract<LooseToken, { readonly kind: "word" | "into" | "from" | "here" }> {
    const line = this.#line;
    const start = this.#at;
    const end = wordEnd(this.#text, start);
    this.#advance(Math.max(1, end - start));
    const text = this.#text.slice(start, this.#at);
    return { kind, word: wordIn(text), text, line };
  }

  #advance(count: number): void {
    for (let step = 0; step < count; step += 1) {
      if (this.#text[this.#at] === "\n") this.#line += 1;
      this.#at += 1;
    }
  }
}

/** Where the word that begins at `start` ends. */
function wordEnd(text: string, start: number): number {
  let at = start;
  while (at < text.length) {
    const character = text[at] ?? "";
    if (/[\s;&|<>()]/u.test(character) && !/^[<>]\(/u.test(text.slice(at, at + 2))) return at;
    at = partEnd(text, at);
  }
  return at;
}

/** Where the quoted, escaped or bracketed part that begins at `at` ends; one character further for any other. */
function partEnd(text: string, at: number): number {
  const character = text[at] ?? "";
  if (character === "\\") return at + 2;
  if (character === "'") return closing(text, at + 1, "'");
  if (character === '"' || character === "`") return closing(text, at + 1, character);
  if (/^(?:\$|[<>])\(/u.test(text.slice(at, at + 2))) return bracketEnd(text, at + 2, "()");
  return text.startsWith("${", at) ? bracketEnd(text, at + 2, "{}") : at + 1;
}

function closing(text: string, from: number, quote: string): number {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === "\\" && quote !== "'") at += 1;
    else if (text[at] === quote) return at + 1;
  }
  return text.length;
}

function bracketEnd(text: string, from: number, pair: "()" | "{}"): number {
  let depth = 1;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === "\\") at += 1;
    else if (text[at] === pair[0]) depth += 1;
    else if (text[at] === pair[1]) depth -= 1;
    if (depth === 0) return at + 1;
  }
  return text.length;
}

/** The parts of one word as it is written. */
function wordIn(written: string): Word {
  const pieces: WordPiece[] = [];
  for (let at = 0; at < written.length;) {
    const end = Math.min(written.length, partEnd(written, at));
    const part = written.slice(at, end);
    if (part.startsWith("'")) pieces.push({ kind: "text", text: part.replace(/^'|'$/gu, "") });
    else if (part.startsWith('"')) pieces.push(...expandedText(part.replace(/^"|"$/gu, "")));
    else if (part.startsWith("\\")) pieces.push({ kind: "text", text: part.slice(1) });
    else if (/^(?:`|[$<>]\()/u.test(part)) pieces.push(output(part));
    else if (part.startsWith("$")) {
      const [name = "$"] = VARIABLE.exec(written.slice(at)) ?? [];
      pieces.push(variable(name, true));
      at += name.length;
      continue;
    } else pieces.push(part === HOLE ? { kind: "open" } : { kind: "text", text: part });
    at = end;
  }
  return joined(pieces);
}

const VARIABLE = /^\$(?:\{[^}]*\}|[A-Za-z_]\w*|[0-9@*#?$!-])/u;
/** What is not closed goes on to the end of the text, so that nothing is read twice. */
const EXPANSION =
  /(?<!\\)(?:\$\([^)]*(?:\)|$)|`[^`]*(?:`|$)|\$\{[^}]*(?:\}|$)|\$[A-Za-z_]\w*|\$[0-9@*]|\0)/gu;

/** Text in double quotes or a document, with its expansions. */
function expandedText(text: string): Word {
  const pieces: WordPiece[] = [];
  let at = 0;
  for (const { index, 0: found } of text.matchAll(EXPANSION)) {
    pieces.push({ kind: "text", text: text.slice(at, index) });
    if (found === HOLE) pieces.push({ kind: "open" });
    else if (/^\$\{[^}]*$/u.test(found)) pieces.push({ kind: "text", text: found });
    else pieces.push(/^(?:`|\$\()/u.test(found) ? output(found) : variable(found, false));
    at = index + found.length;
  }
  pieces.push({ kind: "text", text: text.slice(at) });
  return joined(pieces.map(plainQuotes));
}

function plainQuotes(piece: WordPiece): WordPiece {
  if (piece.kind !== "text") return piece;
  return { kind: "text", text: piece.text.replaceAll(/\\(["$`\\])/gu, "$1") };
}

function output(written: string): WordPiece {
  return { kind: "output", text: written, commands: [] };
}

function variable(written: string, several: boolean): WordPiece {
  const [, name = "", operator = "", rest = ""] =
    /^\$\{?([A-Za-z_]\w*|[0-9@*#?$!-])(?:\[[^\]]*\])?(:?[-=+]|[^}]?)([^}]*)\}?$/u.exec(written) ??
    [];
  const defaults = /^:?[-=]$/u.test(operator);
  const fallback = defaults ? [{ kind: "text" as const, text: rest }] : null;
  return { kind: "variable", name, several, fallback, edited: !defaults && operator !== "" };
}

function joined(pieces: readonly WordPiece[]): Word {
  const list: WordPiece[] = [];
  for (const piece of pieces) {
    const last = list.at(-1);
    if (piece.kind === "text" && last?.kind === "text") {
      list[list.length - 1] = { kind: "text", text: last.text + piece.text };
    } else if (piece.kind !== "text" || piece.text !== "") list.push(piece);
  }
  return list;
}
