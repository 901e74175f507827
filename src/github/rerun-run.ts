import type { Effect } from "../core/model/effect.ts";
import { isRefusal } from "./dispatch-workflow.ts";
import type { DispatchContext, Outcome } from "./execution.ts";
import { recordClaim, takeClaim } from "./take-claim.ts";

export type RerunEffect = Extract<Effect, { kind: "rerunRun" }>;

/** What the claim of a re-run says once GitHub took it; `failed:<reason>` when GitHub refused. */
const RERUN = "rerun";

/**
 * Opens one further attempt of a run, once for its key: claim, the run read again, re-run, record.
 * After a crash in between the run's attempt tells whether it happened. A run that is no longer the
 * ended attempt that was judged is left alone, and the next look decides again.
 */
export async function rerunOnce(effect: RerunEffect, context: DispatchContext): Promise<Outcome> {
  const { key, runId, attempt, which } = effect;
  const { claims, github } = context;
  const attemptNow = async (): Promise<{ readonly attempt: number; readonly ended: boolean }> => {
    const run = await github.readRun(runId);
    if (run.kind === "unknown") return { attempt, ended: false };
    return { attempt: run.value.attempt, ended: run.value.status === "completed" };
  };
  const find = async (): Promise<string | null> =>
    (await attemptNow()).attempt > attempt ? RERUN : null;
  const settled = await takeClaim({ key, kind: "rerun", find }, context);
  if (settled !== null) return settled;
  const live = await attemptNow();
  if (live.attempt !== attempt || !live.ended) {
    await claims.release(key);
    return { kind: "stale", note: "run_moved" };
  }
  try {
    await github.rerunRun(runId, which);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return recordClaim(key, `failed:${error.message}`, context);
  }
  return recordClaim(key, RERUN, context);
}
