import type { Effect } from "../core/model/effect.ts";
import { isRefusal } from "./dispatch-workflow.ts";
import type { ExecuteContext, Outcome } from "./execution.ts";
import { CLOCK_SKEW_MS, recordClaim, takeClaim } from "./take-claim.ts";

export type RepositoryEffect = Extract<Effect, { kind: "dispatchRepository" }>;

/**
 * Sends a repository_dispatch once for its key. GitHub gives no id back, so after a crash in between
 * the receiving repository's runs are searched for the key; give its workflow a `run-name` that
 * carries `client_payload.key`. Where no run shows it, it is sent again: receiving twice is harmless
 * (spec/control-plane §4.2, §7.4), receiving never loses GPU-days.
 */
export async function dispatchRepositoryOnce(
  effect: RepositoryEffect,
  context: ExecuteContext,
): Promise<Outcome> {
  const { kind, key, owner, name, eventType, payload } = effect.dispatch;
  const target = await context.repositoryOf(owner, name);
  const find = async (claimedAt: number): Promise<string | null> => {
    const since = claimedAt - CLOCK_SKEW_MS;
    const runs = await target.listRuns(null, { event: "repository_dispatch", createdSince: since });
    const found = runs.find((run) => run.displayTitle.includes(key));
    return found === undefined ? null : String(found.id);
  };
  const settled = await takeClaim({ key, kind, find }, context);
  if (settled !== null) return settled;
  try {
    await target.dispatchRepository({ owner, name }, eventType, payload);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return recordClaim(key, `failed:${error.message}`, context);
  }
  return recordClaim(key, "sent", context);
}
