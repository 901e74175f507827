import type { Outcome } from "../core/model/outcome.ts";
import type { RecipeFinding } from "../core/recipes/finding.ts";
import { checkName } from "../core/render/check-words.ts";
import { plainLine } from "../core/render/plain.ts";
import { findingText } from "../core/render/recipes.ts";
import { PLAIN } from "../core/render/template.ts";
import type { Words } from "../core/render/words.ts";
import { CHECKS } from "../core/signoff/checks.ts";
import type { CliWords } from "./words.ts";

const OUTCOMES: readonly Outcome[] = ["fail", "human", "pass", "na"];

/** A finding as a row of JSON. */
export function findingRow(
  finding: RecipeFinding,
  words: Words,
): Readonly<Record<string, string | number | null>> {
  const { check, outcome, path, line, key } = finding;
  return { check, outcome, path, line, key, message: messageOf(finding, words) };
}

/** A finding as a line for people: where, which check, and what. */
export function findingLine(finding: RecipeFinding, words: Words): string {
  const { check, outcome, path, line } = finding;
  const place = path === null ? "" : `${path}${line === null ? "" : `:${line}`}: `;
  return `${place}${OUTCOME_MARKS[outcome]} ${check}: ${messageOf(finding, words)}`;
}

export const OUTCOME_MARKS: Readonly<Record<Outcome, string>> = {
  fail: "❌",
  human: "➖",
  pass: "✅",
  na: "➖",
};

function messageOf(finding: RecipeFinding, words: Words): string {
  return plainLine(findingText(finding, words, PLAIN));
}

/** How often each check came to what, one line a check. */
export function outcomeCounts(
  findings: readonly RecipeFinding[],
  words: Words,
  cli: CliWords,
): readonly string[] {
  const rows = CHECKS.flatMap(({ check }) => {
    const own = findings.filter((each) => each.check === check);
    if (own.length === 0) return [];
    const counts = OUTCOMES.flatMap((outcome) => {
      const count = own.filter((each) => each.outcome === outcome).length;
      return count === 0 ? [] : [`${cli.say(`outcome_${outcome}`)} ${count}`];
    });
    return [`${check} · ${checkName(check, words, PLAIN)}: ${counts.join(", ")}`];
  });
  return rows.length === 0 ? [cli.say("lint_no_checks")] : rows;
}
