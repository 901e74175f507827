import type { Problem } from "../model/problem.ts";
import { BYTE_ORDER_MARK } from "./clean.ts";
import { CR, LF, lineAt, startsWithBytes, textOfLines } from "./bytes.ts";
import type { ByteText } from "./bytes.ts";

const TAB = 9;
const NUL = 0;
/** Longer runs are not offered as one replacement: people could not read it. */
const MOST_REPLACED_LINES = 40;

interface Fault {
  readonly byte: number;
  readonly rule: string;
  readonly code: string;
  /** The lines without the fault; null when only the author knows what was meant. */
  mend(lines: string): string | null;
}

const FAULTS: readonly Fault[] = [
  {
    byte: CR,
    rule: "F2",
    code: "carriage_return",
    mend: (lines) => lines.replace(/\r+(?=\n|$)/gu, ""),
  },
  { byte: TAB, rule: "F3", code: "tab_character", mend: withoutTabs },
  { byte: NUL, rule: "F4", code: "nul_character", mend: (lines) => lines.replaceAll("\0", "") },
];

/** Tabs in running text become a space and tabs at line ends go; how deep an indenting tab was meant stays open. */
function withoutTabs(lines: string): string | null {
  if (/^ *\t/mu.test(lines)) return null;
  return lines.replace(/[ \t]*\t[ \t]*$/gmu, "").replaceAll("\t", " ");
}

interface LineRun {
  readonly line: number;
  readonly endLine: number;
}

/** Runs of neighbouring lines that hold a byte. */
function linesWith(text: ByteText, byte: number): readonly LineRun[] {
  const runs: { line: number; endLine: number }[] = [];
  let at = text.bytes.indexOf(byte);
  while (at !== -1) {
    const line = lineAt(text, at);
    const last = runs.at(-1);
    if (last?.endLine === line - 1) last.endLine = line;
    else runs.push({ line, endLine: line });
    at = text.bytes.indexOf(byte, text.starts[line] ?? text.bytes.length);
  }
  return runs;
}

function faultProblems(text: ByteText, path: string, fault: Fault): readonly Problem[] {
  return linesWith(text, fault.byte).map(({ line, endLine }): Problem => {
    const count = endLine - line + 1;
    const mended =
      count > MOST_REPLACED_LINES ? null : fault.mend(textOfLines(text, line, endLine));
    return {
      code: fault.code,
      severity: "error",
      rule: fault.rule,
      path,
      line,
      endLine,
      values: { count },
      ...(mended === null || mended.includes("\r") ? {} : { replacement: mended }),
    };
  });
}

/** Rules F1 to F4 of spec/control-plane §2.2, and the byte order mark that the original meets at F8. */
export function byteFaults(text: ByteText, path: string): readonly Problem[] {
  const problems = FAULTS.flatMap((fault) => faultProblems(text, path, fault));
  const last = Math.max(1, text.starts.length);
  const base = { severity: "error", path, values: {} } as const;
  if (text.bytes.at(-1) !== LF) {
    const code = text.bytes.length === 0 ? "changelog_empty" : "missing_final_newline";
    problems.unshift({ ...base, code, rule: "F1", line: last });
  }
  if (startsWithBytes(text.bytes, BYTE_ORDER_MARK)) {
    const replacement = textOfLines(text, 1, 1).slice(1).replace(/\r$/u, "");
    problems.push({ ...base, code: "byte_order_mark", rule: "F8", line: 1, replacement });
  }
  return problems;
}
