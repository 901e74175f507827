import type { AuditRow } from "../../queue/audit.ts";
import { auditSubject, isRecord } from "../../server/audit-subject.ts";
import type { PageState, VerdictLine } from "../../server/page-views.ts";
import type { CliWords } from "../words.ts";

const MARKS: Readonly<Record<PageState, string>> = {
  good: "✅",
  bad: "❌",
  waiting: "⏳",
  idle: "➖",
};
const WIDTH = 78;

/** A chapter's heading, wrapped, with a rule above it. */
export function heading(number: number, title: string, words: CliWords): string {
  return `\n${"─".repeat(WIDTH)}\n${words.say("chapter", { number, title })}\n`;
}

/** What the bot did, one line an effect; edits of the same thing in a row are one line. */
export function effectLines(rows: readonly AuditRow[], words: CliWords): readonly string[] {
  const lines = rows
    .filter((row) => row.kind === "effect")
    .flatMap((row) => [
      `    · ${words.say(`effect_${row.code}`, {
        what: auditSubject(row, (tag) => words.say(`tag_${tag.split("-")[0] ?? ""}`)),
      })}`,
      ...annotationLines(row),
    ]);
  const distinct = lines.filter((line, index) => line !== lines[index - 1]);
  return distinct.length > 0 ? distinct : [`    · ${words.say("nothing")}`];
}

/** The card, a line a subject. */
export function cardLines(lines: readonly VerdictLine[]): readonly string[] {
  return lines.map(({ name, state, text }) => `    ${MARKS[state]} ${name.padEnd(12)} ${text}`);
}

/** A table row of the summary: how often, what, and whether that is right where it must be exact. */
export function summaryLine(count: string, what: string, remark: string): string {
  return `  ${count.padStart(12)}  ${what}${remark === "" ? "" : `  ${remark}`}`;
}

/** Where a check run points to a line, and what it says there. */
function annotationLines({ detail }: AuditRow): readonly string[] {
  const check = isRecord(detail) && isRecord(detail["check"]) ? detail["check"] : {};
  const annotations: readonly unknown[] = Array.isArray(check["annotations"])
    ? check["annotations"]
    : [];
  return annotations.filter(isRecord).flatMap(({ path, startLine, message }) => [
    `        ${String(path)}:${String(startLine)}`,
    ...String(message)
      .split("\n")
      .map((line) => `          ${line}`),
  ]);
}
