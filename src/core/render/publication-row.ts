import type { Verdicts } from "../decide/decide.ts";
import type { LossVerdict } from "../decide/loss.ts";
import type { RecoveryVerdict } from "../decide/recovery-steps.ts";
import { mergeRow } from "./merge-row.ts";
import type { Mark, Row } from "./rows.ts";
import type { View } from "./template.ts";

/**
 * Publication in one line, with what is done about it where it was lost: what a recovery has come to
 * says more than the loss, and the loss more than what sweepbot itself has handed over.
 */
export function publicationRow({
  merge,
  loss,
  recovery,
}: Pick<Verdicts, "merge" | "loss" | "recovery">): Row | null {
  return (recovery === null ? null : recoveryRow(recovery)) ?? lossRow(loss) ?? mergeRow(merge);
}

function row(mark: Mark, code: string, values: View = {}): Row {
  return { subject: "merge", mark, code: `merge_${code}`, values };
}

function recoveryRow({ record, progress }: RecoveryVerdict): Row {
  const { runId: run, login } = record;
  switch (progress.state) {
    case "step":
    case "waiting":
      return row("wait", "recovery_preparing", { run, login });
    case "awaits_command":
      return row("warn", "recovery_awaits_command", { run, login, number: progress.pull });
    case "open":
      return row("wait", "recovery_open", { run, number: progress.pull });
    case "merged":
      return row("pass", "recovery_merged", { run, number: progress.pull });
    case "closed":
      return row("warn", "recovery_closed", { run, number: progress.pull });
    case "stopped":
      return row("fail", STOPPED[progress.code], { run, login, reason: progress.reason });
  }
}

const STOPPED = {
  no_permission: "recovery_no_permission",
  refused: "recovery_refused",
  gone: "recovery_gone",
  entries_unwritable: "recovery_entries_unwritable",
} as const;

/** Losses that the line of what sweepbot handed over tells already. */
const TOLD_BY_MERGE: ReadonlySet<string> = new Set([
  "refused",
  "handover_failed",
  "receiving_failed",
  "unconfirmed",
]);

function lossRow(loss: LossVerdict): Row | null {
  switch (loss.kind) {
    case "none":
      return null;
    case "pending":
      return loss.code === "publishing" ? null : row("wait", loss.code, loss.values);
    case "settled":
      return loss.code === "published" ? null : row("pass", loss.code, loss.values);
    case "lost": {
      if (TOLD_BY_MERGE.has(loss.code)) return null;
      const { values, jobs, offer, code } = loss;
      return row(code === "not_authorised" ? "warn" : "fail", code, {
        ...{ more: 0, ...values, jobs },
        offer: offer ?? "",
      });
    }
  }
}
