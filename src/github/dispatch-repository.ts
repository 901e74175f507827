import type { Effect } from "../core/model/effect.ts";
import { isRefusal } from "./dispatch-workflow.ts";
import type { ExecuteContext, Outcome } from "./execution.ts";

export type RepositoryEffect = Extract<Effect, { kind: "dispatchRepository" }>;

const CLOCK_SKEW_MS = 120_000;

/**
 * Sends a repository_dispatch once for its key. GitHub gives no id back, so after a crash in between
 * the receiving repository's runs are searched for the key; give its workflow a `run-name` that
 * carries `client_payload.key`. Where no run shows it, it is sent again: receiving twice is harmless
 * (spec/control-plane §7.4), receiving never loses GPU-days.
 */
export async function dispatchRepositoryOnce(
  effect: RepositoryEffect,
  context: ExecuteContext,
): Promise<Outcome> {
  const { key, owner, name, eventType, payload } = effect.dispatch;
  const about = { pull: context.pull, kind: "ingest" };
  const target = await context.repositoryOf(owner, name);
  const claim = await context.claims.claim(key, about);
  if (claim.state === "recorded") return { kind: "done", note: claim.result };
  if (claim.state === "claimed") {
    const since = claim.at - CLOCK_SKEW_MS;
    const runs = await target.listRuns(null, { event: "repository_dispatch", createdSince: since });
    const found = runs.find((run) => run.displayTitle.includes(key));
    if (found !== undefined) return record(String(found.id));
    const ageMs = context.now() - claim.at;
    if (ageMs < context.dispatchGraceMs) {
      return { kind: "waiting", lookAgainMs: context.dispatchGraceMs - ageMs };
    }
    if (!(await context.claims.takeOver(key, claim.at))) {
      return { kind: "waiting", lookAgainMs: context.dispatchGraceMs };
    }
  }
  try {
    await target.dispatchRepository({ owner, name }, eventType, payload);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return record(`failed:${error.message}`);
  }
  return record("sent");

  async function record(result: string): Promise<Outcome> {
    await context.claims.record(key, result);
    return { kind: "done", note: result };
  }
}
