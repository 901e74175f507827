import type { Problem } from "../model/problem.ts";

/** Offsets (UTF-16) at which the lines of a text begin; line breaks are LF. */
export function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

/** Line and column, both from 1, of an offset. */
export function positionAt(
  starts: readonly number[],
  offset: number,
): { readonly line: number; readonly column: number } {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
}

/** Everything that YAML 1.1 forbids in a stream: C0 except tab, LF and CR, DEL, C1 except NEL, and U+FFFE/FFFF. */
// eslint-disable-next-line no-control-regex -- these very characters are what is looked for
const UNPRINTABLE = /[\0-\x08\v\f\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]/;

export type DecodedText =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "problem"; readonly problem: Problem };

function firstBadLine(bytes: Uint8Array): number {
  const lenient = new TextDecoder("utf-8").decode(bytes);
  const strict = new TextDecoder("utf-8", { fatal: true });
  let line = 1;
  let start = 0;
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, start)) {
    try {
      strict.decode(bytes.subarray(start, at + 1));
    } catch {
      return line;
    }
    start = at + 1;
    line += 1;
  }
  return Math.min(line, lineStarts(lenient).length);
}

/** The text of a file's bytes, or why there is none: too large, not UTF-8, or an unprintable character. */
export function decodeText(bytes: Uint8Array, path: string, maxBytes: number): DecodedText {
  const problem = (code: string, line: number, values: Problem["values"]): DecodedText => ({
    kind: "problem",
    problem: { code, severity: "error", path, line, values },
  });
  if (bytes.length > maxBytes) {
    return problem("file_too_large", 1, { bytes: bytes.length, maxBytes });
  }
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return problem("not_utf8", firstBadLine(bytes), {});
  }
  const at = UNPRINTABLE.exec(text);
  if (at === null) return { kind: "text", text };
  const code = at[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
  return problem("yaml_unprintable", positionAt(lineStarts(text), at.index).line, { code });
}
