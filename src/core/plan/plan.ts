import { type AnswerRecord, answersGiven, answerTag } from "../decide/answered.ts";
import type { Verdicts } from "../decide/decide.ts";
import type { Effect } from "../model/effect.ts";
import type { Facts } from "../model/facts.ts";
import type { Comment } from "../model/github.ts";
import { isWithin } from "../model/places.ts";
import { renderAnswer } from "../render/answers.ts";
import { LEGACY_REMINDER, renderReminder } from "../render/notices.ts";
import type { Dictionary } from "../render/words.ts";
import { planCard } from "./card.ts";
import { planCheckRuns } from "./check-runs.ts";
import { planComments, type WantedComment } from "./comments.ts";
import { planDispatch } from "./dispatch.ts";
import { forkWait, planForkLabel } from "./fork.ts";
import { seenBy } from "./seen.ts";
import { planHealth } from "./health.ts";
import { planRecovery, recoveryWaits } from "./recovery.ts";
import { orderWait, planOrder } from "./order.ts";
import { planRepair } from "./repair.ts";
import { planSignoff, signoffWait } from "./signoff.ts";
import { planStaging, stagingWait } from "./staging.ts";
import { planSuggestions } from "./suggestions.ts";
import { planVisualizer } from "./visualizer.ts";

export interface Plan {
  readonly effects: readonly Effect[];
  /** When to look again although nothing may have happened; null when an event will tell. */
  readonly lookAgainMs: number | null;
}

/** How soon a read that failed, or a run that should show up, is looked for again. */
const PATIENCE_MS = 60_000;
const STARTING_MS = 5_000;
const STARTING_LIMIT_MS = 5 * 60_000;
/** How long a log or a result file that is missing after its run's end is looked for every minute. */
const LATE_FILE_MS = 10 * 60_000;

/**
 * Wanted state minus present state, in the order in which the timeline should show it. Carried out
 * and planned again, nothing is left (architecture §5).
 */
export function plan(verdicts: Verdicts, facts: Facts, dictionary: Dictionary): Plan {
  const card = planCard(verdicts, facts, dictionary);
  const effects = [
    ...planCancels(verdicts),
    ...planForkLabel(verdicts, facts),
    ...planRetry(verdicts),
    ...planEyes(verdicts, facts),
    ...planRepair(verdicts, facts, dictionary),
    ...planRerun(verdicts),
    ...planDispatch(verdicts, facts, dictionary),
    ...planStaging(verdicts, facts, dictionary),
    ...planRecovery(verdicts, facts, dictionary),
    ...planCheckRuns(verdicts, facts, dictionary),
    ...planSuggestions(verdicts, facts, dictionary),
    ...card.effects,
    ...planReminder(facts, dictionary),
    ...planSignoff(verdicts, facts, dictionary),
    ...planHealth(facts, dictionary),
    ...planAnswers(verdicts, facts, dictionary),
    ...planVisualizer(facts, dictionary),
    ...planOrder(verdicts, facts, dictionary),
  ];
  return {
    effects: withoutRepeats(effects),
    lookAgainMs: soonest([
      card.lookAgainMs,
      forkWait(verdicts, facts),
      orderWait(verdicts, facts),
      verdicts.recipes.kind === "checked" ? verdicts.recipes.lookAgainMs : null,
      ...verdicts.stagings.map((staging) => stagingWait(staging, facts.now)),
      ...recoveryWaits(verdicts, facts),
      ...waits(verdicts, facts),
      fileWait(verdicts, facts),
      signoffWait(verdicts, facts),
      retryWait(verdicts, facts),
    ]),
  };
}

/** Every plan of comments names the extra copies of all tags; each is deleted once. */
function withoutRepeats(effects: readonly Effect[]): readonly Effect[] {
  const deleted = new Set<number>();
  return effects.filter((effect) => {
    if (effect.kind !== "deleteComment") return true;
    const isNew = !deleted.has(effect.commentId);
    deleted.add(effect.commentId);
    return isNew;
  });
}

/** 👀 on every command that is about to be answered or has to wait (decision 4). */
function planEyes({ commands }: Verdicts, facts: Facts): readonly Effect[] {
  const pending = [...commands.waiting, ...commands.answers.map((answer) => answer.commentId)];
  return reactions(pending, "eyes", facts.comments);
}

function planCancels({ sweep }: Verdicts): readonly Effect[] {
  return sweep.cancel.map((runId) => ({ kind: "cancelRun", runId }));
}

/** The re-run that a command asks for; the command is answered by the next look, which finds its record. */
function planRerun({ commands }: Verdicts): readonly Effect[] {
  return commands.rerun === null ? [] : [{ kind: "rerunRun", ...commands.rerun.rerun }];
}

/** Failed jobs are run again once for each attempt that only machines failed. */
function planRetry({ retry }: Verdicts): readonly Effect[] {
  if (retry.kind !== "due" || retry.sentAt !== null) return [];
  const { key, runId, attempt } = retry;
  return [{ kind: "rerunRun", key, runId, attempt, which: "failed" }];
}

/** One reminder for each pull request that touches recipes, also when another workflow wrote it (decision 22). */
function planReminder(facts: Facts, dictionary: Dictionary): readonly Effect[] {
  const { config, pull, files, comments, app } = facts;
  if (!config.inForce.reminder || pull.state === "closed" || files.kind === "unknown") return [];
  const places = config.inForce.paths.reminder;
  const touches = files.value.some(
    (file) => isWithin(file.path, places) || isWithin(file.previousPath ?? "", places),
  );
  const stands = comments.some(
    (comment) =>
      comment.author?.login === "github-actions[bot]" && comment.body.includes(LEGACY_REMINDER),
  );
  if (!touches || stands) return [];
  const body = renderReminder(facts, dictionary);
  return planComments([{ tag: "reminder", body, upkeep: "once" }], comments, app.id);
}

function planAnswers(verdicts: Verdicts, facts: Facts, dictionary: Dictionary): readonly Effect[] {
  const { commands } = verdicts;
  const config = facts.config.inForce;
  const answers = commands.answers.flatMap((answer) => {
    const wanted: WantedComment = {
      tag: answerTag(answer.record),
      body: renderAnswer({ ...answer, seen: seenBy(verdicts, facts) }, config, dictionary),
      upkeep: "once",
    };
    return [
      ...planComments([wanted], facts.comments, facts.app.id),
      ...outcomeReaction(answer.record, facts),
    ];
  });
  // An answer whose reaction was lost on the way is not pending any more, and still gets it.
  const given = answersGiven(facts.comments, facts.app.id);
  return [...answers, ...given.flatMap((record) => outcomeReaction(record, facts))];
}

function outcomeReaction(record: AnswerRecord, { comments }: Facts): readonly Effect[] {
  if (!comments.some((comment) => comment.id === record.commentId)) return [];
  return reactions([record.commentId], record.outcome === "done" ? "rocket" : "-1", comments);
}

function reactions(
  commentIds: readonly number[],
  content: "eyes" | "rocket" | "-1",
  comments: readonly Comment[],
): readonly Effect[] {
  return commentIds.flatMap((commentId): readonly Effect[] => {
    const given =
      comments.find((comment) => comment.id === commentId)?.reactionCounts[content] ?? 0;
    return given > 0 ? [] : [{ kind: "react", commentId, content }];
  });
}

function waits(verdicts: Verdicts, { claims }: Facts): readonly (number | null)[] {
  const { commands, changelog, sweep, merge, readiness } = verdicts;
  const { decision } = sweep;
  const unread = decision.kind === "blocked" && decision.code.endsWith("_unknown");
  const waitWhen = (condition: boolean, ms: number): number | null => (condition ? ms : null);
  return [
    waitWhen(commands.waiting.length > 0, PATIENCE_MS),
    waitWhen(changelog.kind === "unknown" || unread, PATIENCE_MS),
    waitWhen(merge.kind === "waiting" || waitsForReceipt(merge), PATIENCE_MS),
    // GitHub works out conflicts after it was asked, and sends no event when it has.
    waitWhen(waitsForConflicts(readiness), PATIENCE_MS),
    waitWhen(decision.kind === "starting", STARTING_MS),
    // What was answered, pushed, started or sent is shown by the next look, whatever deliveries tell.
    waitWhen(commands.answers.length > 0 || commands.push !== null, 0),
    // One that is taken up again after a crash says itself how long it waits.
    waitWhen(commands.rerun?.isNew === true, 0),
    decision.kind === "start" ? waitForKey(decision.plan.key, claims) : null,
    merge.kind === "ingest" ? waitForKey(merge.dispatch.key, claims) : null,
  ];
}

/** The receiving repository tells nobody here how far it is: it is asked. */
function waitsForReceipt(merge: Verdicts["merge"]): boolean {
  return merge.kind === "sent" && ["awaited", "running"].includes(merge.receipt.kind);
}

function waitsForConflicts(readiness: Verdicts["readiness"]): boolean {
  if (readiness === null || readiness.kind === "nothingToPublish") return false;
  return readiness.items.some(
    ({ aspect, outcome }) => aspect === "conflicts" && outcome === "waiting",
  );
}

/** No event tells that a log or a result file can be had. */
function fileWait({ failures, results }: Verdicts, { now, runs }: Facts): number | null {
  const isUnread =
    (failures?.failures ?? []).some(({ cause }) => cause?.kind === "unknown") ||
    (results?.remarks.failures ?? []).some(({ cause }) => cause === "unavailable");
  const isFresh = runs.some(({ jobs, run }) => jobs !== null && now - run.updatedAt < LATE_FILE_MS);
  return isUnread && isFresh ? PATIENCE_MS : null;
}

/** The next attempt shows a moment after it was asked for. */
function retryWait({ retry }: Verdicts, { now, claims }: Facts): number | null {
  if (retry.kind !== "due") return null;
  if (retry.sentAt === null) return waitForKey(retry.key, claims);
  return now - retry.sentAt < STARTING_LIMIT_MS ? STARTING_MS : null;
}

/** What is done now is shown at once; an earlier try of it, which a crash left half done, is looked for every few seconds. */
function waitForKey(key: string, claims: Facts["claims"]): number {
  const isLookedFor = claims.some((claim) => claim.key === key && claim.state === "claimed");
  return isLookedFor ? STARTING_MS : 0;
}

function soonest(waits: readonly (number | null)[]): number | null {
  const known = waits.filter((wait) => wait !== null);
  return known.length === 0 ? null : Math.min(...known);
}
