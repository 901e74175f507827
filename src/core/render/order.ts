/** An order to merge in words: the answer to the command, its part that is brought up to date, and the card's line. */
import type { OrderReply } from "../decide/order-commands.ts";
import {
  type MergeOrder,
  type MergeStage,
  orderSection,
  renderOrder,
  renderOrderCancel,
} from "../decide/order-record.ts";
import type { OrderRuleResult } from "../decide/order-rules.ts";
import type { OrderVerdict } from "../decide/order.ts";
import { REUSE_RULES, type RuleResult } from "../decide/reuse-rules.ts";
import type { Config } from "../model/config.ts";
import { ruleMark, ruleSentence } from "./card.ts";
import { inLanguages } from "./languages.ts";
import { type Mark, MARKS, type Row } from "./rows.ts";
import type { View } from "./template.ts";
import { MARKDOWN } from "./voice.ts";
import { type Dictionary, joined, say, sayIfAny, type Words } from "./words.ts";

/** What is said to the command, in one language: every rule, or what became of the cancel. */
export function orderText(reply: OrderReply, words: Words): string {
  const told = (code: string): string => say(words, `merging.${code}`, {}, MARKDOWN);
  if (reply.kind === "mergeReplaced") return told("replaced");
  if (reply.kind === "mergeCancel") return told(reply.found ? "cancelled" : "nothing_to_cancel");
  const { kind, rules, reuse } = reply.judgement;
  const lines = [
    ...rules.map((rule) => `- ${ruleMark(rule)} ${orderRuleSentence(rule, words)}`),
    ...reuse.map((rule) => `- ${ruleMark(rule)} ${ruleSentence(rule, words, MARKDOWN)}`),
  ];
  return [told(`answer_${kind}`), "", ...lines].join("\n");
}

function orderRuleSentence({ rule, outcome, values }: OrderRuleResult, words: Words): string {
  return say(words, `merging.${rule}_${outcome}`, values, MARKDOWN);
}

/** The hidden lines that a reply adds to its answer, and the part that says how far the order is. */
export function orderLines(
  reply: OrderReply,
  commentId: number,
  { config, dictionary }: { readonly config: Config; readonly dictionary: Dictionary },
): readonly string[] {
  if (reply.kind === "mergeCancel" && reply.found) return [renderOrderCancel(commentId)];
  if (reply.kind !== "mergeOrder" || reply.order === null) return [];
  const row = queuedRow(reply.order, reply.ahead);
  return [
    renderOrder(reply.order),
    renderOrderSection({ step: "queued" }, row, { config, dictionary }),
  ];
}

/** The part of our answer that says how far the order is, in every language. */
export function renderOrderSection(
  stage: MergeStage,
  row: Row,
  { config, dictionary }: { readonly config: Config; readonly dictionary: Dictionary },
): string {
  const text = inLanguages(config.languages, dictionary, (words) => {
    const values = valuesOf(row, words);
    const next = sayIfAny(words, `card.${row.code}_next`, values, MARKDOWN) ?? "";
    return `${MARKS[row.mark]} ${joined([say(words, `card.${row.code}`, values, MARKDOWN), next], words)}`;
  });
  return orderSection(stage, text);
}

function valuesOf(row: Row, words: Words): View {
  const reasons = (row.rules ?? []).map((rule) => ruleSentence(rule, words, MARKDOWN));
  return { ...row.values, reasons };
}

/** How far the order is, in one line; null where there is none. */
export function orderRow(verdict: OrderVerdict | null): Row | null {
  if (verdict === null) return null;
  const { step, standing } = verdict;
  const { order, stage } = standing;
  switch (step.kind) {
    case "over":
      return stage.step === "abandoned" ? abandonedRow(order, stage) : row(order, "pass", "merged");
    case "merged":
      return row(order, "pass", "merged");
    case "abandoned":
      return abandonedRow(order, step.end);
    case "queued":
      return queuedRow(order, step.ahead);
    case "preparing":
      return row(order, "wait", "preparing");
    case "checking":
    case "merging": {
      const { head, pending, isBlocked } = step.checking;
      const waits = { sha: head.slice(0, 7), pending: pending.slice(0, 5) };
      if (step.kind === "merging") return row(order, "wait", "merging", waits);
      if (pending.length > 0) return row(order, "wait", "checking", waits);
      return row(order, "wait", isBlocked ? "github_awaited" : "prepared", waits);
    }
  }
}

function row({ binding, login }: MergeOrder, mark: Mark, code: string, values: View = {}): Row {
  const about = { run: binding.runId, login };
  return { subject: "order", mark, code: `order_${code}`, values: { ...values, ...about } };
}

function queuedRow(order: MergeOrder, ahead: number): Row {
  return row(order, "wait", ahead > 0 ? "queued" : "first", { ahead });
}

function abandonedRow(
  order: MergeOrder,
  { code, values }: Pick<Extract<MergeStage, { step: "abandoned" }>, "code" | "values">,
): Row {
  const said = { ...row(order, "fail", "", values), code: `order_abandoned_${code}` };
  const broken = REUSE_RULES.find((rule) => rule === values["rule"]);
  if (broken === undefined) return said;
  const rule: RuleResult = { rule: broken, outcome: "fail", values };
  return { ...said, rules: [rule] };
}
