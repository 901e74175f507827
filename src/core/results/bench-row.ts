import type { BenchRow, Workers } from "../model/results.ts";
import { flagAt, numberAt, type RawRow, textAt } from "./fields.ts";

/** What a throughput row has and nothing else: a concurrency, and a measurement or a count of requests. */
export function isBenchRow(row: RawRow): boolean {
  const measured = ["tput_per_gpu", "request_metrics", "num_requests_successful"];
  return Object.hasOwn(row, "conc") && measured.some((field) => Object.hasOwn(row, field));
}

/**
 * A throughput row in our words. Field names: InferenceX's result processing; agentic rows nest
 * theirs below `request_metrics` and `server_metrics`, older ones are flat.
 */
export function parseBenchRow(row: RawRow): BenchRow {
  const agentic = isAgentic(row);
  const named = {
    kind: agentic ? ("agentic" as const) : ("fixed" as const),
    model: textAt(row, "infmax_model_prefix", "model"),
    hardware: hardwareOf(row),
    framework: textAt(row, "framework"),
    precision: textAt(row, "precision"),
    image: textAt(row, "image"),
    specDecoding: textAt(row, "spec_decoding", "mtp") ?? "none",
    disaggregated: flagAt(row, "disagg"),
    ...workersOf(row),
    isl: agentic ? null : numberAt(row, "isl"),
    osl: agentic ? null : numberAt(row, "osl"),
    concurrency: numberAt(row, "conc"),
    offload: offloadOf(row),
  };
  return { ...named, identity: identityOf(named, row), metrics: metricsOf(row) };
}

function isAgentic(row: RawRow): boolean {
  return (textAt(row, "scenario_type") ?? "").startsWith("agentic");
}

/** Runner types name the pool as well; the hardware is what stands before that (spec/control-plane §7.1). */
function hardwareOf(row: RawRow): string | null {
  return textAt(row, "hw")?.replace(/-(?:multinode|trt|disagg)$/iu, "") ?? null;
}

function workersOf(row: RawRow): Pick<BenchRow, "prefill" | "decode"> {
  const all = workersAt(row, "");
  if (!flagAt(row, "is_multinode") && numberAt(row, "prefill_tp") === null) {
    return { prefill: all, decode: null };
  }
  return { prefill: workersAt(row, "prefill_"), decode: workersAt(row, "decode_") };
}

function workersAt(row: RawRow, prefix: string): Workers {
  return {
    tp: numberAt(row, `${prefix}tp`),
    ep: numberAt(row, `${prefix}ep`),
    dpAttention: flagAt(row, `${prefix}dp_attention`),
    workers: prefix === "" ? null : numberAt(row, `${prefix}num_workers`),
  };
}

function offloadOf(row: RawRow): string | null {
  const kind = textAt(row, "kv_offloading", "offloading");
  const backend = textAt(row, "kv_offload_backend.name", "kv_offload_backend");
  return kind === null || kind === "none" || backend === null ? kind : `${kind} ${backend}`;
}

/** Sizes that split a model further; 1 where a row does not name them. */
const SPLITS = ["pp", "dcp_size", "pcp_size"].flatMap((size) =>
  ["", "prefill_", "decode_"].map((prefix) => prefix + size),
);

/** Exact: nothing matches by how it begins, and what a row leaves out is its own value (W35). */
function identityOf(named: Omit<BenchRow, "identity" | "metrics">, row: RawRow): string | null {
  const { model, hardware, framework, precision, concurrency, prefill, decode } = named;
  const lengths =
    named.kind === "agentic" ? [textAt(row, "scenario_type")] : [named.isl, named.osl];
  if ([model, hardware, framework, concurrency, ...lengths].includes(null)) return null;
  const names = [hardware, framework, model, precision, named.specDecoding, named.offload];
  return JSON.stringify([
    ...names.map((name) => name?.toLowerCase() ?? "none"),
    named.disaggregated,
    flagAt(row, "is_multinode"),
    ...[prefill, decode ?? prefill].map(({ tp, ep, dpAttention, workers }) =>
      [tp, ep, dpAttention ? 1 : 0, workers].join("/"),
    ),
    SPLITS.map((size) => numberAt(row, size) ?? 1).join("/"),
    lengths.join("/"),
    concurrency,
  ]);
}

function metricsOf(row: RawRow): BenchRow["metrics"] {
  const [latency, throughput] = ["request_metrics.latency", "request_metrics.throughput"];
  const cache = "server_metrics.cache";
  return {
    tputPerGpu: numberAt(row, "tput_per_gpu", `${throughput}.per_gpu.total_tput_tps`),
    ttftSeconds: numberAt(row, "median_ttft", "p50_ttft", `${latency}.ttft.p50`),
    interactivity: numberAt(row, "median_intvty", "p50_intvty", `${latency}.intvty.p50`),
    requests: numberAt(row, "num_requests_successful"),
    requestsPerSecond: numberAt(row, "mean_qps", "request_metrics.qps.mean"),
    outputTokensPerSecond: numberAt(
      row,
      "output_tput_tps",
      `${throughput}.output.tokens_per_second`,
    ),
    prefixHits: numberAt(row, "server_gpu_cache_hit_rate", `${cache}.gpu_cache_hit_rate`),
    externalHits: numberAt(
      row,
      ...["server_external_cache_hit_rate", "server_cpu_cache_hit_rate"],
      ...[`${cache}.external_cache_hit_rate`, `${cache}.cpu_cache_hit_rate`],
    ),
    kvUse: numberAt(row, "gpu_kv_cache_usage_pct", "server_metrics.kv_cache.gpu_usage_pct"),
  };
}

/** True for a point that was tried in vain: its row is no measurement (spec/control-plane §7.4). */
export function isWithoutSuccess({ metrics }: BenchRow): boolean {
  return metrics.requests === 0 || metrics.tputPerGpu === 0;
}
