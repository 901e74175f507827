import { helpTable } from "../commands/table.ts";
import type { Config } from "../model/config.ts";
import type { CommandAnswer, Reply } from "../decide/commands.ts";
import type { ReuseJudgement } from "../decide/reuse.ts";
import { type ReuseRecord, renderReuseRecord } from "../decide/reuse-record.ts";
import { isSignoffReply } from "../decide/signoff-commands.ts";
import { isOrderReply } from "../decide/order-commands.ts";
import { sweepRecordOf } from "../decide/sweep-commands.ts";
import { renderSweepRecord } from "../decide/sweep-record.ts";
import { ruleMark, ruleSentence } from "./card.ts";
import { COMMENT_ROOM, fitComment } from "./fit.ts";
import { inLanguages } from "./languages.ts";
import { orderLines, orderText } from "./order.ts";
import { planAnswer } from "./plan-answer.ts";
import { recoveryLines, recoveryText } from "./recovery.ts";
import { repairText } from "./repair.ts";
import type { Seen } from "./explain.ts";
import { isSweepReply, sweepText } from "./sweep-answers.ts";
import { resolutionLines, signoffText } from "./signoff-answers.ts";
import { stagingLines, stagingText } from "./staging.ts";
import { MARKDOWN, mentionable } from "./voice.ts";
import { type Dictionary, renderPage, say, type Words } from "./words.ts";

/** The comment that answers the commands of one comment, every rule of a reuse verdict included (decision 14). */
export function renderAnswer(
  answer: CommandAnswer & { readonly seen?: Seen },
  config: Config,
  dictionary: Dictionary,
): string {
  const body = inLanguages(config.languages, dictionary, (words) => {
    const first = words.language === config.languages[0];
    const refused = answer.record.outcome === "refused";
    return renderPage(
      words,
      "answer",
      {
        mention: first && refused ? mentionable(answer.login) : "",
        replies: answer.replies.map((reply) => ({
          text: replyText(reply, answer.seen, { config, words }),
        })),
      },
      MARKDOWN,
    );
  });
  const records = answer.replies.flatMap((reply) => recordOf(reply, answer.commentId) ?? []);
  const cut = say(dictionary[config.languages[0] ?? "en"], "card.cut", {}, MARKDOWN);
  const staging = answer.replies.flatMap((reply) =>
    reply.kind === "staging" && reply.record !== null
      ? stagingLines(reply.record, config, dictionary)
      : [],
  );
  const orders = answer.replies.flatMap((reply) =>
    isOrderReply(reply) ? orderLines(reply, answer.commentId, { config, dictionary }) : [],
  );
  const decisions = resolutionLines(answer.replies);
  const hidden = [
    ...records.map(renderReuseRecord),
    ...sweepRecordLines(answer.replies),
    ...decisions,
    ...recoveryLines(answer.replies),
  ];
  const growing = [staging, orders].filter((lines) => lines.length > 0).length;
  const room = COMMENT_ROOM - decisions.join("\n").length - growing * GROWING_ROOM;
  return [...hidden, ...staging, ...orders, fitComment(body, cut, room)].join("\n");
}

/** What is said of a staging or of an order while it goes on may grow by so much. */
const GROWING_ROOM = 6_000;

function recordOf(reply: Reply, commentId: number): ReuseRecord | null {
  if (reply.kind === "reuseCancelled") return { kind: "cancelled", commentId };
  if (reply.kind !== "reuse" || reply.judgement.kind !== "eligible") return null;
  return { kind: "bound", commentId, binding: reply.judgement.binding };
}

function sweepRecordLines(replies: readonly Reply[]): readonly string[] {
  const records = replies.flatMap((reply) =>
    isSweepReply(reply) ? (sweepRecordOf(reply) ?? []) : [],
  );
  return records.map(renderSweepRecord);
}

interface Place {
  readonly config: Config;
  readonly words: Words;
}

function replyText(reply: Reply, seen: Seen | undefined, { config, words }: Place): string {
  if (isSweepReply(reply)) return sweepText(reply, seen, words);
  if (isSignoffReply(reply)) return signoffText(reply, { config, words });
  switch (reply.kind) {
    case "help":
      return helpText(config, words);
    case "sweepPlan":
      return planAnswer(reply.change, { words, languages: config.languages.length });
    case "reuse":
      return reuseText(reply.judgement, words);
    case "staging":
    case "stagingReplaced":
      return stagingText(reply, words);
    case "recovery":
    case "recoveryReplaced":
      return recoveryText(reply, words);
    case "mergeOrder":
    case "mergeCancel":
    case "mergeReplaced":
      return orderText(reply, words);
    case "repair":
      return repairText(reply.verdict, config, words);
    case "reuseCancelled":
      return say(words, "answers.reuse_cancelled", {}, MARKDOWN);
    case "reuseReplaced":
      return "";
    case "pullClosed":
      return say(words, "answers.pull_closed", {}, MARKDOWN);
    case "unknownCommand": {
      const { word, suggestion } = reply.command;
      return say(words, "commands.did_you_mean", { word, suggestion }, MARKDOWN);
    }
    case "badArguments": {
      const { reason, values } = reply.command;
      const why = say(words, `commands.${reason}`, values, MARKDOWN);
      return `${why} ${say(words, "commands.usage", values, MARKDOWN)}`;
    }
    case "noPermission": {
      const needs = say(words, `commands.needs_${reply.needs}`, {}, MARKDOWN);
      return `${inCode(reply.usage)}: ${say(words, "commands.permission_refused", { needs }, MARKDOWN)}`;
    }
    case "permissionUnknown":
      return say(words, "commands.permission_unknown", {}, MARKDOWN);
  }
}

function reuseText(judgement: ReuseJudgement, words: Words): string {
  const rules = judgement.rules.map(
    (rule) => `- ${ruleMark(rule)} ${ruleSentence(rule, words, MARKDOWN)}`,
  );
  return [reuseHeadline(judgement, words), "", ...rules].join("\n");
}

function reuseHeadline(judgement: ReuseJudgement, words: Words): string {
  switch (judgement.kind) {
    case "eligible": {
      const { runId, attempt, sourceSha } = judgement.binding;
      const view = { run: runId, attempt, sha: sourceSha.slice(0, 7) };
      return say(words, "answers.reuse_eligible", view, MARKDOWN);
    }
    case "undecided":
      return say(words, "answers.reuse_undecided", {}, MARKDOWN);
    case "refused":
      return judgement.runId === null
        ? say(words, "answers.reuse_refused_any", {}, MARKDOWN)
        : say(words, "answers.reuse_refused_run", { run: judgement.runId }, MARKDOWN);
  }
}

function inCode(usage: string): string {
  return MARKDOWN.code(usage);
}

function helpText(config: Config, words: Words): string {
  const commands = helpTable().map(({ usage, needs, summary }) => ({
    // A bar ends a cell even inside code, unless it is escaped.
    usage: inCode(usage).replaceAll("|", String.raw`\|`),
    needs: say(words, `commands.needs_${needs}`, {}, MARKDOWN),
    summary: say(words, `commands.${summary}`, {}, MARKDOWN),
  }));
  const labels = config.labels.primary.map((label) => label.name);
  return renderPage(
    words,
    "answer-help",
    {
      title: say(words, "commands.help_title", {}, MARKDOWN),
      usageTitle: say(words, "commands.help_command", {}, MARKDOWN),
      needsTitle: say(words, "commands.help_needs", {}, MARKDOWN),
      summaryTitle: say(words, "commands.help_summary", {}, MARKDOWN),
      commands,
      hint: say(words, "answers.help_hint", { labels }, MARKDOWN),
    },
    MARKDOWN,
  );
}
