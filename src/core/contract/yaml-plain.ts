/**
 * The plain part of YAML: block mappings and lists, one-line flow collections and one-line scalars.
 * Real recipe files are nothing else, and reading them this way is several times faster than the
 * library, which a cold command line feels. Whatever is not certainly plain is left to the library.
 */
import { InlineReader, isTextKey, NotPlain } from "./yaml-plain-inline.ts";
import type { Read } from "./yaml-plain-inline.ts";
import type { Mark, Tree } from "./yaml-tree.ts";
import type { YamlPath, YamlValue } from "./yaml-value.ts";

/** A line with something on it; nested content of `- ` is a line of its own, further in. */
interface Line {
  indent: number;
  start: number;
  readonly end: number;
}

const UNUSUAL_CHARACTERS = /[\t\r\u0085\u2028\u2029\ufeff]/;
const KEY = /(?:([A-Za-z0-9_][A-Za-z0-9_./+:-]*?)|"([^"\\\n]*)"|'([^'\n]*)'):(?=[ \n]|$)/y;
const REST_OF_LINE = /^(?:$| +#)/;

function significantLines(text: string): Line[] {
  const lines: Line[] = [];
  for (let from = 0; from < text.length;) {
    const feed = text.indexOf("\n", from);
    const stop = feed === -1 ? text.length : feed;
    let start = from;
    while (text[start] === " ") start += 1;
    if (start < stop && text[start] !== "#") {
      let end = stop;
      while (text[end - 1] === " ") end -= 1;
      lines.push({ indent: start - from, start, end });
    }
    from = stop + 1;
  }
  return lines;
}

/** Reads from the top; `#at` is the next line that nothing has read yet. */
class PlainReader {
  readonly inline: InlineReader;
  readonly #text: string;
  readonly #lines: Line[];
  readonly #maxDepth: number;
  #at = 0;

  constructor(text: string, maxDepth: number) {
    this.#text = text;
    this.#lines = significantLines(text);
    this.#maxDepth = maxDepth;
    this.inline = new InlineReader(text, maxDepth);
  }

  read(): Read {
    for (const { indent, start } of this.#lines) {
      if (indent === 0 && /^(?:---|\.\.\.|%)/.test(this.#text.slice(start, start + 3))) {
        throw new NotPlain();
      }
    }
    const read = this.#block(-1, []);
    if (this.#at < this.#lines.length) throw new NotPlain();
    return read;
  }

  #line(): Line {
    const line = this.#lines[this.#at];
    if (line === undefined) throw new NotPlain();
    return line;
  }

  #indent(): number {
    return this.#lines[this.#at]?.indent ?? -1;
  }

  #isDash(): boolean {
    const line = this.#lines[this.#at];
    if (line === undefined || this.#text[line.start] !== "-") return false;
    return line.start + 1 === line.end || this.#text[line.start + 1] === " ";
  }

  #match(pattern: RegExp, at: number): RegExpExecArray | null {
    pattern.lastIndex = at;
    return pattern.exec(this.#text);
  }

  #afterSpaces(at: number): number {
    let after = at;
    while (this.#text[after] === " ") after += 1;
    return after;
  }

  /** Nothing but a comment from here on. */
  #endsAt(at: number, line: Line): boolean {
    return at >= line.end || (this.#text[at] === "#" && this.#text[at - 1] === " ");
  }

  #block(parent: number, path: YamlPath): Read {
    if (path.length > this.#maxDepth) throw new NotPlain();
    const line = this.#line();
    if (this.#isDash()) return this.#list(line.indent, path);
    if (this.#match(KEY, line.start) !== null) return this.#mapping(line.indent, path);
    return this.#lineScalar(line.start, line, { parent, path });
  }

  /** A value that ends on its line; a line further in would go on with it. */
  #lineScalar(
    start: number,
    line: Line,
    { parent, path }: { readonly parent: number; readonly path: YamlPath },
  ): Read {
    const read = this.inline.inline(start, line.end, path);
    const rest = this.#text.slice(read.mark.end, line.end);
    if (!REST_OF_LINE.test(rest)) throw new NotPlain();
    this.#at += 1;
    if (this.#indent() > parent) throw new NotPlain();
    return read;
  }

  #nested(parent: number, path: YamlPath, start: number): Read {
    this.#at += 1;
    if (this.#indent() > parent) return this.#block(parent, path);
    return { value: null, mark: { start, end: start } };
  }

  #list(indent: number, path: YamlPath): Read {
    const start = this.#line().start;
    const values: YamlValue[] = [];
    const children = new Map<number, Mark>();
    while (this.#indent() === indent && this.#isDash()) {
      const line = this.#line();
      const content = this.#afterSpaces(line.start + 1);
      const place = [...path, values.length];
      let read: Read;
      if (this.#endsAt(content, line)) read = this.#nested(indent, place, line.start + 1);
      else {
        line.indent += content - line.start;
        line.start = content;
        read = this.#block(indent, place);
      }
      children.set(values.length, read.mark);
      values.push(read.value);
    }
    if (this.#indent() > indent) throw new NotPlain();
    return { value: values, mark: this.#container(start, children) };
  }

  #container(start: number, children: ReadonlyMap<string | number, Mark>): Mark {
    let end = start;
    for (const child of children.values()) end = Math.max(end, child.end);
    return { start, end, children };
  }

  #mapping(indent: number, path: YamlPath): Read {
    const start = this.#line().start;
    const value: Record<string, YamlValue> = {};
    const children = new Map<string, Mark>();
    while (this.#indent() === indent) {
      const line = this.#line();
      const match = this.#match(KEY, line.start);
      if (match === null) throw new NotPlain();
      const key = this.#key(match, children);
      const read = this.#member(line, line.start + match[0].length, [...path, key]);
      value[key] = read.value;
      children.set(key, { ...read.mark, start: match.index });
    }
    if (this.#indent() > indent) throw new NotPlain();
    return { value, mark: this.#container(start, children) };
  }

  #key(match: RegExpExecArray, known: ReadonlyMap<string, Mark>): string {
    const [, plain, double, single] = match;
    const key = plain ?? double ?? single ?? "";
    const refused = key === "__proto__" || known.has(key);
    if (refused || (plain !== undefined && !isTextKey(plain))) throw new NotPlain();
    return key;
  }

  #member(line: Line, afterColon: number, path: YamlPath): Read {
    const start = this.#afterSpaces(afterColon);
    const { indent } = line;
    if (!this.#endsAt(start, line)) return this.#lineScalar(start, line, { parent: indent, path });
    const read = this.#nested(indent, path, afterColon);
    const isOpen = read.value === null && read.mark.start === afterColon;
    return isOpen && this.#indent() === indent && this.#isDash() ? this.#list(indent, path) : read;
  }
}

/** The tree of a text that is plain YAML through and through; null when the library must read it. */
export function readPlain(text: string, maxDepth: number): Tree | null {
  if (UNUSUAL_CHARACTERS.test(text)) return null;
  const reader = new PlainReader(text, maxDepth);
  try {
    const { value, mark } = reader.read();
    return { value, root: mark, problems: [], wholeFloats: reader.inline.wholeFloats };
  } catch (error) {
    if (error instanceof NotPlain) return null;
    throw error;
  }
}
