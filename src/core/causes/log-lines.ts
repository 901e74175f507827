import type { JobLog } from "../model/cause.ts";

export interface LogLine {
  readonly number: number;
  readonly text: string;
}

/** What GitHub puts before each line. */
const TIMESTAMP = /^\uFEFF?\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z ?/u;
const MARK = /^##\[(\w{1,20})\]/u;
/** Colours and cursor moves of terminals. */
// eslint-disable-next-line no-control-regex -- it is the control characters that have to go
const ANSI = /\u001B\[[0-9;?]{0,20}[A-Za-z]/gu;
/** Longer lines are cut before anything is done to them. */
const LINE_CHARACTERS = 4_000;

/**
 * The lines that a job wrote, without time stamps, colours and GitHub's marks. The text of the
 * commands themselves, which GitHub prints as a folded group before each step, is left out: what a
 * script would say in a bad case is not what it said.
 */
export function* linesOf(log: JobLog): Generator<LogLine> {
  for (const { firstLine, text } of log.parts) {
    let number = firstLine;
    let isCommand = false;
    for (const raw of text.split("\n")) {
      const line = raw.slice(0, LINE_CHARACTERS).replace(TIMESTAMP, "");
      if (line.startsWith("##[group]Run ")) isCommand = true;
      if (!isCommand) yield { number, text: line.replace(MARK, "").replaceAll(ANSI, "").trim() };
      if (line.startsWith("##[endgroup]")) isCommand = false;
      number += 1;
    }
  }
}
