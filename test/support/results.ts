/** Result rows as a sweep writes them: InferenceX's field names, numbers of our own. */
import type {
  ArtifactRows,
  BenchRow,
  ResultFacts,
  RunResults,
} from "../../src/core/model/results.ts";
import { parseArtifact } from "../../src/core/results/artifact-rows.ts";
import { combine } from "../../src/core/results/combine.ts";
import { parseBenchRow } from "../../src/core/results/bench-row.ts";

type Fields = Readonly<Record<string, unknown>>;

/** A throughput row of fixed sequence lengths, single node. */
export function fixedRow(more: Fields = {}): Fields {
  return {
    hw: "b200",
    conc: 4,
    image: "vllm/vllm-openai:v0.22.0",
    model: "acme/Tiny-FP8",
    infmax_model_prefix: "tiny",
    framework: "vllm",
    precision: "fp8",
    spec_decoding: "none",
    disagg: false,
    isl: 1024,
    osl: 1024,
    is_multinode: false,
    tp: 8,
    ep: 1,
    dp_attention: "false",
    tput_per_gpu: 1234.5,
    output_tput_per_gpu: 617.25,
    input_tput_per_gpu: 617.25,
    median_ttft: 0.1234,
    median_tpot: 0.0125,
    median_intvty: 80,
    median_e2el: 12.5,
    ...more,
  };
}

/** The same, prefill and decode on nodes of their own. */
export function multinodeRow(more: Fields = {}): Fields {
  return {
    ...fixedRow(),
    ...{ tp: undefined, ep: undefined, dp_attention: undefined },
    hw: "gb200-multinode",
    disagg: true,
    is_multinode: true,
    prefill_tp: 4,
    prefill_ep: 4,
    prefill_dp_attention: "true",
    prefill_num_workers: 2,
    decode_tp: 8,
    decode_ep: 8,
    decode_dp_attention: "false",
    decode_num_workers: 1,
    num_prefill_gpu: 8,
    num_decode_gpu: 8,
    ...more,
  };
}

/** An agentic row: what it measured is nested. */
export function agenticRow(more: Fields = {}): Fields {
  return {
    hw: "mi355x",
    conc: 16,
    image: "vllm/vllm-openai-rocm:v0.21.0",
    model: "acme/Kimi-MXFP4",
    infmax_model_prefix: "kimi",
    framework: "vllm",
    precision: "fp4",
    spec_decoding: "none",
    disagg: false,
    scenario_type: "agentic-coding",
    is_multinode: false,
    tp: 4,
    ep: 1,
    dp_attention: "false",
    kv_offloading: "dram",
    kv_offload_backend: "lmcache",
    num_requests_total: 570,
    num_requests_successful: 566,
    request_metrics: {
      qps: { mean: 0.31 },
      latency: { ttft: { p50: 2.345 }, intvty: { p50: 21.5 } },
      throughput: {
        output: { tokens_per_second: 156.36 },
        per_gpu: { total_tput_tps: 4321.5 },
      },
      cache: { theoretical_cache_hit_rate: 0.95 },
    },
    server_metrics: {
      cache: { gpu_cache_hit_rate: 0.476, external_cache_hit_rate: 0.657 },
      kv_cache: { gpu_usage_pct: 0.681 },
    },
    ...more,
  };
}

/** A collected eval row. */
export function evalRow(more: Fields = {}): Fields {
  return {
    is_multinode: false,
    model_prefix: "tiny",
    model: "acme/Tiny-FP8",
    hw: "B200",
    framework: "vllm",
    precision: "fp8",
    spec_decoding: "none",
    isl: 1024,
    osl: 1024,
    tp: 8,
    ep: 1,
    prefill_tp: 8,
    prefill_ep: 1,
    prefill_num_workers: 1,
    decode_tp: 8,
    decode_ep: 1,
    decode_num_workers: 1,
    conc: 4,
    dp_attention: "false",
    task: "gsm8k",
    em_strict: 0.9412,
    em_strict_se: 0.006,
    em_flexible: 0.9431,
    score: 0.9412,
    score_name: "em_strict",
    score_se: 0.006,
    ...more,
  };
}

/** The row as the bot reads it. */
export function benchRow(more: Fields = {}): BenchRow {
  return parseBenchRow(fixedRow(more));
}

/** Rows as the bot reads them out of one file. */
export function rowsIn(rows: readonly unknown[]): ArtifactRows {
  const bytes = new TextEncoder().encode(JSON.stringify(rows));
  return parseArtifact([{ name: "agg_bmk.json", bytes }]);
}

/** What run 900 measured, when these rows are all it left. */
export function runResults(rows: readonly unknown[], more: Partial<RunResults> = {}): RunResults {
  const artifact = { id: 1, createdAt: 1 };
  const combined = combine([{ artifact, single: false, rows: rowsIn(rows) }]);
  return { runId: 900, ...combined, failures: [], beyond: 0, expired: false, ...more };
}

/** Results in which every name is the given one. */
export function hostileResults(text: string): ResultFacts {
  const names = { infmax_model_prefix: text, hw: text, framework: text, precision: text };
  const vain = { ...names, conc: 8, num_requests_successful: 0 };
  const rows = [
    fixedRow({ ...names, spec_decoding: text }),
    ...[names, vain].map((each) => agenticRow({ ...each, kv_offloading: text })),
    evalRow({ ...names, model_prefix: text, task: text }),
  ];
  const run = runResults(rows, { failures: [{ name: text, cause: "unreadable" }] });
  return { runs: [run], baselines: {}, thresholds: null, pictures: {} };
}

/** Files of the artifact that collects throughput rows. */
export function bmkFiles(rows: readonly unknown[]): Readonly<Record<string, string>> {
  return { "agg_bmk.json": JSON.stringify(rows) };
}

/** Files of the artifact that collects eval rows. */
export function evalFiles(rows: readonly unknown[]): Readonly<Record<string, string>> {
  return { "agg_eval_all.json": JSON.stringify(rows) };
}
