import type { ClaimFact, ReceiptFacts } from "../model/facts.ts";
import type { WorkflowRun } from "../model/github.ts";

/** The receiving workflow starts within seconds; after this long nobody waits for its run any more. */
const RECEIPT_LIMIT_MS = 30 * 60_000;

/** What is known of the receiving side since results were handed over. */
export type Receipt =
  | { readonly kind: "awaited" }
  | { readonly kind: "running" | "succeeded" | "failed"; readonly run: WorkflowRun }
  /** No run names what was sent, or the receiving repository cannot be read: handed over is all we know. */
  | { readonly kind: "unconfirmed" };

/**
 * How far the receiving side is with what was sent, by the run whose name carries the key. Not seeing
 * it is neither success nor failure.
 */
export function decideReceipt(sent: ClaimFact, receipt: ReceiptFacts | null, now: number): Receipt {
  if (receipt?.key !== sent.key || receipt.run.kind === "unknown") return { kind: "unconfirmed" };
  const run = receipt.run.value;
  if (run === null) return { kind: now - sent.at < RECEIPT_LIMIT_MS ? "awaited" : "unconfirmed" };
  if (run.status !== "completed") return { kind: "running", run };
  return { kind: run.conclusion === "success" ? "succeeded" : "failed", run };
}
