import type { Verdicts } from "../decide/decide.ts";
import type { CheckRunContent, Effect } from "../model/effect.ts";
import type { Facts } from "../model/facts.ts";
import type { WorkflowRun } from "../model/github.ts";
import { changelogCheck, configCheck, droppedSweepCheck, sweepCheck } from "../render/checks.ts";
import { lossCheck } from "../render/loss-check.ts";
import { publicationCheck } from "../render/publication.ts";
import { readinessCheck } from "../render/readiness.ts";
import { recipesCheck } from "../render/recipes.ts";
import type { Dictionary } from "../render/words.ts";
import { planChecks } from "./checks.ts";

/** The check runs of a pull request: on head while it is open, on the merge commit after it. */
export function planCheckRuns(
  verdicts: Verdicts,
  facts: Facts,
  dictionary: Dictionary,
): readonly Effect[] {
  const sources = { facts, dictionary };
  const { app, pull, repository, merge } = facts;
  const dropped = facts.checksOf === null ? droppedSweep(verdicts, facts, dictionary) : [];
  if (merge !== null) {
    const published =
      publicationCheck(verdicts.merge, merge.mergeSha, sources) ??
      lossCheck(verdicts, merge.mergeSha, sources);
    return [
      ...planChecks(dropped, facts.checkRuns, app.id),
      ...planChecks(published === null ? [] : [published], merge.checkRuns, app.id),
    ];
  }
  if (facts.checksOf !== null) return [];
  if (pull.state === "closed" || pull.baseRef !== repository.defaultBranch) {
    return planChecks(dropped, facts.checkRuns, app.id);
  }
  const wanted = [
    changelogCheck(verdicts.changelog, verdicts.matrix, { ...sources, gate: verdicts.gate }),
    configCheck(sources),
    recipesCheck(verdicts.recipes, sources),
    verdicts.sweep.decision.kind === "start"
      ? null
      : sweepCheck(verdicts.sweep, verdicts.progress, { ...sources, explanation: verdicts }),
    ...dropped,
    verdicts.readiness === null ? null : readinessCheck(verdicts.readiness, sources),
  ].filter((check) => check !== null);
  return planChecks(wanted, facts.checkRuns, app.id);
}

/**
 * Concludes our check of a sweep that nobody wants any more (label gone, closed, merged, blocked) and
 * that does not run: a check that stays "in progress" for ever would hold up everybody who waits for it.
 */
function droppedSweep(
  { sweep }: Verdicts,
  facts: Facts,
  dictionary: Dictionary,
): readonly CheckRunContent[] {
  const { decision, cancel } = sweep;
  if ("plan" in decision) return [];
  if (decision.kind === "blocked" && decision.code.endsWith("_unknown")) return [];
  const { app, pull, checkRuns, runs } = facts;
  const open = checkRuns.filter((check) => check.appId === app.id && check.status !== "completed");
  const standing = open.find(
    (check) => check.name === "sweepbot/sweep" && check.headSha === pull.headSha,
  );
  if (standing === undefined) return [];
  const run = runs.find((each) => each.planKey === standing.externalId)?.run;
  if (run !== undefined && goesOn(run, cancel)) return [];
  const conclusion = run?.conclusion === "success" ? "success" : "cancelled";
  return [droppedSweepCheck(standing, conclusion, { facts, dictionary })];
}

function goesOn(run: WorkflowRun, cancelled: readonly number[]): boolean {
  return run.status !== "completed" && !cancelled.includes(run.id);
}
