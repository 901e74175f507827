import type { Verdicts } from "../decide/decide.ts";
import { hasLabel } from "../decide/labels.ts";
import type { BlockedCode } from "../decide/sweep-obstacles.ts";
import type { Effect } from "../model/effect.ts";
import type { Facts } from "../model/facts.ts";

/** The label of a fork's pull request goes with the commit it approved (decision 11). */
export function planForkLabel({ sweep }: Verdicts, { pull }: Facts): readonly Effect[] {
  const { decision } = sweep;
  if (decision.kind !== "blocked" || decision.code !== "fork_head_moved") return [];
  const approved = String(decision.values["label"]);
  return pull.labels
    .filter((label) => hasLabel([label], approved))
    .map((label) => ({ kind: "removeLabel", label }));
}

const LOOK_AGAIN_MS: Partial<Record<BlockedCode, number>> = {
  fork_test_merge_pending: 5_000,
  fork_test_merge_late: 60_000,
  fork_approval_awaited: 10_000,
};

/** When to look again at a fork's pull request that waits for something no event tells of; null when none does. */
export function forkWait(verdicts: Verdicts, facts: Facts): number | null {
  const { decision } = verdicts.sweep;
  // Our own removal sends us nothing that we listen to.
  if (planForkLabel(verdicts, facts).length > 0) return 0;
  return decision.kind === "blocked" ? (LOOK_AGAIN_MS[decision.code] ?? null) : null;
}
