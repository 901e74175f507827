import { resolvePlain } from "./yaml-scalars.ts";
import type { Mark } from "./yaml-tree.ts";
import type { YamlPath, YamlValue } from "./yaml-value.ts";

export interface Read {
  readonly value: YamlValue;
  readonly mark: Mark;
}

/** The text is not certainly plain: the library reads it instead. Never leaves `readPlain`. */
export class NotPlain extends Error {}

const DOUBLE_QUOTED = /"((?:[^"\\\n]|\\["\\/nt])*)"/y;
const SINGLE_QUOTED = /'((?:[^'\n]|'')*)'/y;
const FLOW_KEY = /(?:([A-Za-z0-9_][A-Za-z0-9_./+-]*)|"([^"\\\n]*)"|'([^'\n]*)'): +/y;
const FLOW_PLAIN = /[A-Za-z0-9_./+][^,[\]{}:#\n]*/y;
/** A plain scalar may begin with any of these; `-` only before something else than a space. */
const PLAIN_START = /[A-Za-z0-9_./+~<=$();^\\\u00a0-\u{10ffff}]|-[^ -]/uy;

/** True when an unquoted key is text, and not a number, a boolean or another typed value. */
export function isTextKey(plain: string): boolean {
  const scalar = resolvePlain(plain);
  return scalar.kind === "value" && typeof scalar.value === "string";
}

/** Reads values that begin and end on one line. */
export class InlineReader {
  readonly wholeFloats: YamlPath[] = [];
  readonly #text: string;
  readonly #maxDepth: number;

  constructor(text: string, maxDepth: number) {
    this.#text = text;
    this.#maxDepth = maxDepth;
  }

  /** The value at an offset of a line that ends at another; the caller looks at what follows. */
  inline(start: number, end: number, path: YamlPath): Read {
    const first = this.#text[start];
    if (first === '"' || first === "'") return this.#quoted(start);
    if (first === "[" || first === "{") return this.#flow(start, path);
    if (this.#match(PLAIN_START, start) === null) throw new NotPlain();
    const line = this.#text.slice(start, end);
    const comment = line.indexOf(" #");
    const raw = (comment === -1 ? line : line.slice(0, comment)).trimEnd();
    if (raw.includes(": ") || raw.endsWith(":")) throw new NotPlain();
    return this.#scalar(raw, start, path);
  }

  #scalar(raw: string, start: number, path: YamlPath): Read {
    const scalar = resolvePlain(raw);
    if (scalar.kind !== "value" && scalar.kind !== "whole_float") throw new NotPlain();
    if (scalar.kind === "whole_float") this.wholeFloats.push(path);
    return { value: scalar.value, mark: { start, end: start + raw.length } };
  }

  #quoted(start: number): Read {
    const double = this.#match(DOUBLE_QUOTED, start);
    const match = double ?? this.#match(SINGLE_QUOTED, start);
    if (match === null) throw new NotPlain();
    const inner = match[1] ?? "";
    const value =
      double === null ? inner.replaceAll("''", "'") : (JSON.parse(`"${inner}"`) as string);
    return { value, mark: { start, end: start + match[0].length } };
  }

  #flow(start: number, path: YamlPath): Read {
    if (path.length > this.#maxDepth) throw new NotPlain();
    const isList = this.#text[start] === "[";
    const close = isList ? "]" : "}";
    const members: [string | number, Read][] = [];
    let at = this.#afterSpaces(start + 1);
    while (this.#text[at] !== close) {
      if (members.length > 0) at = this.#comma(at);
      const key = isList ? members.length : this.#flowKey(at, members);
      const read = this.#flowValue(isList ? at : FLOW_KEY.lastIndex, [...path, key]);
      members.push([key, { ...read, mark: { ...read.mark, start: at } }]);
      at = this.#afterSpaces(read.mark.end);
    }
    const children = new Map(members.map(([key, read]) => [key, read.mark]));
    const values = members.map(([key, read]): [string, YamlValue] => [String(key), read.value]);
    const value = isList ? values.map(([, item]) => item) : Object.fromEntries(values);
    return { value, mark: { start, end: at + 1, children } };
  }

  #comma(at: number): number {
    if (this.#text[at] !== ",") throw new NotPlain();
    return this.#afterSpaces(at + 1);
  }

  #flowKey(at: number, members: readonly (readonly [string | number, Read])[]): string {
    const match = this.#match(FLOW_KEY, at);
    if (match === null) throw new NotPlain();
    const [, plain, double, single] = match;
    const key = plain ?? double ?? single ?? "";
    const refused = key === "__proto__" || members.some(([known]) => known === key);
    if (refused || (plain !== undefined && !isTextKey(plain))) throw new NotPlain();
    return key;
  }

  #flowValue(start: number, path: YamlPath): Read {
    const first = this.#text[start];
    if (first === '"' || first === "'") return this.#quoted(start);
    if (first === "[" || first === "{") return this.#flow(start, path);
    const match = this.#match(FLOW_PLAIN, start);
    if (match === null) throw new NotPlain();
    return this.#scalar(match[0].trimEnd(), start, path);
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
}
