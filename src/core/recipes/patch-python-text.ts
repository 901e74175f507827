/** A line of Python: as written without its comment, and what of it stands outside of texts. */
export interface PythonLine {
  readonly text: string;
  readonly outside: string;
}

/** What stands further behind in a program is not read. */
const PYTHON_CHARACTERS = 400_000;
/** And what stands further behind in a line. */
const LINE_CHARACTERS = 2_000;

/** Whether all of a program is read. */
export function isReadToEnd(text: string): boolean {
  return (
    text.length <= PYTHON_CHARACTERS &&
    text.split("\n").every((line) => line.length <= LINE_CHARACTERS)
  );
}

/** Reads Python line by line: comments and texts are told from code, nothing more. */
export function pythonCode(text: string): readonly PythonLine[] {
  let open: string | null = null;
  return text
    .slice(0, PYTHON_CHARACTERS)
    .split("\n")
    .map((line) => {
      const read = readLine(line.slice(0, LINE_CHARACTERS), open);
      open = read.open;
      return read;
    });
}

/** One line, given the three quotes that an earlier line has opened. */
function readLine(
  line: string,
  before: string | null,
): PythonLine & { readonly open: string | null } {
  let open = before;
  let outside = "";
  let at = 0;
  while (at < line.length) {
    const step = readStep(line, at, open);
    if (step === null) break;
    outside += step.outside;
    ({ at, open } = step);
  }
  return { text: line.slice(0, at), outside, open };
}

interface Step {
  readonly at: number;
  readonly outside: string;
  readonly open: string | null;
}

/** The next text in quotes or character of code; null where a comment begins. */
function readStep(line: string, at: number, open: string | null): Step | null {
  if (open !== null) {
    const end = line.indexOf(open, at);
    return end < 0
      ? { at: line.length, outside: "", open }
      : { at: end + open.length, outside: "", open: null };
  }
  const character = line[at] ?? "";
  if (character === "#") return null;
  const [quotes] = /^(?:"""|'''|["'])/u.exec(line.slice(at, at + 3)) ?? [];
  if (quotes === undefined) return { at: at + 1, outside: character, open };
  if (quotes.length === 3) return { at: at + 3, outside: "", open: quotes };
  return { at: quotedEnd(line, at), outside: "", open };
}

function quotedEnd(line: string, start: number): number {
  for (let at = start + 1; at < line.length; at += 1) {
    if (line[at] === "\\") at += 1;
    else if (line[at] === line[start]) return at + 1;
  }
  return line.length;
}

/** Texts in quotes on some lines, in order; what an f-string computes is a hole. */
export function textsIn(code: string, hole: string): readonly string[] {
  return [...code.matchAll(/([rbfu]{0,2})("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')/giu)].map(
    ([, prefix = "", quoted = ""]) => {
      const text = quoted.slice(1, -1).replaceAll(/\\n/gu, "\n");
      return /f/iu.test(prefix) ? text.replaceAll(/\{[^}]*\}/gu, hole) : text;
    },
  );
}
