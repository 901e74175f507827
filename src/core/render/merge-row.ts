import type { MergeVerdict } from "../decide/merge.ts";
import type { Receipt } from "../decide/receipt.ts";
import type { Mark, Row } from "./rows.ts";
import type { View } from "./template.ts";

/** Publication after the merge in one line; null while there is nothing to say. */
export function mergeRow(verdict: MergeVerdict): Row | null {
  const row = (mark: Mark, code: string, values: View = {}): Row => ({
    subject: "merge",
    mark,
    code: `merge_${code}`,
    values,
  });
  switch (verdict.kind) {
    case "notMerged":
      return null;
    case "nothing":
      return row(verdict.code === "no_reuse" ? "warn" : "none", verdict.code);
    case "waiting":
      return row("wait", verdict.code);
    case "refused":
      return row("fail", verdict.code === "no_merge_run" ? "merge_run_missing" : verdict.code);
    case "ingest":
      return row("wait", "sending", { run: verdict.binding.runId });
    case "sent":
      return row(...RECEIPTS[verdict.receipt.kind], {
        run: verdict.binding.runId,
        repository: `${verdict.dispatch.owner}/${verdict.dispatch.name}`,
        event: verdict.dispatch.eventType,
        url: "run" in verdict.receipt ? verdict.receipt.run.url : "",
      });
    case "failed":
      return row("fail", "failed", {
        reason: verdict.reason,
        run: verdict.binding.runId,
        repository: `${verdict.dispatch.owner}/${verdict.dispatch.name}`,
      });
  }
}

const RECEIPTS: Readonly<Record<Receipt["kind"], readonly [Mark, code: string]>> = {
  awaited: ["wait", "sent_awaited"],
  running: ["wait", "sent_running"],
  succeeded: ["pass", "sent_succeeded"],
  failed: ["fail", "sent_failed"],
  unconfirmed: ["warn", "sent_unconfirmed"],
};
