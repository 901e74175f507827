import type { CheckRunContent, Effect } from "../core/model/effect.ts";
import { GitHubFailure } from "./errors.ts";
import type { DispatchContext, Outcome } from "./execution.ts";
import { CLOCK_SKEW_MS, recordClaim, takeClaim } from "./take-claim.ts";

export type WorkflowEffect = Extract<Effect, { kind: "dispatchWorkflow" }>;

/** Recorded for a dispatch that was accepted without naming its run. */
const SENT = "sent";

/**
 * Starts a workflow once for its key: claim, check run with the key, head read again, dispatch,
 * record. After a crash in between, the key is looked up in GitHub's runs before anything is
 * dispatched again; a dispatch that GitHub refuses is recorded as such and not repeated.
 */
export async function dispatchWorkflowOnce(
  effect: WorkflowEffect,
  context: DispatchContext,
): Promise<Outcome> {
  const { key } = effect.dispatch;
  const find = (claimedAt: number): Promise<string | null> => findRun(effect, claimedAt, context);
  const settled = await takeClaim({ key, kind: "sweep", find }, context);
  if (settled !== null) return settled;
  const live = await context.github.readPull(context.pull.pull);
  if (live.headSha !== effect.dispatch.headSha || live.state === "closed") {
    await context.claims.release(key);
    return { kind: "stale", note: "head_moved" };
  }
  await putCheck(effect.check, context);
  return dispatch(effect, context);
}

async function dispatch(effect: WorkflowEffect, context: DispatchContext): Promise<Outcome> {
  const { workflow, ref, inputs, key } = effect.dispatch;
  let runId: number | null;
  try {
    ({ runId } = await context.github.dispatchWorkflow(workflow, ref, inputs));
  } catch (error) {
    if (!isRefusal(error)) throw error;
    await context.claims.record(key, `failed:${error.message}`);
    return { kind: "done", note: "refused" };
  }
  // An older GitHub Enterprise Server names no run: it was started all the same, and its name tells which.
  return recordClaim(key, String(runId ?? SENT), context);
}

async function findRun(
  effect: WorkflowEffect,
  claimedAt: number,
  context: DispatchContext,
): Promise<string | null> {
  const runs = await context.github.listRuns(effect.dispatch.workflow, {
    event: "workflow_dispatch",
    createdSince: claimedAt - CLOCK_SKEW_MS,
  });
  const bracketed = `[${effect.dispatch.key}]`;
  const own = runs.filter(
    (run) => run.displayTitle.includes(bracketed) && run.actor?.login === context.github.app.login,
  );
  return own.length === 0 ? null : String(Math.min(...own.map((run) => run.id)));
}

async function putCheck(check: CheckRunContent, context: DispatchContext): Promise<void> {
  const present = await context.github.listCheckRuns(check.headSha);
  const own = present.find((run) => run.name === check.name && run.appId === context.github.app.id);
  if (own?.externalId === check.externalId) return;
  await context.github.createCheckRun(check);
}

/** True when GitHub said a final no, so nothing was started and trying again gives the same. */
export function isRefusal(error: unknown): error is GitHubFailure {
  return (
    error instanceof GitHubFailure &&
    // 401 is ours to mend, and heals, and so does a limit, whatever its status: neither is a no.
    (error.kind === "invalid" ||
      error.kind === "gone" ||
      (error.kind === "forbidden" && error.status === 403))
  );
}
