import type { AuditRow } from "../../queue/audit.ts";
import type { PageState, VerdictLine } from "../../server/page-views.ts";
import type { CliWords } from "../words.ts";

const MARKS: Readonly<Record<PageState, string>> = {
  good: "✅",
  bad: "❌",
  waiting: "⏳",
  unknown: "➖",
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
      `    · ${words.say(`effect_${row.code}`, { what: subjectOf(row, words) })}`,
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

function subjectOf({ detail }: AuditRow, words: CliWords): string {
  const fields = isRecord(detail) ? detail : {};
  const inner = [fields["check"], fields["status"], fields["dispatch"]].find(isRecord) ?? {};
  const outcome = isRecord(fields["outcome"]) ? fields["outcome"]["note"] : undefined;
  if (isRecord(fields["dispatch"])) {
    const event = inner["eventType"];
    return [event, outcome].filter((part) => typeof part === "string").join(", ");
  }
  const parts = [
    tagName(fields["tag"], words),
    fields["content"],
    fields["label"],
    fields["runId"],
    inner["name"],
    inner["context"],
    inner["conclusion"] ?? inner["state"],
    inner["title"] ?? inner["description"],
  ];
  return parts.filter((part) => typeof part === "string" || typeof part === "number").join(" · ");
}

/** A comment's tag in words: what stands before its first dash names the kind of comment. */
function tagName(tag: unknown, words: CliWords): string | null {
  return typeof tag === "string" ? words.say(`tag_${tag.split("-")[0] ?? ""}`) : null;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
