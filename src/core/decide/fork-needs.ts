import type { Facts } from "../model/facts.ts";
import type { Person } from "../model/github.ts";
import { isFromFork, takenOffByUs } from "./fork.ts";
import { labelPutOn } from "./labels.ts";
import { standingOrders, sweepWish } from "./sweep-request.ts";

type Early = Pick<Facts, "pull" | "repository" | "labelEvents" | "config" | "app" | "comments">;

/** True where it matters which commit was approved: a sweep is asked for, or sweepbot took its label off. */
export function needsApproval(facts: Early, isOrdered: boolean): boolean {
  return (
    asksForSweep(facts, isOrdered) || (facts.pull.state === "open" && takenOffByUs(facts) !== null)
  );
}

/** The test merge whose parents have to be looked at; null where GitHub has none or nothing asks for it. */
export function testMergeToRead(facts: Early, isOrdered: boolean): string | null {
  return asksForSweep(facts, isOrdered) ? facts.pull.mergeCommitSha : null;
}

/** Whose word may approve a fork's commit: by the label, and by orders that name one. Nobody on other pull requests. */
export function approversOf(facts: Early): readonly Person[] {
  const wish = sweepWish(facts);
  if (wish.kind !== "one" || !asksForSweep(facts, false)) return [];
  const byLabel = labelPutOn(facts.labelEvents, wish.primary.name)?.actor ?? null;
  const byOrder = standingOrders(facts).filter((order) => order.named);
  return [...(byLabel === null ? [] : [byLabel]), ...byOrder.map(({ actor }) => actor)];
}

/** `isOrdered`: a `/sweep run` waits for its answer, which is judged as if it stood. */
function asksForSweep(facts: Early, isOrdered: boolean): boolean {
  const { pull, config } = facts;
  return (
    isFromFork(facts) &&
    pull.state === "open" &&
    config.inForce.sweep.trigger === "dispatch" &&
    (isOrdered || sweepWish(facts).kind === "one")
  );
}
