import type { Language } from "../core/model/config.ts";
import { plainLine } from "../core/render/plain.ts";
import { headlineOf, rowSentence } from "../core/render/signoff.ts";
import { PLAIN } from "../core/render/template.ts";
import { joined, say, type Words } from "../core/render/words.ts";
import { type CheckResult, CHECKS } from "../core/signoff/checks.ts";
import { loadDictionary } from "../words.ts";
import { findingLine, findingRow, OUTCOME_MARKS } from "./recipe-output.ts";

/** The rows as one JSON object. */
export function signoffObject(rows: readonly CheckResult[], language: Language): string {
  const words = loadDictionary()[language];
  return JSON.stringify({
    verdict: headlineOf(rows),
    rows: rows.map((row) => ({
      check: row.check,
      name: nameOf(row, words),
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
    const line = `${OUTCOME_MARKS[row.outcome]} ${number} ${nameOf(row, words)}: ${sentenceOf(row, words)}`;
    return [line, ...(row.details ?? []).map((each) => `      ${findingLine(each, words)}`)];
  });
  return [verdict, "", ...lines].join("\n");
}

function nameOf({ check }: CheckResult, words: Words): string {
  const name = CHECKS.find((each) => each.check === check)?.name ?? "check_owners";
  return say(words, `signoff.${name}`, {}, PLAIN);
}

function sentenceOf(row: CheckResult, words: Words): string {
  const notes = row.notes.map((note) => say(words, `signoff.${note}`, row.values, PLAIN));
  return plainLine(joined([rowSentence(row, words, PLAIN), ...notes], words));
}
