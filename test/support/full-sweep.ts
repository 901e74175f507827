/** Jobs and results of a full sweep of `tiny-fp8-b200-vllm`, as the workflow names and writes them. */
import { evalRow, fixedRow } from "./results.ts";

const CONCURRENCIES = [4, 8, 16, 32, 64];
const POINTS = [4, 8].flatMap((tp) => CONCURRENCIES.map((conc) => `tiny tp${tp} conc${conc}`));
const EVALS = [4, 8].flatMap((tp) => [32, 64].map((conc) => `tiny tp${tp} conc${conc}`));

/** Every job of it, in the order of the lanes. */
export const FULL_JOBS: readonly string[] = [
  ...POINTS.map((point) => `single-node 1k1k / ${point}`),
  ...POINTS.map((point) => `single-node 8k1k / ${point}`),
  ...EVALS.map((point) => `eval / ${point}`),
];

type Fields = Readonly<Record<string, unknown>>;

/** Rows of its evals, whole and above the bar. */
export function fullEvals(more: Fields = {}): readonly Fields[] {
  return [4, 8].flatMap((tp) =>
    [32, 64].map((conc) =>
      evalRow({ ...{ isl: 8192, tp, prefill_tp: tp, conc, n_eff: 1319 }, ...more }),
    ),
  );
}

/** A row of its throughput. */
export function fullBench(image: string): Fields {
  return fixedRow({ image });
}
