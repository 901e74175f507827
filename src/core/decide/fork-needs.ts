import type { Facts } from "../model/facts.ts";
import type { Person } from "../model/github.ts";
import { isFromFork, takenOffByUs } from "./fork.ts";
import { labelPutOn, selectLabels } from "./labels.ts";

type Early = Pick<Facts, "pull" | "repository" | "labelEvents" | "config" | "app">;

/** True where it matters which commit was approved: a sweep is asked for, or sweepbot took its label off. */
export function needsApproval(facts: Early): boolean {
  return asksForSweep(facts) || (facts.pull.state === "open" && takenOffByUs(facts) !== null);
}

/** The test merge whose parents have to be looked at; null where GitHub has none or nothing asks for it. */
export function testMergeToRead(facts: Early): string | null {
  return asksForSweep(facts) ? facts.pull.mergeCommitSha : null;
}

/** Who put the label on that approves a fork's commit; null on other pull requests and where nobody is named. */
export function approverOf(facts: Early): Person | null {
  const selection = selectLabels(facts.pull.labels, facts.config.inForce);
  if (!asksForSweep(facts) || selection.kind !== "one") return null;
  return labelPutOn(facts.labelEvents, selection.primary.name)?.actor ?? null;
}

function asksForSweep(facts: Early): boolean {
  const { pull, config } = facts;
  return (
    isFromFork(facts) &&
    pull.state === "open" &&
    config.inForce.sweep.trigger === "dispatch" &&
    selectLabels(pull.labels, config.inForce).kind === "one"
  );
}
