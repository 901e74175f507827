import type { Language } from "../core/model/config.ts";
import { plainLine } from "../core/render/plain.ts";
import { checkName, rowNotes, rowSentence } from "../core/render/check-words.ts";
import { headlineOf } from "../core/render/signoff.ts";
import { PLAIN } from "../core/render/template.ts";
import { joined, say, type Words } from "../core/render/words.ts";
import type { CheckResult } from "../core/signoff/checks.ts";
import { loadDictionary } from "../words.ts";
import { findingLine, findingRow, OUTCOME_MARKS } from "./recipe-output.ts";

/** The rows as one JSON object. */
export function signoffObject(rows: readonly CheckResult[], language: Language): string {
  const words = loadDictionary()[language];
  return JSON.stringify({
    verdict: headlineOf(rows),
    rows: rows.map((row) => ({
      check: row.check,
      name: checkName(row.check, words, PLAIN),
      outcome: row.outcome,
      code: row.code,
      message: sentenceOf(row, words),
      findings: (row.details ?? []).map((finding) => findingRow(finding, words)),
    })),
  });
}

/** The rows for a terminal, each with the places that it has besides. */
export function signoffText(rows: readonly CheckResult[], language: Language): string {
  const words = loadDictionary()[language];
  const verdict = say(words, `report.plain_${headlineOf(rows)}`, {}, PLAIN);
  const lines = rows.flatMap((row) => {
    const number = String(row.check).padStart(2);
    const outcome = say(words, `report.${outcomeWord(row)}`, {}, PLAIN);
    const line = `${OUTCOME_MARKS[row.outcome]} ${number} ${checkName(row.check, words, PLAIN)}: ${outcome} — ${sentenceOf(row, words)}`;
    return [line, ...(row.details ?? []).map((each) => `      ${findingLine(each, words)}`)];
  });
  return [verdict, "", ...lines].join("\n");
}

/** What only GitHub knows is open, and for nobody to decide here. */
function outcomeWord({ code, outcome }: CheckResult): string {
  return code === "not_known_offline" ? "plain_unknown" : `outcome_${outcome}`;
}

function sentenceOf(row: CheckResult, words: Words): string {
  const sentences = [rowSentence(row, words, PLAIN), ...rowNotes(row, words, PLAIN)];
  return plainLine(joined(sentences, words));
}
