import type { EvalRow } from "../model/results.ts";
import { flagAt, numberAt, type RawRow, textAt } from "./fields.ts";

/** What a collected eval row has and nothing else: a task, and a score or the place for one. */
export function isEvalRow(row: RawRow): boolean {
  return textAt(row, "task") !== null && ["score", "em_strict"].some((name) => name in row);
}

/** An eval row in our words. Field names: InferenceX's collection of eval results. */
export function parseEvalRow(row: RawRow): EvalRow {
  const task = textAt(row, "task") ?? "";
  const scores = [numberAt(row, "score"), numberAt(row, "em_strict"), numberAt(row, "em_flexible")];
  const known = scores.filter((score) => score !== null);
  const named = {
    task,
    model: textAt(row, "model_prefix", "infmax_model_prefix", "model"),
    hardware: textAt(row, "hw")?.toLowerCase() ?? null,
    framework: textAt(row, "framework"),
    precision: textAt(row, "precision"),
    specDecoding: textAt(row, "spec_decoding") ?? "none",
    workers: {
      tp: numberAt(row, "tp", "prefill_tp"),
      ep: numberAt(row, "ep", "prefill_ep"),
      dpAttention: flagAt(row, "dp_attention"),
      workers: null,
    },
    concurrency: numberAt(row, "conc"),
  };
  return {
    ...named,
    identity: identityOf(named, row),
    samples: numberAt(row, "n_eff"),
    scoreName: textAt(row, "score_name"),
    score: scores[0] ?? known[0] ?? null,
    // The gate of the repository asks every score of exact matches to hold.
    lowest: known.length === 0 ? null : Math.min(...known),
    least: numberAt(row, "speedbench_min_acceptance_length", "threshold", "min_score"),
    most: numberAt(row, "speedbench_max_acceptance_length"),
    passed: passedOf(row),
  };
}

function passedOf(row: RawRow): boolean | null {
  const said = [row["speedbench_passed"], row["passed"]].find((each) => typeof each === "boolean");
  return said ?? null;
}

const PLACES = [
  ...["isl", "osl", "prefill_tp", "prefill_ep", "prefill_num_workers"],
  ...["decode_tp", "decode_ep", "decode_num_workers"],
];

function identityOf(
  named: Omit<
    EvalRow,
    "identity" | "samples" | "scoreName" | "score" | "lowest" | "least" | "most" | "passed"
  >,
  row: RawRow,
): string {
  const { workers, concurrency } = named;
  const names = [named.task, named.model, named.hardware, named.framework, named.precision];
  const { tp, ep, dpAttention } = workers;
  const flags = [flagAt(row, "is_multinode"), named.specDecoding, dpAttention];
  const sizes = PLACES.map((place) => numberAt(row, place));
  return JSON.stringify([...names, ...flags, tp, ep, concurrency, ...sizes]);
}
