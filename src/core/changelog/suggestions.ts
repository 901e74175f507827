import type { Problem } from "../model/problem.ts";

/** Lines of the head file and the text to put there, as a review comment with a suggestion block offers it. */
export interface Suggestion {
  readonly problem: Problem;
  readonly startLine: number;
  readonly endLine: number;
  readonly text: string;
}

/**
 * The findings that one click can mend, top to bottom, none overlapping another. Judged against the merge base every such place is
 * in or next to a changed line, so GitHub takes a review comment there.
 */
export function suggestionsFor(problems: readonly Problem[]): readonly Suggestion[] {
  const found = problems.flatMap((problem): readonly Suggestion[] => {
    const { line, endLine = line, replacement } = problem;
    return replacement === undefined
      ? []
      : [{ problem, startLine: line, endLine, text: replacement }];
  });
  let last = 0;
  return found
    .sort((one, two) => one.startLine - two.startLine || one.endLine - two.endLine)
    .filter(({ startLine, endLine }) => {
      if (startLine <= last) return false;
      last = endLine;
      return true;
    });
}

/** GitHub's suggestion block for a text, fenced so that no back-ticks inside can end it. */
export function suggestionBlock(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/gu)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}suggestion\n${text}\n${fence}`;
}
