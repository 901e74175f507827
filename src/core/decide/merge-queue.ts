import type { Facts } from "../model/facts.ts";
import type { QueuedMerge } from "../model/merge-queue.ts";

type Queue = Pick<Facts, "mergeQueue" | "pull">;

/**
 * Pull requests of the repository that are merged before this one: whose turn it is, then by when they
 * were ordered (spec/control-plane §8.4.3). An order that has not been accepted yet comes last.
 */
export function mergesAhead({ mergeQueue, pull }: Queue, at: number | null): number {
  const comesFirst = (other: QueuedMerge): boolean =>
    other.holdsTurn ||
    at === null ||
    other.at < at ||
    (other.at === at && other.pull < pull.number);
  if (holdsTurn({ mergeQueue, pull })) return 0;
  return mergeQueue.filter((other) => other.pull !== pull.number && comesFirst(other)).length;
}

/** Whether it is this pull request's turn. */
export function holdsTurn({ mergeQueue, pull }: Queue): boolean {
  return mergeQueue.some((each) => each.pull === pull.number && each.holdsTurn);
}
