import type { WhichJobs } from "../model/effect.ts";
import type { ClaimFact, Facts, RunFacts } from "../model/facts.ts";
import { claimRefusal } from "./claim-refusal.ts";
import { isKept, type SweepVerdict } from "./sweep.ts";

/** One further attempt of a run, as the effect asks for it. */
export interface Rerun {
  readonly key: string;
  readonly runId: number;
  readonly attempt: number;
  readonly which: WhichJobs;
}

/** Why a run is not run again. */
export type RerunRefusal =
  | "closed"
  | "no_run"
  | "running"
  | "other_commit"
  | "not_wanted"
  | "nothing_failed"
  | "startup_failure"
  | "action_required"
  | "too_old";

export type RerunVerdict =
  /** To be done now, or still to be settled after a crash; the command waits for its record. */
  | { readonly kind: "asked"; readonly rerun: Rerun; readonly isNew: boolean }
  | {
      readonly kind: "done";
      readonly rerun: Rerun;
      readonly url: string;
      /** The failed jobs were asked for, but of a cancelled run all are run again. */
      readonly widened: boolean;
      /** A reuse authorisation was bound to the attempt before. */
      readonly loosensReuse: boolean;
    }
  /** GitHub refused. */
  | { readonly kind: "failed"; readonly reason: string }
  | {
      readonly kind: "refused";
      readonly code: RerunRefusal;
      readonly values: Readonly<Record<string, string | number>>;
    };

export interface RerunWish {
  readonly commentId: number;
  /** Names the command within its comment. */
  readonly mark: string;
  readonly which: WhichJobs;
}

export interface RerunGround {
  readonly facts: Facts;
  readonly sweep: SweepVerdict;
  /** The run that a reuse authorisation names; null when there is none. */
  readonly boundRunId: number | null;
}

/** GitHub runs nothing again that was created longer ago. */
const OLDEST_MS = 30 * 24 * 3_600_000;

/** Judges `/sweep rerun`: what an earlier pass has recorded, or what is to be done now (spec/control-plane §10 row 11). */
export function decideRerun(wish: RerunWish, ground: RerunGround): RerunVerdict {
  const prefix = `rerun:${ground.facts.repository.id}:${wish.commentId}:${wish.mark}:`;
  const claim = ground.facts.claims.find((each) => each.key.startsWith(prefix));
  const claimed = claim === undefined ? null : claimedRerun(claim.key, prefix);
  if (claim !== undefined && claimed !== null) return settled(claim, claimed, { wish, ground });
  const { shown } = ground.sweep;
  if (shown === null) return refused("no_run", null);
  const code = refusalOf(shown, wish.which, ground);
  if (code !== null) return refused(code, shown);
  const { id: runId, attempt } = shown.run;
  const which = whichOf(shown, wish.which);
  const key = `${prefix}${rerunEnd({ id: runId, attempt }, which)}`;
  return { kind: "asked", rerun: { key, runId, attempt, which }, isNew: true };
}

/** How the key of a re-run ends: with the attempt that is followed by another one, and the jobs. */
export function rerunEnd(
  { id, attempt }: Pick<RunFacts["run"], "id" | "attempt">,
  which: WhichJobs,
): string {
  return `${id}:${attempt}:${which}`;
}

/** The key says what was decided, so that a crash in between cannot make it something else. */
function claimedRerun(key: string, prefix: string): Rerun | null {
  const found = /^(\d{1,16}):(\d{1,6}):(failed|all)$/u.exec(key.slice(prefix.length));
  if (found === null) return null;
  const which = found[3] === "all" ? "all" : "failed";
  return { key, runId: Number(found[1]), attempt: Number(found[2]), which };
}

function settled(
  claim: ClaimFact,
  rerun: Rerun,
  { wish, ground }: { readonly wish: RerunWish; readonly ground: RerunGround },
): RerunVerdict {
  if (claim.state === "claimed") return { kind: "asked", rerun, isNew: false };
  const reason = claimRefusal(claim);
  if (reason !== null) return { kind: "failed", reason };
  return {
    kind: "done",
    rerun,
    url: ground.facts.runs.find(({ run }) => run.id === rerun.runId)?.run.url ?? "",
    widened: wish.which !== rerun.which,
    loosensReuse: ground.boundRunId === rerun.runId,
  };
}

/** Failed jobs of a failed run, all jobs of any other: those of a cancelled one hang together. */
function whichOf({ run }: RunFacts, asked: WhichJobs): WhichJobs {
  return run.conclusion === "failure" || run.conclusion === "timed_out" ? asked : "all";
}

function refusalOf(
  shown: RunFacts,
  which: WhichJobs,
  { facts, sweep }: RerunGround,
): RerunRefusal | null {
  const { run } = shown;
  if (facts.pull.state === "closed") return "closed";
  if (run.status !== "completed") return "running";
  if (!facts.pull.headSha.startsWith(shown.sourceSha)) return "other_commit";
  if (!isKept(shown, sweep.decision, facts)) return "not_wanted";
  if (facts.now - run.createdAt > OLDEST_MS) return "too_old";
  return endRefusal(shown, which);
}

function endRefusal({ run, jobs }: RunFacts, which: WhichJobs): RerunRefusal | null {
  switch (run.conclusion) {
    case "startup_failure":
    case "action_required":
      return run.conclusion;
    case "success":
    case "neutral":
    case "skipped":
      return which === "failed" ? "nothing_failed" : null;
    case "failure":
    case "timed_out":
      return which === "failed" && isAllGreen(jobs) ? "nothing_failed" : null;
    case "cancelled":
    case "stale":
    case null:
      return null;
  }
}

const GREEN: ReadonlySet<string> = new Set(["success", "skipped", "neutral"]);

/** Only jobs that were read tell that none failed. */
function isAllGreen(jobs: RunFacts["jobs"]): boolean {
  return jobs !== null && jobs.length > 0 && jobs.every((job) => GREEN.has(job.conclusion ?? ""));
}

function refused(code: RerunRefusal, shown: RunFacts | null): RerunVerdict {
  const values = shown === null ? {} : { run: shown.run.id, url: shown.run.url };
  return { kind: "refused", code, values };
}
