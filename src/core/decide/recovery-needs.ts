/** What a recovery has to read besides, worked out from what is known already. Pure. */
import type { RunFacts } from "../model/facts.ts";
import { isFollowed, landedUnmerged } from "./loss.ts";
import { type EarlyFacts, orderedRunIds, ordersRecovery } from "./needs.ts";
import { recoveredHere, recoveryBranch, recoveryOrders, runOfBranch } from "./recovery-record.ts";

/** Most commits that are compared for one answer. */
const MOST_SOURCES = 3;

/** True where the default branch's own run for the push of the merge is followed (decision 12). */
export function followsPush(facts: EarlyFacts): boolean {
  return facts.config.inForce.sweep.trigger === "observe" && isFollowed(facts);
}

/** True where branches and pull requests of a recovery have to be looked for. */
export function followsRecovery(facts: EarlyFacts): boolean {
  const { pull, repository } = facts;
  if (pull.baseRef !== repository.defaultBranch) return false;
  return ordersRecovery(facts) || recoveryOrders(facts).length > 0;
}

/** The branches of recoveries: those that stand and those that were ordered. */
export function recoveryBranches(
  facts: EarlyFacts,
  standing: readonly string[],
): readonly string[] {
  const { number } = facts.pull;
  const ordered = recoveryOrders(facts).map(({ runId }) => recoveryBranch(number, runId));
  const found = standing.filter((branch) => runOfBranch(branch, number) !== null);
  return [...new Set([...found, ...ordered])];
}

/** Commits that runs measured which may be published again: of the run that is named, or the newest ones. */
export function recoverySources(facts: EarlyFacts, runs: readonly RunFacts[]): readonly string[] {
  const recovered = recoveredHere(facts);
  if (recovered !== null) return [recovered.sourceSha];
  const isAsked = ordersRecovery(facts) && (facts.pull.merged || landedUnmerged(facts));
  if (!isAsked) return [];
  const named = orderedRunIds(facts);
  const ended = runs.filter(
    ({ run, sourceSha }) => run.status === "completed" && sourceSha.length === 40,
  );
  const shas = [
    ...ended.filter(({ run }) => named.includes(run.id)),
    ...ended.filter(({ run, belongs }) => belongs && run.conclusion === "success"),
  ].map(({ sourceSha }) => sourceSha);
  return [...new Set(shas)].slice(0, MOST_SOURCES);
}
