/** What the benchmark of the demonstration measures: made up, in the fields and units of real result rows. */
type Row = Readonly<Record<string, string | number | boolean>>;

const CONCURRENCIES = [4, 8, 16, 32, 64];
/** Tokens a second that one user gets from an idle server, by tensor parallelism. */
const ALONE: Readonly<Record<number, number>> = { 4: 140, 8: 190 };

/** One row for every point of the plan. */
export function benchRows(): readonly Row[] {
  return [1024, 8192].flatMap((isl) =>
    [4, 8].flatMap((tp) => CONCURRENCIES.map((conc) => benchRow(isl, tp, conc))),
  );
}

/** One row for every eval of the plan. */
export function evalRows(): readonly Row[] {
  return [4, 8].flatMap((tp) =>
    [16, 64].map((conc) => ({
      ...placeOf(8192, tp, conc),
      model_prefix: "tiny",
      task: "gsm8k",
      score: 0.93 + 0.001 * tp,
      score_name: "em_strict",
      em_strict: 0.93 + 0.001 * tp,
      n_eff: 1_319,
    })),
  );
}

function benchRow(isl: number, tp: number, conc: number): Row {
  const interactivity = (ALONE[tp] ?? 0) / (1 + (conc * (isl + 4096)) / 160_000);
  const output = (interactivity * conc) / tp;
  const perGpu = (output * (isl + 1024)) / 1024;
  return {
    ...placeOf(isl, tp, conc),
    infmax_model_prefix: "tiny",
    tput_per_gpu: perGpu,
    output_tput_per_gpu: output,
    input_tput_per_gpu: perGpu - output,
    median_ttft: (isl * (1 + conc / 8)) / (9_000 * tp),
    median_tpot: 1 / interactivity,
    median_intvty: interactivity,
  };
}

function placeOf(isl: number, tp: number, conc: number): Row {
  const config = { hw: "b200", framework: "vllm", precision: "fp8", spec_decoding: "none" };
  const shape = { disagg: false, is_multinode: false, dp_attention: "false", tp, ep: 1 };
  return { ...config, ...shape, model: "tinylab/Tiny-8B", isl, osl: 1024, conc };
}
