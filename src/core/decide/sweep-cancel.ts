import type { Facts, RunFacts } from "../model/facts.ts";
import type { Comment } from "../model/github.ts";
import type { RetryVerdict } from "./retry.ts";
import type { SweepStop } from "./sweep-record.ts";
import { sweepWish } from "./sweep-request.ts";
import type { SweepVerdict } from "./sweep.ts";

export type CancelVerdict =
  | {
      readonly kind: "accepted";
      readonly stop: SweepStop;
      readonly runs: readonly { readonly id: number; readonly url: string }[];
      /** Failed jobs that were to run again by themselves do not. */
      readonly retry: boolean;
    }
  | { readonly kind: "refused" };

/** Most runs that one record names; more do not run at once. */
const MOST_RUNS = 18;

export interface CancelGround {
  readonly facts: Facts;
  readonly sweep: SweepVerdict;
  readonly retry: RetryVerdict;
}

/**
 * Judges `/sweep cancel`: the runs of this pull request that go on now, and what is about to start or
 * to run again; but not what somebody asked for after it was posted, however late it is read.
 */
export function decideCancel(
  { facts, sweep: { decision, shown }, retry }: CancelGround,
  comment: Pick<Comment, "id" | "updatedAt">,
): CancelVerdict {
  const later = "plan" in decision && isAskedAfter(comment, facts) ? decision.plan.key : null;
  const runs = facts.runs
    .filter((each) => isRunning(each, shown) && (later === null || each.planKey !== later))
    .slice(0, MOST_RUNS);
  const key = later === null ? keyAhead(decision) : null;
  const isDue = retry.kind === "due" && later === null;
  if (runs.length === 0 && key === null && !isDue) return { kind: "refused" };
  const attempts = runs.map(({ run }) => ({ id: run.id, attempt: run.attempt }));
  const again = isDue ? attemptsOf(retry) : [];
  return {
    kind: "accepted",
    stop: { commentId: comment.id, runs: [...attempts, ...again], key },
    runs: runs.map(({ run }) => ({ id: run.id, url: run.url })),
    retry: isDue,
  };
}

/** Plan key of the sweep whose run cannot be seen yet. */
function keyAhead(decision: SweepVerdict["decision"]): string | null {
  return decision.kind === "start" || decision.kind === "starting" ? decision.plan.key : null;
}

/** GitHub counts in seconds: what was asked for in the very second of the command is stopped. */
function isAskedAfter({ updatedAt }: Pick<Comment, "updatedAt">, facts: Facts): boolean {
  const wish = sweepWish(facts);
  const at = wish.kind === "one" ? (wish.request?.at ?? 0) : 0;
  return Math.floor(at / 1000) > Math.floor(updatedAt / 1000);
}

/** The attempt that is not to be followed by another one, and that other one where it was asked for already. */
function attemptsOf({
  runId: id,
  attempt,
  sentAt,
}: Extract<RetryVerdict, { kind: "due" }>): SweepStop["runs"] {
  return sentAt === null
    ? [{ id, attempt }]
    : [attempt, attempt + 1].map((n) => ({ id, attempt: n }));
}

/** Of runs that sweepbot did not start only the one that the card shows, never a run of somebody else's. */
function isRunning(each: RunFacts, shown: RunFacts | null): boolean {
  const isOurs = each.planKey !== null || each.run.id === shown?.run.id;
  return each.belongs && isOurs && each.run.status !== "completed";
}
