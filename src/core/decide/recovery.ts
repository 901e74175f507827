/** Which run `/recover-ingest` publishes again, and why not (spec/control-plane §9.2 steps 1 and 3). */
import { lastOf, type ReadCommand } from "../commands/order.ts";
import type { Facts, RunFacts } from "../model/facts.ts";
import type { RecoveryRecord } from "../model/recovery.ts";
import { commandMark } from "./answered.ts";
import { selectLabels } from "./labels.ts";
import type { PendingCommands } from "./needs.ts";
import {
  judgeLoss,
  judgeMeasured,
  type LossJudging,
  type RecoveryRuleResult,
} from "./recovery-rules.ts";
import { judgeSource, type ReuseContext } from "./reuse-rules.ts";
import { labelsAtStart } from "./sweep-request.ts";
import type { MatrixVerdict } from "./validation.ts";

export interface RecoveryJudging extends LossJudging {
  readonly matrix: MatrixVerdict;
  readonly context: ReuseContext;
}

export type RecoveryJudgement =
  | {
      readonly kind: "eligible";
      readonly run: RunFacts;
      readonly rules: readonly RecoveryRuleResult[];
    }
  | {
      readonly kind: "refused" | "undecided";
      readonly runId: number | null;
      readonly rules: readonly RecoveryRuleResult[];
    };

export type RecoveryReply =
  | {
      readonly kind: "recovery";
      readonly judgement: RecoveryJudgement;
      /** What is accepted; null unless every rule holds. */
      readonly record: RecoveryRecord | null;
    }
  /** A later one of the same comment counts instead. */
  | { readonly kind: "recoveryReplaced" };

/** What `/recover-ingest` is answered; null for all other commands. */
export function replyToRecovery(
  command: ReadCommand,
  { comment, commands }: PendingCommands,
  judging: RecoveryJudging,
): RecoveryReply | null {
  if (command.name !== "recover-ingest") return null;
  if (lastOf(commands, ["recover-ingest"]) !== command) return { kind: "recoveryReplaced" };
  const runId = command.args.run;
  const judgement = judgeRecovery(runId, judging);
  if (judgement.kind !== "eligible") return { kind: "recovery", judgement, record: null };
  const { facts } = judging;
  const { run, sourceSha } = judgement.run;
  const record: RecoveryRecord = {
    ...{ commentId: comment.id, mark: commandMark(command), pull: facts.pull.number },
    ...{ runId: run.id, attempt: run.attempt, sourceSha, landedSha: landedSha(facts) },
    label: labelOf(judgement.run, facts),
    pinned: runId !== null,
    login: comment.author?.login ?? "",
  };
  return { kind: "recovery", judgement, record };
}

/** The commit of the default branch that has the entries. */
function landedSha({ pull, recovery }: Pick<Facts, "pull" | "recovery">): string {
  return (pull.merged ? pull.mergeCommitSha : recovery?.ground?.tip?.sha) ?? "";
}

/**
 * Judges the run that was named, or the newest of this pull request that meets every rule. What is not
 * known of a newer run is not "no": an older one is not taken in its place.
 */
function judgeRecovery(runId: number | null, judging: RecoveryJudging): RecoveryJudgement {
  const { facts } = judging;
  const first = judgeLoss(judging, runId !== null);
  const candidates = facts.runs
    .filter((run) => (runId === null ? run.belongs : run.run.id === runId))
    .toSorted((a, b) => b.run.createdAt - a.run.createdAt || b.run.id - a.run.id);
  const mode = runId === null ? "automatic" : "pinned";
  const judged = candidates.map((run) => conclude(run, first, { ...judging, mode }));
  return judged.find(({ kind }) => kind !== "refused") ?? judged[0] ?? missing(runId, first);
}

type Rules = readonly RecoveryRuleResult[];

function missing(runId: number | null, first: Rules): RecoveryJudgement {
  const rule = { rule: "run_exists", outcome: "fail" } as const;
  const rules: Rules = [...first, { ...rule, values: { run: runId ?? "", attempt: "" } }];
  return { kind: "refused", runId, rules };
}

function conclude(
  run: RunFacts,
  first: Rules,
  judging: RecoveryJudging & { readonly mode: "pinned" | "automatic" },
): RecoveryJudgement {
  const { facts, matrix, context, mode } = judging;
  const own = judgeSource(run, mode, context).filter(({ rule }) => !COMPARED.has(rule));
  const rules: Rules = [...first, ...own, ...judgeMeasured({ facts, matrix, sha: run.sourceSha })];
  if (rules.some(({ outcome }) => outcome === "fail")) {
    return { kind: "refused", runId: run.run.id, rules };
  }
  return rules.some(({ outcome }) => outcome === "unknown")
    ? { kind: "undecided", runId: run.run.id, rules }
    : { kind: "eligible", run, rules };
}

/** A recovery compares with the merge and the default branch instead of the head. */
const COMPARED: ReadonlySet<string> = new Set(["recipes_unchanged", "scripts_unchanged"]);

function labelOf({ run, sourceSha }: RunFacts, facts: Facts): string {
  const then = labelsAtStart(facts, { createdAt: run.createdAt, sourceSha });
  const selection = selectLabels(then, facts.config.inForce);
  return selection.kind === "one" ? selection.primary.name : "";
}
