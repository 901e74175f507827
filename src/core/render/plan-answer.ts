import type { Change } from "../decide/merge.ts";
import type { ChangelogVerdict, MatrixVerdict } from "../decide/validation.ts";
import type { Problem } from "../model/problem.ts";
import { fullExtent, shownPlan } from "./plan-table.ts";
import { renderFindings } from "./problems.ts";
import { changelogRow, matrixRow, type Row } from "./rows.ts";
import { MARKDOWN } from "./voice.ts";
import { joined, say, sayIfAny, type Words } from "./words.ts";

/** Everything found in changelog and recipes, errors or not. */
export function validationProblems(
  changelog: ChangelogVerdict,
  matrix: MatrixVerdict,
): readonly Problem[] {
  return [
    ...("problems" in changelog ? changelog.problems : []),
    ...("problems" in matrix ? matrix.problems : []),
    ...("warnings" in matrix ? matrix.warnings : []),
  ];
}

/** The answer to `/sweep plan`: the whole plan, or why there is none and what to do, in one language out of so many. */
export function planAnswer(
  { changelog, matrix }: Change,
  { words, languages }: { readonly words: Words; readonly languages: number },
): string {
  const findings = {
    headline: headline({ changelog, matrix }, words),
    problems: validationProblems(changelog, matrix),
    baseProblems: "baseProblems" in changelog ? changelog.baseProblems : [],
    plan: shownPlan(matrix),
    extent: fullExtent(languages),
  };
  return renderFindings(findings, words).trim();
}

/** The same sentences as on the card, with the next step where no sweep can run. */
function headline({ changelog, matrix }: Change, words: Words): string {
  const recipes = matrixRow(matrix);
  if (recipes !== null && matrix.kind === "planned") {
    const labels = say(words, "answers.plan_labels", {}, MARKDOWN);
    return joined([sentence(recipes, words), labels], words);
  }
  const entry = recipes === null || changelog.kind === "invalid" ? [changelogRow(changelog)] : [];
  const rows = [...entry, ...(recipes === null ? [] : [recipes])];
  const sentences = rows.flatMap((row) => [sentence(row, words), nextStep(row, words)]);
  return joined([say(words, "answers.plan_none", {}, MARKDOWN), ...sentences], words);
}

function sentence({ code, values }: Row, words: Words): string {
  return say(words, `card.${code}`, values, MARKDOWN);
}

function nextStep({ code, values }: Row, words: Words): string {
  // On the card the line of the sweep says this one.
  const next = code === "changelog_untouched" ? "sweep_no_changelog_entry_next" : `${code}_next`;
  return sayIfAny(words, `card.${next}`, values, MARKDOWN) ?? "";
}
