import type { Annotation } from "../model/effect.ts";
import { ANNOTATIONS_PER_CALL } from "../model/limits.ts";
import type { Problem, Severity } from "../model/problem.ts";
import { BRIEF, type Extent, renderPlan, type ShownPlan } from "./plan-table.ts";
import { PLAIN, type View } from "./template.ts";
import { MARKDOWN } from "./voice.ts";
import { describeProblem, renderPage, say, type Words } from "./words.ts";

export interface Findings {
  /** One sentence above the list. */
  readonly headline: string;
  readonly problems: readonly Problem[];
  readonly baseProblems: readonly Problem[];
  /** What a sweep would run and what changes. */
  readonly plan: ShownPlan | null;
  /** How much of the plan is shown; brief when absent. */
  readonly extent?: Extent;
}

const LEVELS: Readonly<Record<Severity, Annotation["level"]>> = {
  error: "failure",
  warning: "warning",
  notice: "notice",
};
const MARKS: Readonly<Record<Severity, string>> = { error: "❌", warning: "⚠️", notice: "➖" };

/** Longest replacement that is shown in a text; a longer one is on the command line (`changelog fix`). */
const REPLACEMENT_CHARACTERS = 4_000;
const SHOWN_PROBLEMS = 50;

/** Findings as annotations on their lines; plain text, with the exact text to write where there is one. */
export function annotationsOf(problems: readonly Problem[], words: Words): readonly Annotation[] {
  return problems.slice(0, 2 * ANNOTATIONS_PER_CALL).map((problem) => {
    const { text, hint } = describeProblem(problem, words, PLAIN);
    const { replacement = "" } = problem;
    const write =
      replacement === "" ? "" : `\n\n${say(words, "check.write_plain", { replacement }, PLAIN)}`;
    return {
      path: problem.path,
      startLine: problem.line,
      endLine: problem.endLine ?? problem.line,
      level: LEVELS[problem.severity],
      title: problem.rule === undefined ? problem.code : `${problem.rule}: ${problem.code}`,
      message: `${text} ${hint}${write}`.slice(0, 60_000),
    };
  });
}

/** Findings as the summary of a check run, in one language. */
export function renderFindings(findings: Findings, words: Words): string {
  const { problems, baseProblems, plan } = findings;
  const shown = problems.slice(0, SHOWN_PROBLEMS);
  const more = problems.length - shown.length;
  return renderPage(
    words,
    "check-problems",
    {
      headline: findings.headline,
      hasProblems: shown.length > 0,
      problemsTitle: say(words, "check.problems_title", {}, MARKDOWN),
      problems: shown.map((problem) => problemView(problem, words)),
      moreProblems: more > 0 ? say(words, "check.more_problems", { more }, MARKDOWN) : "",
      hasBase: baseProblems.length > 0,
      baseTitle: say(words, "check.base_title", {}, MARKDOWN),
      base: baseProblems.slice(0, SHOWN_PROBLEMS).map((problem) => problemView(problem, words)),
      plan: plan === null ? "" : renderPlan(plan, words, findings.extent ?? BRIEF),
    },
    MARKDOWN,
  );
}

function problemView(problem: Problem, words: Words): View {
  const { text, hint } = describeProblem(problem, words, MARKDOWN);
  const { path, line, replacement = "" } = problem;
  const showable =
    replacement.length <= REPLACEMENT_CHARACTERS && !/````|<!--|-->/u.test(replacement);
  return {
    mark: MARKS[problem.severity],
    place: say(words, "check.at_line", { path, line }, MARKDOWN),
    text,
    hint,
    writeInstead: say(words, "check.write_instead", {}, MARKDOWN),
    replacement: showable ? indented(replacement) : "",
  };
}

/** Two blanks before every line keep the block inside its list item. */
function indented(text: string): string {
  return text === "" ? "" : text.replace(/^/gmu, "  ");
}
