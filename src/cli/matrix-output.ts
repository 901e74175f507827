import type { Problem } from "../core/model/problem.ts";
import type { CliWords } from "./words.ts";

export type ProblemFormat = "text" | "json" | "github";

const COMMANDS = { error: "error", warning: "warning", notice: "notice" } as const;

/** Workflow commands end at a line feed, and a property also at `,` and `:`. */
function escapedData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapedProperty(text: string): string {
  return escapedData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}

function githubLine(problem: Problem, words: CliWords): string {
  const { text, hint } = words.describe(problem);
  const place = [
    `file=${escapedProperty(problem.path)}`,
    `line=${problem.line}`,
    ...(problem.endLine === undefined ? [] : [`endLine=${problem.endLine}`]),
    ...(problem.column === undefined ? [] : [`col=${problem.column}`]),
    `title=${escapedProperty(problem.code)}`,
  ];
  return `::${COMMANDS[problem.severity]} ${place.join(",")}::${escapedData(`${text} ${hint}`)}`;
}

function textLines(problem: Problem, words: CliWords): string {
  const { text, hint } = words.describe(problem);
  const column = problem.column === undefined ? "" : `:${problem.column}`;
  const place = `${problem.path}:${problem.line}${column}`;
  const lines = [`${place}: ${words.say(problem.severity)}: ${text}`, `    ${hint}`];
  if (problem.replacement !== undefined) {
    const replacement = problem.replacement.replaceAll("\n", "\n    | ");
    lines.push(`    ${words.say("write_instead")}`, `    | ${replacement}`);
  }
  return lines.join("\n");
}

/** Problems as text, as JSON (with their sentences) or as workflow commands of GitHub Actions. */
export function renderProblems(
  problems: readonly Problem[],
  format: ProblemFormat,
  words: CliWords,
): string {
  switch (format) {
    case "json":
      return JSON.stringify(
        problems.map((problem) => ({ ...problem, ...words.describe(problem) })),
      );
    case "github":
      return problems.map((problem) => githubLine(problem, words)).join("\n");
    case "text":
      return problems.map((problem) => textLines(problem, words)).join("\n");
  }
}

/** Writes a line and waits until it is out: a pipe may take less than a whole matrix at once. */
export function print(stream: NodeJS.WriteStream, text: string): Promise<void> {
  if (text === "") return Promise.resolve();
  return new Promise((resolve) => {
    stream.write(`${text}\n`, () => {
      resolve();
    });
  });
}
