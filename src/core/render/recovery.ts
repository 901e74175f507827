/** What is said about results that are published again: the answer, and the recovery pull request's own texts. */
import type { Reply } from "../decide/commands.ts";
import type { RecoveryJudgement, RecoveryReply } from "../decide/recovery.ts";
import { renderRecoveryRecord } from "../decide/recovery-record.ts";
import type { RecoveryRuleResult } from "../decide/recovery-rules.ts";
import type { Config } from "../model/config.ts";
import type { RecoveryRecord } from "../model/recovery.ts";
import { ruleMark } from "./card.ts";
import { inLanguages } from "./languages.ts";
import { PLAIN, type View } from "./template.ts";
import { MARKDOWN } from "./voice.ts";
import { type Dictionary, say, type Words } from "./words.ts";

/** What `/recover-ingest` is answered, in one language: every rule, or why another command counts. */
export function recoveryText(reply: RecoveryReply, words: Words): string {
  if (reply.kind === "recoveryReplaced") return say(words, "recovery.replaced", {}, MARKDOWN);
  const rules = reply.judgement.rules.map((rule) => `- ${ruleMark(rule)} ${sentence(rule, words)}`);
  return [headline(reply.judgement, words), "", ...rules].join("\n");
}

/** The hidden lines of what is accepted. */
export function recoveryLines(replies: readonly Reply[]): readonly string[] {
  return replies.flatMap((reply) =>
    reply.kind === "recovery" && reply.record !== null ? [renderRecoveryRecord(reply.record)] : [],
  );
}

/** Rules about the run alone are those of `/reuse-sweep-run`, in its words. */
function sentence({ rule, outcome, values }: RecoveryRuleResult, words: Words): string {
  return OWN.has(rule)
    ? say(words, `recovery.${rule}_${outcome}`, values, MARKDOWN)
    : say(words, `reuse.${rule}_${outcome}`, values, MARKDOWN);
}

const OWN: ReadonlySet<string> = new Set<RecoveryRuleResult["rule"]>([
  "landed",
  "publication_lost",
  "no_other_recovery",
  "recipes_as_merged",
  "scripts_as_merged",
  "recipes_on_main",
  "scripts_on_main",
]);

function headline(judgement: RecoveryJudgement, words: Words): string {
  if (judgement.kind === "eligible") {
    const { id, url, attempt } = judgement.run.run;
    return say(words, "recovery.answer_eligible", { run: id, url, attempt }, MARKDOWN);
  }
  return say(words, `recovery.answer_${judgement.kind}`, { run: judgement.runId ?? "" }, MARKDOWN);
}

function viewOf({ pull, runId, sourceSha, landedSha, login }: RecoveryRecord): View {
  return {
    ...{ number: pull, run: runId, login },
    source: sourceSha.slice(0, 7),
    landed: landedSha.slice(0, 7),
  };
}

/** Title and text of the recovery pull request. */
export function recoveryPull(
  record: RecoveryRecord,
  config: Config,
  dictionary: Dictionary,
): { readonly title: string; readonly body: string } {
  const view = { ...viewOf(record), observes: config.sweep.trigger === "observe" };
  const first = dictionary[config.languages[0] ?? "en"];
  return {
    title: say(first, "recovery.pull_title", view, PLAIN),
    body: inLanguages(config.languages, dictionary, (words) =>
      say(words, "recovery.pull_body", view, MARKDOWN),
    ),
  };
}

/** The comment that authorises the run there, below its hidden lines. */
export function recoveryAuthorisation(
  record: RecoveryRecord,
  config: Config,
  dictionary: Dictionary,
): string {
  const view = { ...viewOf(record), observes: config.sweep.trigger === "observe" };
  const text = inLanguages(config.languages, dictionary, (words) =>
    say(words, "recovery.authorised", view, MARKDOWN),
  );
  return `${renderRecoveryRecord(record)}\n${text}`;
}

/** Messages of the commits, in English like all of Git. */
export function recoveryCommit(
  part: "branch" | "entries" | "carrier",
  record: RecoveryRecord,
  dictionary: Dictionary,
): string {
  return say(dictionary.en, `recovery.commit_${part}`, viewOf(record), PLAIN);
}
