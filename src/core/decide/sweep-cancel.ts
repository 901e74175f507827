import type { Facts, RunFacts } from "../model/facts.ts";
import type { SweepStop } from "./sweep-record.ts";
import type { SweepVerdict } from "./sweep.ts";

export type CancelVerdict =
  | {
      readonly kind: "accepted";
      readonly stop: SweepStop;
      readonly runs: readonly { readonly id: number; readonly url: string }[];
    }
  | { readonly kind: "refused" };

/** Most runs that one record names; more do not run at once. */
const MOST_RUNS = 20;

/** Judges `/sweep cancel`: the runs of this pull request that go on now, and the sweep that is about to start. */
export function decideCancel(
  facts: Facts,
  { decision, shown }: SweepVerdict,
  commentId: number,
): CancelVerdict {
  const runs = facts.runs.filter((each) => isRunning(each, shown)).slice(0, MOST_RUNS);
  const key = decision.kind === "start" || decision.kind === "starting" ? decision.plan.key : null;
  if (runs.length === 0 && key === null) return { kind: "refused" };
  const attempts = runs.map(({ run }) => ({ id: run.id, attempt: run.attempt }));
  return {
    kind: "accepted",
    stop: { commentId, runs: attempts, key },
    runs: runs.map(({ run }) => ({ id: run.id, url: run.url })),
  };
}

/** Of runs that sweepbot did not start only the one that the card shows, never a run of somebody else's. */
function isRunning(each: RunFacts, shown: RunFacts | null): boolean {
  const isOurs = each.planKey !== null || each.run.id === shown?.run.id;
  return each.belongs && isOurs && each.run.status !== "completed";
}
