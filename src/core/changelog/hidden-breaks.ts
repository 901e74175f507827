import type { Problem } from "../model/problem.ts";
import { lineStarts, positionAt } from "../contract/yaml-text.ts";

/**
 * NEL, LS or PS before what would be a key, an item, a comment or a document mark on a line of its own. YAML 1.1 readers break lines
 * there and see it; editors and YAML 1.2 readers show it as text of the line before.
 */
const HIDDEN_LINE =
  /[\u0085\u2028\u2029](?!- config-keys:)(?=[ ]*(?:[\w-]+ *:(?:\s|$)|["'][^"']*["'] *:|- |#|\? |---|\.\.\.|<<))/gu;

/** Text that one reader takes for part of a line and another for a line of its own (rule F6). */
export function hiddenLineProblems(text: string, path: string): readonly Problem[] {
  const starts = lineStarts(text);
  return [...text.matchAll(HIDDEN_LINE)].map(({ index }) => ({
    code: "hidden_line_break",
    severity: "error",
    rule: "F6",
    path,
    ...positionAt(starts, index),
    values: {},
  }));
}
