import { textsIn, type PythonLine } from "./patch-python-text.ts";
import { HOLE } from "./patch-value.ts";

/** A command that Python runs, as a shell would read it. */
export interface PythonCommand {
  readonly text: string;
  /** Counted from the first line of the program, which is 0. */
  readonly at: number;
}

const CALLS =
  /\b(?:subprocess\.\w+|os\.(?:system|popen|exec\w*|spawn\w*)|check_call|check_output|run|Popen|call)\(/u;
const LONGEST_CALL = 20;

/** The commands that a Python text runs: what stands in quotes in the calls that start a process. */
export function pythonCommands(lines: readonly PythonLine[]): readonly PythonCommand[] {
  const starts = lines.some(({ text }) =>
    /\bsubprocess\b|\bos\.(?:system|popen|exec|spawn)/u.test(text),
  );
  if (!starts) return [];
  return lines.flatMap(({ outside }, at) => {
    if (!CALLS.test(outside)) return [];
    const call = callText(lines, at);
    const texts = textsIn(call, HOLE);
    const isList = /\(\s*(?:args\s*=\s*)?\[/u.test(call);
    if (isList) return [{ text: quoted(call), at }];
    return texts.filter((text) => /\s/u.test(text.trim())).map((text) => ({ text, at }));
  });
}

/** From the line where a call begins to the line where its brackets are closed. */
function callText(lines: readonly PythonLine[], at: number): string {
  let depth = 0;
  let text = "";
  for (const line of lines.slice(at, at + LONGEST_CALL)) {
    text += `${line.text}\n`;
    for (const character of line.outside) {
      if (/[([]/u.test(character)) depth += 1;
      if (/[)\]]/u.test(character)) depth -= 1;
    }
    if (depth <= 0) break;
  }
  return text;
}

/** The items of a list as words: texts in quotes, a hole for everything else. */
function quoted(call: string): string {
  const inside = call.slice(call.indexOf("[") + 1);
  const end = inside.lastIndexOf("]");
  return itemsOf(inside.slice(0, end < 0 ? inside.length : end))
    .filter((item) => item.trim() !== "")
    .map((item) => {
      const [text] = textsIn(item, HOLE);
      return text === undefined ? HOLE : `'${text.replaceAll("'", "")}'`;
    })
    .join(" ");
}

/** The items of a list: what stands between commas that are in no quotes. */
function itemsOf(list: string): readonly string[] {
  const items: string[] = [];
  let quote: string | null = null;
  let start = 0;
  for (let at = 0; at < list.length; at += 1) {
    const character = list[at] ?? "";
    if (quote === null && character === ",") {
      items.push(list.slice(start, at));
      start = at + 1;
    } else if (quote === null && /["']/u.test(character)) quote = character;
    else if (character === quote) quote = null;
  }
  return [...items, list.slice(start)];
}
