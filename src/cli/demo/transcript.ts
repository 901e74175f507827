import type { AuditRow } from "../../queue/audit.ts";
import { auditSubject, isRecord } from "../../server/audit-subject.ts";
import { plainLine, plainLines } from "../../core/render/plain.ts";
import type { PageState, VerdictLine } from "../../server/page-views.ts";
import type { CliWords } from "../words.ts";
import { padDisplayed } from "./columns.ts";

const MARKS: Readonly<Record<PageState, string>> = {
  good: "✅",
  bad: "❌",
  waiting: "⏳",
  idle: "➖",
};
const REACTIONS: Readonly<Record<string, string>> = { "-1": "👎", eyes: "👀", rocket: "🚀" };
const WIDTH = 78;
const NAME_WIDTH = 12;
/** Lines of an answer that are shown; the whole of it is on GitHub. */
const ANSWER_LINES = 8;
/** Comments that are shown: answers to commands, and the sign-off report with its headline and thirteen rows. */
const SHOWN = [
  { tag: "answer-", lines: ANSWER_LINES },
  { tag: "signoff-", lines: 15 },
];

/** A chapter's heading, wrapped, with a rule above it. */
export function heading(number: number, title: string, words: CliWords): string {
  return `\n${"─".repeat(WIDTH)}\n${words.say("chapter", { number, title })}\n`;
}

/** What the bot did, one line an effect; edits of the same thing in a row are one line. */
export function effectLines(
  rows: readonly AuditRow[],
  comments: readonly string[],
  words: CliWords,
): readonly string[] {
  const lines = rows
    .filter((row) => row.kind === "effect")
    .flatMap((row) => [
      `    · ${words.say(`effect_${row.code}`, { what: subjectOf(row, words) })}`,
      ...annotationLines(row),
      ...answerLines(row, comments),
    ]);
  const distinct = lines.filter((line, index) => line !== lines[index - 1]);
  return distinct.length > 0 ? distinct : [`    · ${words.say("nothing")}`];
}

function subjectOf(row: AuditRow, words: CliWords): string {
  const detail = isRecord(row.detail) ? row.detail : {};
  const reaction = REACTIONS[String(detail["content"])];
  if (reaction !== undefined) return reaction;
  const dispatch = isRecord(detail["dispatch"]) ? detail["dispatch"] : {};
  const event = dispatch["eventType"];
  if (typeof event === "string") return event;
  return plainLine(auditSubject(row, (tag) => words.say(`tag_${tag.split("-")[0] ?? ""}`)));
}

/** What the answer or the report that was written says first. */
function answerLines({ detail }: AuditRow, comments: readonly string[]): readonly string[] {
  const tag = isRecord(detail) ? String(detail["tag"]) : "";
  const shown = SHOWN.find((each) => tag.startsWith(each.tag));
  if (shown === undefined) return [];
  const lines = plainLines(comments.find((body) => body.includes(`sweepbot:${tag} `)) ?? "");
  const cut = lines.length > shown.lines ? ["…"] : [];
  return [...lines.slice(0, shown.lines), ...cut].map((line) => `        ${line}`);
}

/** The card, a line a subject. */
export function cardLines(lines: readonly VerdictLine[]): readonly string[] {
  return lines.map(
    ({ name, state, text }) => `    ${MARKS[state]} ${padDisplayed(name, NAME_WIDTH)} ${text}`,
  );
}

/** The card's progress, or what its run measured, below its lines. */
export function progressLines(lines: readonly string[]): readonly string[] {
  return lines.map((line, index) => `${index === 0 ? "    " : "      "}${line}`);
}

/** A table row of the summary: how often, what, and whether that is right where it must be exact. */
export function summaryLine(count: string, what: string, remark: string): string {
  return `  ${count.padStart(6)}  ${what}${remark === "" ? "" : `  ${remark}`}`;
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
      .map((line) => `          ${plainLine(line)}`),
  ]);
}
