import { Composer, Lexer, Parser } from "yaml";
import type { CST, Document } from "yaml";
import type { Problem } from "../model/problem.ts";
import { decodeText, lineStarts, positionAt } from "./yaml-text.ts";
import { readPlain } from "./yaml-plain.ts";
import { readTree } from "./yaml-tree.ts";
import type { Mark, Tree } from "./yaml-tree.ts";
import type { YamlMapping, YamlPath, YamlValue } from "./yaml-value.ts";

export type { YamlMapping, YamlPath, YamlValue };

export interface YamlOptions {
  readonly path: string;
  readonly maxBytes?: number;
  /** Deepest nesting of mappings and lists. */
  readonly maxDepth?: number;
  /** Most aliases (`*name`), and with them the work that a bomb could ask for. */
  readonly maxAliases?: number;
  /** Most values after every alias is followed. */
  readonly maxValues?: number;
  readonly mergeKeys?: "allowed" | "refused";
}

interface Span {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
}

export interface YamlDocument {
  readonly path: string;
  /** Undefined when the text is not YAML at all; otherwise the value, also beside problems. */
  readonly value: YamlValue | undefined;
  readonly problems: readonly Problem[];
  /** Paths of floats with a whole value (`4.0`): numbers, but not integers. */
  readonly wholeFloats: readonly YamlPath[];
  /** Keys of the mapping at a path in file order (JavaScript would move number-like keys to the front). */
  keysAt(path: YamlPath): readonly string[];
  /** Line (from 1) of a value, its key's line for a member of a mapping; of the nearest part of the path that exists. */
  lineOf(path: YamlPath): number;
  spanOf(path: YamlPath): Span;
  /** Where that is, without where it ends: what a finding shows that is not about every line of it. */
  placeOf(path: YamlPath): Pick<Span, "line" | "column">;
  /** A line's text without its line feed. */
  lineText(line: number): string;
}

const DEFAULTS = {
  maxBytes: 2 * 1024 * 1024,
  maxDepth: 64,
  maxAliases: 1_000,
  maxValues: 500_000,
  mergeKeys: "allowed",
} as const;
const MAX_SYNTAX_PROBLEMS = 20;

/** The library's codes that deserve a sentence of their own; all others are `yaml_syntax`. */
const SYNTAX_CODES: Readonly<Record<string, string>> = {
  BAD_INDENT: "yaml_bad_indent",
  TAB_AS_INDENT: "yaml_tab_indent",
  MISSING_CHAR: "yaml_missing_character",
  BAD_DQ_ESCAPE: "yaml_bad_escape",
  BAD_SCALAR_START: "yaml_bad_scalar_start",
  MULTILINE_IMPLICIT_KEY: "yaml_multiline_key",
  BLOCK_AS_IMPLICIT_KEY: "yaml_nested_mapping_on_line",
  RESOURCE_EXHAUSTION: "yaml_too_deep",
};

function syntaxCode(code: string, message: string): string {
  // The library has one code for a flow collection that is indented wrongly and one that never ends.
  if (message.includes("end with a")) return "yaml_missing_character";
  return SYNTAX_CODES[code] ?? "yaml_syntax";
}

interface Settings extends Required<YamlOptions> {
  readonly starts: readonly number[];
}

function syntaxTokens(text: string, maxDepth: number): CST.Token[] | { readonly tooDeep: number } {
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  for (const lexeme of new Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) tokens.push(token);
    if (parser.stack.length > maxDepth + 2) return { tooDeep: parser.offset };
  }
  for (const token of parser.end()) tokens.push(token);
  return tokens;
}

function problemAt(settings: Settings, offset: number, code: string): Problem {
  const { line, column } = positionAt(settings.starts, offset);
  return { code, severity: "error", path: settings.path, line, column, values: {} };
}

function composed(text: string, settings: Settings): Document.Parsed[] | Problem[] {
  const tokens = syntaxTokens(text, settings.maxDepth);
  if (!Array.isArray(tokens)) {
    const problem = problemAt(settings, tokens.tooDeep, "yaml_too_deep");
    return [problem];
  }
  const composer = new Composer({ schema: "failsafe", uniqueKeys: false, logLevel: "silent" });
  const documents = [...composer.compose(tokens, true, text.length)] as Document.Parsed[];
  const errors = documents.flatMap((document) => document.errors);
  const problems = errors
    .slice(0, MAX_SYNTAX_PROBLEMS)
    .map(({ code, pos, message }) => problemAt(settings, pos[0], syntaxCode(code, message)));
  const second = documents[1];
  if (second !== undefined) {
    problems.push(problemAt(settings, second.range[0], "yaml_several_documents"));
  }
  return problems.length > 0 ? problems : documents;
}

function isProblem(part: Document.Parsed | Problem | undefined): part is Problem {
  return part !== undefined && "severity" in part;
}

function markAt(root: Mark | undefined, path: YamlPath): Mark | undefined {
  let mark = root;
  for (const part of path) {
    const next = mark?.children?.get(part);
    if (next === undefined) return mark;
    mark = next;
  }
  return mark;
}

function exactMark(root: Mark | undefined, path: YamlPath): Mark | undefined {
  return path.reduce<Mark | undefined>((mark, part) => mark?.children?.get(part), root);
}

function unreadable(path: string, problems: readonly Problem[]): YamlDocument {
  return {
    path,
    value: undefined,
    problems,
    wholeFloats: [],
    keysAt: () => [],
    lineOf: () => 1,
    spanOf: () => ({ line: 1, column: 1, endLine: 1 }),
    placeOf: () => ({ line: 1, column: 1 }),
    lineText: () => "",
  };
}

function libraryTree(text: string, settings: Settings): Tree | Problem[] {
  const documents = composed(text, settings);
  const first = documents[0];
  if (first === undefined || isProblem(first)) return documents as Problem[];
  return readTree(first.contents, settings);
}

/** Reads one YAML 1.1 document as the guarded repository reads it (spec/matrix §0.2), with the place of every value; never throws. */
export function parseYaml(source: Uint8Array | string, options: YamlOptions): YamlDocument {
  const wanted = { ...DEFAULTS, ...options };
  const bytes = typeof source === "string" ? new TextEncoder().encode(source) : source;
  const decoded = decodeText(bytes, wanted.path, wanted.maxBytes);
  if (decoded.kind === "problem") return unreadable(wanted.path, [decoded.problem]);
  const starts = lineStarts(decoded.text);
  const settings = { ...wanted, starts };
  // Two characters a value is the least there is: within that, a plain text needs no counting.
  const plain = decoded.text.length <= 2 * wanted.maxValues;
  const tree =
    (plain ? readPlain(decoded.text, wanted.maxDepth) : null) ??
    libraryTree(decoded.text, settings);
  if (Array.isArray(tree)) return unreadable(wanted.path, tree);
  const spanOf = (path: YamlPath): Span => {
    const mark = markAt(tree.root, path);
    if (mark === undefined) return { line: 1, column: 1, endLine: 1 };
    const end = positionAt(starts, Math.max(mark.start, mark.end - 1)).line;
    return { ...positionAt(starts, mark.start), endLine: end };
  };
  return {
    path: wanted.path,
    value: tree.value,
    problems: tree.problems,
    wholeFloats: tree.wholeFloats,
    keysAt: (path) => [...(exactMark(tree.root, path)?.children?.keys() ?? [])].map(String),
    lineOf: (path) => spanOf(path).line,
    spanOf,
    placeOf: (path) => {
      const { line, column } = spanOf(path);
      return { line, column };
    },
    lineText: (line) => {
      const start = starts[line - 1] ?? decoded.text.length;
      return decoded.text.slice(start, (starts[line] ?? decoded.text.length + 1) - 1);
    },
  };
}
