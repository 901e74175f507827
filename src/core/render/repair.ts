import type { RepairVerdict } from "../decide/repair.ts";
import type { Config } from "../model/config.ts";
import type { Problem } from "../model/problem.ts";
import type { View } from "./template.ts";
import { MARKDOWN } from "./voice.ts";
import { describeProblem, say, type Words } from "./words.ts";

type Offer = Extract<RepairVerdict, { kind: "offered" }>["offer"];

const SHOWN_PROBLEMS = 10;

/** The answer to `/changelog fix`: what was done, or the mended text, or why there is none. */
export function repairText(verdict: RepairVerdict, config: Config, words: Words): string {
  const path = config.paths.changelog;
  const told = (code: string, view: View = {}): string =>
    say(words, `answers.repair_${code}`, { path, ...view }, MARKDOWN);
  switch (verdict.kind) {
    case "closed":
    case "unchanged":
    case "pushing":
      return told(verdict.kind);
    case "unread":
      return told("unread", { cause: verdict.cause });
    case "pushed":
      return told("pushed", { sha: verdict.sha.slice(0, 7) });
    case "refused":
      return [told("refused"), "", ...problemLines(verdict.problems, words)].join("\n");
    case "offered":
      return offerText(verdict.offer, told);
    case "blocked":
      return `${told(`blocked_${verdict.code}`)}\n\n${offerText(verdict.offer, told)}`;
    case "pushFailed": {
      const why = told("push_failed", { reason: verdict.reason });
      return verdict.offer === null ? why : `${why}\n\n${offerText(verdict.offer, told)}`;
    }
  }
}

type Told = (code: string, view?: View) => string;

function offerText({ appended, lines }: Offer, told: Told): string {
  if (appended !== null) {
    return `${told("offer_appended")}\n\n${fenced(appended.replace(/^\n|\n$/gu, ""))}`;
  }
  if (lines.length === 0) return told("offer_elsewhere");
  const shown = lines.map(({ line, text }) => `${told("offer_line", { line })}\n\n${fenced(text)}`);
  return [told("offer_lines"), ...shown].join("\n\n");
}

/** The exact text, behind a fence that nothing in it can end. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/gu)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}yaml\n${text}\n${fence}`;
}

function problemLines(problems: readonly Problem[], words: Words): readonly string[] {
  return problems.slice(0, SHOWN_PROBLEMS).map((problem) => {
    const { path, line } = problem;
    const { text, hint } = describeProblem(problem, words, MARKDOWN);
    return `- ${say(words, "check.at_line", { path, line }, MARKDOWN)}: ${text} ${hint}`;
  });
}
