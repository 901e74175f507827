import type { ClaimFact, Facts, RunFacts } from "../model/facts.ts";
import { claimRefusal } from "./claim-refusal.ts";
import type { FailuresVerdict } from "./failures.ts";
import type { ReuseVerdict } from "./reuse.ts";
import { rerunEnd } from "./sweep-rerun.ts";
import { isStopped } from "./sweep-stop.ts";
import type { SweepVerdict } from "./sweep.ts";

/** The how-manieth automatic re-run it is, and how many the settings allow. */
interface Count {
  readonly nth: number;
  readonly most: number;
  /** Jobs that run again. */
  readonly jobs: number;
}

/** Whether the shown run is run again because nothing but machines failed. */
export type RetryVerdict =
  | { readonly kind: "none" }
  /** To be sent now; or sent since then, and GitHub does not show the next attempt yet. */
  | (Count & {
      readonly kind: "due";
      readonly key: string;
      readonly runId: number;
      readonly attempt: number;
      readonly sentAt: number | null;
    })
  /** The next attempt is on its way. */
  | (Count & { readonly kind: "again" })
  /** Machines failed once more, and the budget is used up. */
  | { readonly kind: "spent"; readonly most: number }
  /** GitHub refused to run it again. */
  | { readonly kind: "refused"; readonly reason: string };

interface Judged {
  readonly sweep: SweepVerdict;
  readonly reuse: ReuseVerdict;
  readonly failures: FailuresVerdict | null;
}

const NONE: RetryVerdict = { kind: "none" };

/**
 * Runs the failed jobs of the present sweep again, at most `sweep.autoRetry` times a run, when every
 * one of them is known to have failed by a machine. What could not be read counts as no such thing.
 */
export function decideRetry(facts: Facts, judged: Judged): RetryVerdict {
  const most = facts.config.inForce.sweep.autoRetry;
  const target = presentRun(facts, judged.sweep);
  if (most === 0 || target === null || isToBeReused(target, judged.reuse)) return NONE;
  // All its jobs may have failed before `/sweep cancel` reached it: then GitHub does not call it cancelled.
  if (isStopped(target, facts)) return NONE;
  const claims = retriesOf(facts, target);
  if (target.run.status !== "completed") return runningAgain(target, claims, most);
  if (isAskedFor(target, facts)) return NONE;
  const { failures } = judged;
  const isMachines = target.run.conclusion === "failure" && failures?.blame === "machines";
  if (!isMachines) return NONE;
  const key = retryKey(facts, target.run.id, target.run.attempt);
  return withinBudget(target, claims, { key, most, jobs: failures.failures.length });
}

/** A further attempt, as far as the budget goes and GitHub has not refused it. */
function withinBudget(
  { run }: RunFacts,
  claims: readonly Retry[],
  wanted: { readonly key: string; readonly most: number; readonly jobs: number },
): RetryVerdict {
  const present = claims.find(({ attempt }) => attempt === run.attempt);
  if (present !== undefined && present.refusal !== null) {
    return { kind: "refused", reason: present.refusal };
  }
  const made = madeBefore(claims, run.attempt).length;
  if (made >= wanted.most) return { kind: "spent", most: wanted.most };
  const sentAt = present?.claim.state === "recorded" ? present.claim.at : null;
  return { kind: "due", ...wanted, runId: run.id, attempt: run.attempt, sentAt, nth: made + 1 };
}

/** One automatic re-run for each attempt of a run, whatever happens in between. */
function retryKey(facts: Pick<Facts, "repository">, runId: number, attempt: number): string {
  return `retry:${facts.repository.id}:${runId}:${attempt}`;
}

/** The run of the sweep that the head and the labels ask for now; null while there is none. */
function presentRun(facts: Facts, { decision, shown }: SweepVerdict): RunFacts | null {
  if (shown?.jobs == null || !shown.belongs) return null;
  if (decision.kind === "ended" || decision.kind === "running") {
    return shown.planKey === decision.plan.key ? shown : null;
  }
  const isPresent = decision.kind === "observing" && shown.run.headSha === facts.pull.headSha;
  return isPresent ? shown : null;
}

/** Another attempt would void what somebody has authorised. */
function isToBeReused({ run }: RunFacts, reuse: ReuseVerdict): boolean {
  return reuse.kind !== "none" && reuse.binding.runId === run.id;
}

/** `/sweep rerun` has asked for the next attempt already, whose claim's key ends so. */
function isAskedFor({ run }: RunFacts, { claims }: Facts): boolean {
  const ends = [rerunEnd(run, "failed"), rerunEnd(run, "all")];
  return claims.some(
    (claim) =>
      claim.kind === "rerun" &&
      claimRefusal(claim) === null &&
      ends.some((end) => claim.key.endsWith(`:${end}`)),
  );
}

interface Retry {
  readonly claim: ClaimFact;
  readonly attempt: number;
  /** Why GitHub refused it; null when it did not. */
  readonly refusal: string | null;
}

function retriesOf(facts: Facts, { run }: RunFacts): readonly Retry[] {
  const attempts = Array.from({ length: run.attempt }, (_, index) => index + 1);
  return attempts.flatMap((attempt) => {
    const key = retryKey(facts, run.id, attempt);
    const claim = facts.claims.find((each) => each.kind === "rerun" && each.key === key);
    if (claim === undefined) return [];
    return [{ claim, attempt, refusal: claimRefusal(claim) }];
  });
}

/** Re-runs that GitHub took and that led to an attempt before this one. */
function madeBefore(claims: readonly Retry[], before: number): readonly Retry[] {
  return claims.filter(({ attempt, refusal }) => attempt < before && refusal === null);
}

function runningAgain(
  { run, jobs }: RunFacts,
  claims: readonly Retry[],
  most: number,
): RetryVerdict {
  const done = madeBefore(claims, run.attempt);
  if (done.at(-1)?.attempt !== run.attempt - 1) return NONE;
  // Jobs that an earlier attempt finished are listed with this one, too.
  const again = (jobs ?? []).filter(
    ({ completedAt, conclusion }) =>
      conclusion !== "skipped" && (completedAt === null || completedAt > run.attemptStartedAt),
  );
  return { kind: "again", nth: done.length, most, jobs: again.length };
}
