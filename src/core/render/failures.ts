import type { Failure, FailuresVerdict } from "../decide/failures.ts";
import { type View, type Voice } from "./template.ts";
import { MARKDOWN } from "./voice.ts";
import { say, sayIfAny, type Words } from "./words.ts";

/** Failures that are listed; the others are counted. */
const SHOWN = 5;

export interface FailuresView extends View {
  readonly title: string;
  readonly lines: readonly { readonly line: string }[];
  readonly more: string;
  /** How many jobs were cancelled because of these; empty for none. */
  readonly failFast: string;
  /** One next step for each kind of cause. */
  readonly steps: readonly { readonly line: string }[];
}

/** What failed first and why, with a next step for each kind of cause; null when nothing did. */
export function failuresView(verdict: FailuresVerdict | null, words: Words): FailuresView | null {
  if (verdict === null || verdict.failures.length === 0) return null;
  const shown = verdict.failures.slice(0, SHOWN);
  const more = verdict.failures.length - shown.length;
  const jobs = verdict.cancelledByFailFast;
  return {
    title: say(words, "card.failures_title", {}, MARKDOWN),
    lines: shown.map((failure) => ({ line: failureLine(failure, words) })),
    more: more > 0 ? say(words, "card.failures_more", { more }, MARKDOWN) : "",
    failFast: jobs > 0 ? say(words, "causes.fail_fast", { jobs }, MARKDOWN) : "",
    steps: [...new Set(shown.flatMap((failure) => nextStepOf(failure, words)))].map((line) => ({
      line,
    })),
  };
}

/** The same as Markdown, for a check run; empty when nothing failed. */
export function renderFailures(verdict: FailuresVerdict | null, words: Words): string {
  const view = failuresView(verdict, words);
  if (view === null) return "";
  const steps = view.steps.map(({ line }) => `- ${line}`).join("\n");
  const list = view.lines.map(({ line }) => `1. ${line}`).join("\n");
  return [`${view.title}\n${list}`, view.more, view.failFast, steps]
    .filter((part) => part !== "")
    .join("\n\n");
}

function failureLine(failure: Failure, words: Words): string {
  const { name, url, failedStep } = failure;
  const job = { name, url: url ?? "", step: failedStep ?? "" };
  const cause = causeText(failure, words, MARKDOWN);
  const line = say(words, "card.failure_line", job, MARKDOWN);
  return cause === "" ? line : say(words, "causes.because", { line, cause }, MARKDOWN);
}

/** Why a job failed, in words; empty for one that was not asked about. */
function causeText({ cause, runnerName }: Failure, words: Words, voice: Voice): string {
  if (cause === null) return "";
  if (cause.kind === "unknown") return say(words, `causes.unknown_${cause.cause}`, {}, voice);
  const finding = cause.value;
  if (finding === null) return say(words, "causes.unmatched", {}, voice);
  const isQuoted = finding.where === "log" || finding.where === "annotation";
  const view = {
    kind: say(words, `causes.class_${finding.class}`, {}, voice),
    runner: finding.infrastructure ? (runnerName ?? "") : "",
    text: isQuoted ? finding.text : "",
    number: finding.line ?? "",
  };
  return say(words, "causes.found", view, voice);
}

/** What to do about it; nothing for a failure that was not asked about. */
function nextStepOf({ cause }: Failure, words: Words): readonly string[] {
  if (cause === null) return [];
  if (cause.kind === "unknown") return [say(words, "causes.next_unknown", {}, MARKDOWN)];
  const kind = cause.value?.infrastructure === true ? "infrastructure" : cause.value?.class;
  const step = sayIfAny(words, `causes.next_${kind ?? "unmatched"}`, {}, MARKDOWN);
  return [step ?? say(words, "causes.next_unmatched", {}, MARKDOWN)];
}
