import { configName } from "../decide/config-name.ts";
import { type ComparedRow, type JudgedEval, NOISE_PERCENT } from "../decide/results.ts";
import type { BenchRow, EvalRow, Workers } from "../model/results.ts";
import { CELL } from "./markdown-table.ts";
import { changeText, MISSING, numberText, secondsText, shareText } from "./measures.ts";
import { say, type Words } from "./words.ts";

type Cells = readonly string[];

/** One row of the table of fixed sequence lengths. */
export function fixedCells({ row, change }: ComparedRow): Cells {
  const { metrics } = row;
  return [
    configCell(row),
    `${numberText(row.isl)}/${numberText(row.osl)}`,
    layoutCell(row),
    numberText(row.concurrency),
    numberText(metrics.tputPerGpu),
    secondsText(metrics.ttftSeconds),
    numberText(metrics.interactivity),
    changeCell(change?.tput ?? null, "more"),
  ];
}

/** One row of the agentic table. */
export function agenticCells({ row, change }: ComparedRow): Cells {
  const { metrics } = row;
  return [
    configCell(row),
    layoutCell(row),
    numberText(row.concurrency),
    ...[metrics.requests, metrics.requestsPerSecond].map(numberText),
    ...[metrics.outputTokensPerSecond, metrics.tputPerGpu].map(numberText),
    secondsText(metrics.ttftSeconds),
    numberText(metrics.interactivity),
    ...[metrics.prefixHits, metrics.externalHits, metrics.kvUse].map(shareText),
    row.offload === null ? MISSING : CELL.text(row.offload),
    changeCell(change?.tput ?? null, "more"),
  ];
}

/** One row of the comparison: what the first tables have no room for. */
export function changeCells({ row, change }: ComparedRow): Cells {
  const lengths =
    row.kind === "agentic" ? "agentic" : `${numberText(row.isl)}/${numberText(row.osl)}`;
  return [
    configCell(row),
    lengths,
    layoutCell(row),
    numberText(row.concurrency),
    changeCell(change?.tput ?? null, "more"),
    changeCell(change?.ttft ?? null, "less"),
    changeCell(change?.interactivity ?? null, "more"),
    change === null ? MISSING : String(change.baseRun),
  ];
}

/** One row of the table of evals. */
export function evalCells({ row, least, passed }: JudgedEval, words: Words): Cells {
  const verdict = passed === null ? "open" : passed ? "held" : "missed";
  const threshold =
    least === null ? say(words, "results.no_threshold", {}, CELL) : scoreText(least, row);
  return [
    CELL.code(row.task),
    configCell(row),
    layoutText(row.workers),
    numberText(row.concurrency),
    scoreText(row.score, row),
    threshold,
    VERDICTS[verdict],
  ];
}

const VERDICTS = { held: "✅", missed: "❌", open: "➖" } as const;

/** Scores are shares, but for lengths of accepted drafts and the like. */
function scoreText(score: number | null, { scoreName }: EvalRow): string {
  if (score === null) return MISSING;
  const isShare = scoreName !== "acceptance_length" && score >= 0 && score <= 1;
  return isShare ? `${(score * 100).toFixed(2)}%` : numberText(score);
}

function configCell(row: Parameters<typeof configName>[0]): string {
  const name = configName(row);
  return name === "" ? MISSING : CELL.code(name);
}

/** How a server is laid out: prefill and decode apart where they are. */
export function layoutCell({ prefill, decode }: Pick<BenchRow, "prefill" | "decode">): string {
  if (decode === null) return layoutText(prefill);
  return `P ${layoutText(prefill)} · D ${layoutText(decode)}`;
}

function layoutText({ tp, ep, dpAttention, workers }: Workers): string {
  const parts = [
    tp === null ? "" : `TP${tp}`,
    ep === null ? "" : `EP${ep}`,
    dpAttention ? "DPA" : "",
  ].filter((part) => part !== "");
  const layout = parts.length === 0 ? MISSING : parts.join(" ");
  return workers === null ? layout : `${workers}× ${layout}`;
}

/** A change with a mark for its direction; within the noise it has none. */
function changeCell(percent: number | null, wanted: "more" | "less"): string {
  if (percent === null || Math.abs(percent) < NOISE_PERCENT) return changeText(percent);
  const isBetter = wanted === "more" ? percent > 0 : percent < 0;
  return `${isBetter ? "🟢" : "🔴"} ${changeText(percent)}`;
}
