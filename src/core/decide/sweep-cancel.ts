import type { Facts, RunFacts } from "../model/facts.ts";
import type { Comment } from "../model/github.ts";
import type { SweepStop } from "./sweep-record.ts";
import { sweepWish } from "./sweep-request.ts";
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

/**
 * Judges `/sweep cancel`: the runs of this pull request that go on now, and the sweep that is about to
 * start; but not what somebody asked for after it was posted, however late it is read.
 */
export function decideCancel(
  facts: Facts,
  { decision, shown }: SweepVerdict,
  comment: Pick<Comment, "id" | "updatedAt">,
): CancelVerdict {
  const later = "plan" in decision && isAskedAfter(comment, facts) ? decision.plan.key : null;
  const runs = facts.runs
    .filter((each) => isRunning(each, shown) && (later === null || each.planKey !== later))
    .slice(0, MOST_RUNS);
  const isAhead = decision.kind === "start" || decision.kind === "starting";
  const key = isAhead && later === null ? decision.plan.key : null;
  if (runs.length === 0 && key === null) return { kind: "refused" };
  const attempts = runs.map(({ run }) => ({ id: run.id, attempt: run.attempt }));
  return {
    kind: "accepted",
    stop: { commentId: comment.id, runs: attempts, key },
    runs: runs.map(({ run }) => ({ id: run.id, url: run.url })),
  };
}

/** GitHub counts in seconds: what was asked for in the very second of the command is stopped. */
function isAskedAfter({ updatedAt }: Pick<Comment, "updatedAt">, facts: Facts): boolean {
  const wish = sweepWish(facts);
  const at = wish.kind === "one" ? (wish.request?.at ?? 0) : 0;
  return Math.floor(at / 1000) > Math.floor(updatedAt / 1000);
}

/** Of runs that sweepbot did not start only the one that the card shows, never a run of somebody else's. */
function isRunning(each: RunFacts, shown: RunFacts | null): boolean {
  const isOurs = each.planKey !== null || each.run.id === shown?.run.id;
  return each.belongs && isOurs && each.run.status !== "completed";
}
