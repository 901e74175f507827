import type { StagingReply } from "../decide/staging-commands.ts";
import { renderStagingRecord, stagingSection } from "../decide/staging-record.ts";
import type { StagingRecord, StagingState } from "../decide/staging-record.ts";
import type { StagingJudgement } from "../decide/staging.ts";
import type { StagingRuleResult } from "../decide/staging-rules.ts";
import type { StagingProgress } from "../decide/stagings.ts";
import type { Config } from "../model/config.ts";
import { ruleMark } from "./card.ts";
import { inLanguages } from "./languages.ts";
import { MARKDOWN } from "./voice.ts";
import { type Dictionary, say, type Words } from "./words.ts";

const MARKS: Readonly<Record<StagingState, string>> = {
  ordered: "⏳",
  sent: "⏳",
  silent: "⚠️",
  refused: "❌",
  started: "⏳",
  failed: "❌",
  succeeded: "✅",
};

/** What `/stage-results` is answered, in one language: every rule of the verdict, or why another command counts. */
export function stagingText(reply: StagingReply, words: Words): string {
  if (reply.kind === "stagingReplaced") return say(words, "staging.replaced", {}, MARKDOWN);
  const rules = reply.judgement.rules.map(
    (rule) => `- ${ruleMark(rule)} ${stagingRuleSentence(rule, words)}`,
  );
  return [headline(reply.judgement, words), "", ...rules].join("\n");
}

/** A rule as a sentence: held, broken or not known. */
function stagingRuleSentence(rule: StagingRuleResult, words: Words): string {
  return say(words, `staging.${rule.rule}_${rule.outcome}`, rule.values, MARKDOWN);
}

function headline(judgement: StagingJudgement, words: Words): string {
  if (judgement.kind === "eligible") {
    const { id, attempt, url } = judgement.run;
    return say(words, "staging.answer_eligible", { run: id, attempt, url }, MARKDOWN);
  }
  return say(words, `staging.answer_${judgement.kind}`, { run: judgement.runId ?? "" }, MARKDOWN);
}

/** The hidden record of what is acknowledged, and the part of the answer that says how far it is. */
export function stagingLines(
  record: StagingRecord,
  config: Config,
  dictionary: Dictionary,
): readonly string[] {
  const ordered = { state: "ordered", isNew: true } as const;
  const section = renderStagingProgress(
    { record, progress: ordered, site: "" },
    config,
    dictionary,
  );
  return [renderStagingRecord(record), section];
}

export interface ShownStaging {
  readonly record: StagingRecord;
  readonly progress: StagingProgress;
  /** Where GitHub's pages are, such as `https://github.com`. */
  readonly site: string;
}

/** How far a request is, in every language, with the link to what is shown on the staging site. */
export function renderStagingProgress(
  { record, progress, site }: ShownStaging,
  config: Config,
  dictionary: Dictionary,
): string {
  const { repository, url } = config.staging;
  const { runId, date, attempt, login } = record;
  const { state } = progress;
  const appRun = "appRunId" in progress ? progress.appRunId : "";
  const view = {
    ...{ run: runId, attempt, login, repository, appRun },
    reason: state === "refused" ? progress.reason : "",
    appUrl: `${site}/${repository}/actions/runs/${appRun}`,
    url: url
      .replaceAll("{date}", encodeURIComponent(date))
      .replaceAll("{run}", encodeURIComponent(runId)),
  };
  const text = inLanguages(
    config.languages,
    dictionary,
    (words) => `${MARKS[state]} ${say(words, `staging.state_${state}`, view, MARKDOWN)}`,
  );
  return stagingSection(state, text);
}
