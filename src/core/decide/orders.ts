/** The order to merge that counts, and what it means for others. */
import type { Facts } from "../model/facts.ts";
import { mergeOrders, type StandingOrder } from "./order-record.ts";
import type { ReuseInForce } from "./reuse-record.ts";

type Conversation = Pick<Facts, "comments" | "app">;

/** The newest order, whatever became of it; null where nobody ordered a merge. */
export function newestOrder(facts: Conversation): StandingOrder | null {
  return mergeOrders(facts).at(-1) ?? null;
}

/** The order that is still to be carried out; null when there is none. */
export function liveOrder(facts: Conversation): StandingOrder | null {
  const newest = newestOrder(facts);
  return newest === null || isOver(newest) ? null : newest;
}

/** Merged or abandoned, for good. */
export function isOver({ stage }: Pick<StandingOrder, "stage">): boolean {
  return stage.step === "abandoned" || stage.step === "merged";
}

/**
 * The reuse authorisation that an order has recorded for itself: from when its head was prepared, and for
 * good once that is merged; abandoned, it is withdrawn (spec/control-plane §8.4.4).
 */
export function orderedReuse(facts: Conversation): ReuseInForce | null {
  const newest = newestOrder(facts);
  if (newest === null || newest.order.kept) return null;
  const { answer, order, stage } = newest;
  if (stage.step === "merged") return { binding: order.binding, at: answer.createdAt };
  if (stage.step !== "checking") return null;
  return { binding: { ...order.binding, headSha: stage.head }, at: stage.since };
}

/** The run whose results an order is about, before and after it was carried out; null without one. */
export function orderedRun(facts: Conversation): number | null {
  const newest = newestOrder(facts);
  return newest === null || newest.stage.step === "abandoned" ? null : newest.order.binding.runId;
}
