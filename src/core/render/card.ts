import type { Language } from "../model/config.ts";
import type { FailuresVerdict } from "../decide/failures.ts";
import type { Outlook } from "../decide/outlook.ts";
import type { FamilyProgress, Progress } from "../decide/progress.ts";
import type { RuleResult } from "../decide/reuse-rules.ts";
import { progressBar } from "./bar.ts";
import { failuresView } from "./failures.ts";
import { fitComment } from "./fit.ts";
import { inLanguages } from "./languages.ts";
import { outlookLines } from "./outlook.ts";
import { BRIEF, renderPlan, type ShownPlan } from "./plan-table.ts";
import { plainLine, plainLines } from "./plain.ts";
import { renderResults, type ShownResults } from "./results.ts";
import { type Mark, MARKS, type Row } from "./rows.ts";
import { PLAIN, type View, type Voice } from "./template.ts";
import { MARKDOWN } from "./voice.ts";
import { type Dictionary, renderPage, say, sayIfAny, type Words } from "./words.ts";

export interface Card {
  readonly headSha: string;
  readonly state: "open" | "closed" | "merged";
  readonly rows: readonly Row[];
  readonly progress: Progress | null;
  readonly failures: FailuresVerdict | null;
  readonly outlook: Outlook | null;
  /** What the shown run measured, once it has ended. */
  readonly results: ShownResults | null;
  /** What one sweep runs and what changes; folded away. */
  readonly plan: ShownPlan | null;
  /** Slots that any sentence may use: names from the configuration. */
  readonly names: { readonly recommended: string; readonly checklist: string };
}

/** The one status card of a pull request (decision 22): what is true, what is missing and what to do next. */
export function renderCard(
  card: Card,
  dictionary: Dictionary,
  languages: readonly Language[],
): string {
  const body = inLanguages(languages, dictionary, (words) =>
    cardText(card, words, resultsIn(words)),
  );
  return fitComment(body, say(dictionary[languages[0] ?? "en"], "card.cut", {}, MARKDOWN));

  function resultsIn(words: Words): string {
    if (card.results === null) return "";
    const isFirst = words.language === (languages[0] ?? "en");
    return renderResults(card.results, words, isFirst ? "full" : "words");
  }
}

/** A card in one language, as Markdown; the results of its run are rendered for the place they stand in. */
export function cardText(card: Card, words: Words, results = ""): string {
  return renderPage(words, "card", { ...cardView(card, words), results }, MARKDOWN);
}

/** Which line's next step is shown: what is broken first, then what waits for somebody. */
const URGENCY: readonly Mark[] = ["fail", "warn", "none", "pass", "wait"];

function cardView(card: Card, words: Words): View {
  const rows = card.rows.map((row) => ({
    mark: MARKS[row.mark],
    subject: say(words, `card.subject_${row.subject}`, {}, MARKDOWN),
    text: cell(rowText(row, card, words)),
  }));
  return {
    title: say(words, "card.title", {}, MARKDOWN),
    at: say(words, "card.at", { sha: card.headSha.slice(0, 7) }, MARKDOWN),
    state: card.state === "open" ? "" : say(words, `card.${card.state}`, {}, MARKDOWN),
    rows,
    nextTitle: say(words, "card.next_title", {}, MARKDOWN),
    next: nextStep(card, words),
    progress: card.progress === null ? null : progressView(card.progress, card.outlook, words),
    failures: failuresView(card.failures, words),
    plan: card.plan === null ? "" : renderPlan(card.plan, words, BRIEF),
  };
}

/** The most urgent next step among the card's lines, in one language. */
export function nextStep(card: Card, words: Words): string {
  for (const mark of URGENCY) {
    for (const row of card.rows.filter((each) => each.mark === mark)) {
      const next = rowNext(row, card, words);
      if (next !== null) return next;
    }
  }
  return say(words, "card.nothing_next", {}, MARKDOWN);
}

/** What to do about one line of the card, as Markdown; null where there is nothing. */
export function rowNext(row: Row, card: Card, words: Words): string | null {
  const values = valuesOf(row, card, words, MARKDOWN);
  return sayIfAny(words, `card.${row.code}_next`, values, MARKDOWN);
}

/** What one line of the card says, as Markdown. */
export function rowText(row: Row, card: Card, words: Words): string {
  return say(words, `card.${row.code}`, valuesOf(row, card, words, MARKDOWN), MARKDOWN);
}

/** The same line for places that are not Markdown: terminals and status pages. */
export function plainRowText(row: Row, card: Card, words: Words): string {
  return plainLine(say(words, `card.${row.code}`, valuesOf(row, card, words, PLAIN), PLAIN));
}

/** How far the card's run is, for the same places: a line a family, then what failed. */
export function plainProgress(card: Card, words: Words): readonly string[] {
  if (card.progress === null) return [];
  const view = progressView(card.progress, card.outlook, words);
  const failed = failuresView(card.failures, words);
  const failures = failed === null ? [] : [failed.title, ...failed.lines.map(lineOf), failed.more];
  const lines = [view.title, ...[...view.families, ...view.outlook].map(lineOf), ...failures];
  return plainLines(lines.join("\n"));
}

function lineOf({ line }: { readonly line: string }): string {
  return line;
}

function valuesOf(row: Row, card: Card, words: Words, voice: Voice): View {
  const reasons = (row.rules ?? []).map((rule) => ruleSentence(rule, words, voice));
  return { ...card.names, ...row.values, reasons };
}

/** A rule of the reuse verdict as a sentence: held, broken or not known. */
export function ruleSentence(rule: RuleResult, words: Words, voice: Voice): string {
  return say(words, `reuse.${rule.rule}_${rule.outcome}`, rule.values, voice);
}

/** How a rule came out. */
export function ruleMark(rule: Pick<RuleResult, "outcome">): string {
  if (rule.outcome === "pass") return "✅";
  return rule.outcome === "fail" ? "❌" : "➖";
}

interface ProgressView extends View {
  readonly title: string;
  readonly families: readonly { readonly line: string }[];
  readonly hasOutlook: boolean;
  readonly outlook: readonly { readonly line: string }[];
}

function progressView(progress: Progress, ahead: Outlook | null, words: Words): ProgressView {
  const outlook = outlookLines(ahead, words).map((line) => ({ line }));
  return {
    title: say(
      words,
      "card.progress_title",
      { done: progress.done, total: progress.total },
      MARKDOWN,
    ),
    families: progress.families.map((family) => ({ line: familyLine(family, words) })),
    hasOutlook: outlook.length > 0,
    outlook,
  };
}

function familyLine(family: FamilyProgress, words: Words): string {
  const { done, total, failed, running } = family;
  const view = { bar: progressBar(done, total), done, total, family: family.family };
  return [
    say(words, "card.progress_family", view, MARKDOWN),
    failed > 0 ? say(words, "card.progress_failed", { failed }, MARKDOWN) : "",
    running > 0 ? say(words, "card.progress_running", { running }, MARKDOWN) : "",
  ]
    .filter((text) => text !== "")
    .join(" · ");
}

/** Keeps a sentence inside one table cell. */
function cell(text: string): string {
  return text.replace(/\s*\n\s*/gu, " ").replace(/(?<!\\)\|/gu, "\\|");
}
