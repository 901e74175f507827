import type { GateVerdict } from "../decide/gate.ts";
import type { Progress } from "../decide/progress.ts";
import type { SweepVerdict } from "../decide/sweep.ts";
import type { ChangelogVerdict, MatrixVerdict } from "../decide/validation.ts";
import type { CheckRunContent } from "../model/effect.ts";
import type { Facts } from "../model/facts.ts";
import type { CheckRun } from "../model/github.ts";
import { CHECK_OUTPUT_CHARACTERS } from "../model/limits.ts";
import { hasErrors } from "../model/problem.ts";
import { checkStateWithBlame, type Explanation } from "./blame.ts";
import { withContentId } from "./content-id.ts";
import { renderFailures } from "./failures.ts";
import { fitComment, fitLine } from "./fit.ts";
import { inLanguages } from "./languages.ts";
import { validationProblems } from "./plan-answer.ts";
import { renderPatterns } from "./patterns.ts";
import { shownPlan } from "./plan-table.ts";
import { plainLine } from "./plain.ts";
import { annotationsOf, renderFindings } from "./problems.ts";
import { changelogRow, matrixRow } from "./rows.ts";
import { PLAIN } from "./template.ts";
import { MARKDOWN } from "./voice.ts";
import { type Dictionary, say, type Words } from "./words.ts";

/** Longest title of a check run that is shown whole. */
export const TITLE_CHARACTERS = 250;

export interface CheckSources {
  readonly facts: Facts;
  readonly dictionary: Dictionary;
  /** What the changelog gate has found besides. */
  readonly gate?: GateVerdict;
  /** Why jobs of the sweep failed. */
  readonly explanation?: Explanation;
}

/** The check run `sweepbot/changelog`: changelog contract and recipes, every finding on its line. */
export function changelogCheck(
  changelog: ChangelogVerdict,
  matrix: MatrixVerdict,
  sources: CheckSources,
): CheckRunContent {
  const { gate } = sources;
  const problems = [...validationProblems(changelog, matrix), ...(gate?.problems ?? [])];
  const row = changelogRow(changelog);
  const recipes = matrixRow(matrix);
  const headline = (words: Words): string =>
    [row, ...(recipes?.mark === "fail" ? [recipes] : [])]
      .map((each) => say(words, `card.${each.code}`, each.values, MARKDOWN))
      .join(" ");
  const { facts } = sources;
  const first = firstWords(sources);
  const unread = changelog.kind === "unknown" || matrix.kind === "unknown";
  return withContentId({
    name: "sweepbot/changelog",
    headSha: facts.pull.headSha,
    status: unread ? "in_progress" : "completed",
    conclusion: unread ? null : conclusionOf(changelog, matrix),
    detailsUrl: null,
    title: fitLine(plainLine(say(first, `card.${row.code}`, row.values, PLAIN)), TITLE_CHARACTERS),
    summary: summaryOf(sources, (words) => {
      const findings = {
        headline: headline(words),
        problems,
        baseProblems: "baseProblems" in changelog ? changelog.baseProblems : [],
        plan: shownPlan(matrix),
      };
      return renderFindings(findings, words) + renderPatterns(gate?.patterns ?? [], words);
    }),
    annotations: annotationsOf(problems, first),
  });
}

function conclusionOf(
  changelog: ChangelogVerdict,
  matrix: MatrixVerdict,
): CheckRunContent["conclusion"] {
  const broken =
    changelog.kind === "invalid" || ("problems" in matrix && hasErrors(matrix.problems));
  if (broken) return "failure";
  if (changelog.kind === "conflict") return "action_required";
  return changelog.kind === "untouched" ? "neutral" : "success";
}

/** The check run `sweepbot/config` of a pull request that changes the settings; null for all others. */
export function configCheck(sources: CheckSources): CheckRunContent | null {
  const { facts } = sources;
  const { proposed } = facts.config;
  if (proposed === null) return null;
  const bad = proposed.length > 0;
  const view = { problems: proposed.length };
  const headline = (words: Words): string =>
    bad
      ? `${say(words, "check.config_bad", view, MARKDOWN)} ${say(words, "check.config_summary", {}, MARKDOWN)}`
      : say(words, "check.config_ok", {}, MARKDOWN);
  const first = firstWords(sources);
  return withContentId({
    name: "sweepbot/config",
    headSha: facts.pull.headSha,
    status: "completed",
    conclusion: bad ? "failure" : "success",
    detailsUrl: null,
    title: say(first, bad ? "check.config_bad" : "check.config_ok", view, PLAIN),
    summary: summaryOf(sources, (words) =>
      renderFindings(
        { headline: headline(words), problems: proposed, baseProblems: [], plan: null },
        words,
      ),
    ),
    annotations: annotationsOf(proposed, first),
  });
}

/** The check run `sweepbot/sweep`: its external id is the plan key, the record of what was started (architecture §5). */
export function sweepCheck(
  verdict: SweepVerdict,
  progress: Progress | null,
  sources: CheckSources,
): CheckRunContent | null {
  const { decision, shown } = verdict;
  if (!("plan" in decision)) return null;
  const { explanation } = sources;
  const plain = sweepState(verdict);
  const state = explanation === undefined ? plain : checkStateWithBlame(plain, explanation);
  const failures = (words: Words): string => renderFailures(explanation?.failures ?? null, words);
  const { done, total, failed } = progress ?? { done: 0, total: 0, failed: 0 };
  const title = (words: Words): string =>
    say(words, `check.sweep_title_${state.title}`, { done, total, failed }, PLAIN);
  return {
    name: "sweepbot/sweep",
    headSha: decision.plan.headSha,
    externalId: decision.plan.key,
    status: state.conclusion === null ? "in_progress" : "completed",
    conclusion: state.conclusion,
    detailsUrl: shown?.planKey === decision.plan.key ? shown.run.url : null,
    title: title(firstWords(sources)),
    summary: summaryOf(sources, (words) => `${title(words)}\n\n${failures(words)}`.trim()),
    annotations: [],
  };
}

/** The same check run once nobody waits for its sweep any more: how it ended, and what to do next. */
export function droppedSweepCheck(
  standing: CheckRun,
  conclusion: "success" | "cancelled",
  sources: CheckSources,
): CheckRunContent {
  const state = sources.facts.pull.state === "closed" ? "closed" : "dropped";
  const title = (words: Words): string => say(words, `check.sweep_title_${state}`, {}, PLAIN);
  return {
    name: "sweepbot/sweep",
    headSha: standing.headSha,
    externalId: standing.externalId,
    status: "completed",
    conclusion,
    detailsUrl: standing.detailsUrl,
    title: title(firstWords(sources)),
    summary: summaryOf(sources, title),
    annotations: [],
  };
}

function sweepState(verdict: SweepVerdict): {
  readonly title: string;
  readonly conclusion: CheckRunContent["conclusion"];
} {
  const { decision, shown } = verdict;
  if (decision.kind === "triggerFailed") return { title: "trigger_failed", conclusion: "failure" };
  if (decision.kind === "running") {
    return { title: shown?.run.status === "in_progress" ? "running" : "queued", conclusion: null };
  }
  if (decision.kind !== "ended") return { title: "starting", conclusion: null };
  return endState(shown?.run.conclusion ?? "failure");
}

function endState(conclusion: string): ReturnType<typeof sweepState> {
  switch (conclusion) {
    case "success":
    case "cancelled":
      return { title: conclusion, conclusion };
    case "stale":
      return { title: "cancelled", conclusion: "cancelled" };
    case "skipped":
    case "neutral":
    case "startup_failure":
    case "action_required":
      return { title: "trigger_failed", conclusion: "failure" };
    default:
      return { title: "failure", conclusion: "failure" };
  }
}

/** Words of the language that comes first. */
export function firstWords({ facts, dictionary }: CheckSources): Words {
  return dictionary[facts.config.inForce.languages[0] ?? "en"];
}

/** The summary in every language of the settings, cut where GitHub cuts. */
export function summaryOf(sources: CheckSources, render: (words: Words) => string): string {
  const { languages } = sources.facts.config.inForce;
  const body = inLanguages(languages, sources.dictionary, render);
  const cut = say(firstWords(sources), "card.cut", {}, MARKDOWN);
  return fitComment(body, cut, CHECK_OUTPUT_CHARACTERS);
}
