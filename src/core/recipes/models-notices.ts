import type { NumberedLine } from "./markdown-table.ts";

/** An announcement: up to and including that day, these scenarios of these models may still be submitted. */
export interface Notice {
  /** ISO date. */
  readonly lastDay: string;
  readonly prefixes: readonly string[];
  /** None: whatever of the models it is about. */
  readonly scenarios: readonly string[];
}

const MONTHS = [
  ...["january", "february", "march", "april", "may", "june"],
  ...["july", "august", "september", "october", "november", "december"],
];
/** A heading, or a line that begins with the day in bold. */
const DAY =
  /^(?:###[ \t]+|[-*]?[ \t]*\*\*)(?:[A-Za-z]+,[ \t]+)?([A-Za-z]+)[ \t]+(\d{1,2}),[ \t]+(\d{4})\b/u;
const SCENARIO = /Agentic coding|Single-turn \d{1,4}k\d{1,4}k/gu;

/** The first ISO date in a text; null where there is none. */
export function firstDate(text: string): string | null {
  return /\b\d{4}-\d{2}-\d{2}\b/u.exec(text)?.[0] ?? null;
}

/** What the deprecation notices announce for the models with these prefixes, line by line. */
export function parseNotices(
  lines: readonly NumberedLine[],
  prefixes: readonly string[],
): readonly Notice[] {
  let lastDay: string | null = null;
  return lines.flatMap(({ text }): readonly Notice[] => {
    lastDay = dayIn(text) ?? lastDay;
    const named = prefixes.filter((prefix) => text.includes(`\`${prefix}\``));
    if (lastDay === null || named.length === 0) return [];
    // In a table the second cell says what goes, the third what stays.
    const said = text.startsWith("|") ? (text.split("|")[2] ?? "") : text;
    const scenarios = [...said.matchAll(SCENARIO)].map(([scenario]) => scenario);
    return [{ lastDay, prefixes: named, scenarios: [...new Set(scenarios)] }];
  });
}

function dayIn(text: string): string | null {
  const [, name = "", day = "", year = ""] = DAY.exec(text) ?? [];
  const month = MONTHS.indexOf(name.toLowerCase()) + 1;
  if (month === 0) return null;
  return `${year}-${String(month).padStart(2, "0")}-${day.padStart(2, "0")}`;
}
