import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { ArtifactRows } from "../../../src/core/model/results.ts";
import { parseArtifact } from "../../../src/core/results/artifact-rows.ts";
import { parseBenchRow } from "../../../src/core/results/bench-row.ts";
import { agenticRow, benchRow, evalRow, fixedRow, multinodeRow } from "../../support/results.ts";

function parsed(text: string | Uint8Array): ArtifactRows {
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  return parseArtifact([{ name: "agg_bmk.json", bytes }]);
}

describe("a throughput row", () => {
  test("of fixed lengths gives config, layout and what was measured", () => {
    expect(benchRow()).toMatchObject({
      kind: "fixed",
      model: "tiny",
      hardware: "b200",
      framework: "vllm",
      precision: "fp8",
      prefill: { tp: 8, ep: 1, dpAttention: false, workers: null },
      decode: null,
      isl: 1024,
      osl: 1024,
      concurrency: 4,
      metrics: { tputPerGpu: 1234.5, ttftSeconds: 0.1234, interactivity: 80, requests: null },
    });
  });

  test("over several nodes tells prefill from decode, and names its hardware without the pool", () => {
    expect(parseBenchRow(multinodeRow())).toMatchObject({
      hardware: "gb200",
      disaggregated: true,
      prefill: { tp: 4, ep: 4, dpAttention: true, workers: 2 },
      decode: { tp: 8, ep: 8, dpAttention: false, workers: 1 },
    });
  });

  test("of agents is nested", () => {
    expect(parseBenchRow(agenticRow())).toMatchObject({
      kind: "agentic",
      isl: null,
      offload: "dram lmcache",
      metrics: {
        tputPerGpu: 4321.5,
        ttftSeconds: 2.345,
        interactivity: 21.5,
        requests: 566,
        requestsPerSecond: 0.31,
        outputTokensPerSecond: 156.36,
        prefixHits: 0.476,
        externalHits: 0.657,
        kvUse: 0.681,
      },
    });
  });

  test("of agents was flat before", () => {
    const flat = parseBenchRow({
      ...agenticRow(),
      request_metrics: undefined,
      server_metrics: undefined,
      kv_offloading: undefined,
      kv_offload_backend: undefined,
      offloading: "cpu",
      mean_qps: 0.2,
      output_tput_tps: 100,
      tput_per_gpu: 900,
      p50_ttft: 1.5,
      median_intvty: 20,
      server_gpu_cache_hit_rate: 0.1,
      server_cpu_cache_hit_rate: 0.8,
      gpu_kv_cache_usage_pct: 0.9,
    });
    expect(flat).toMatchObject({ kind: "agentic", offload: "cpu" });
    expect(flat.metrics).toEqual({
      tputPerGpu: 900,
      ttftSeconds: 1.5,
      interactivity: 20,
      requests: 566,
      requestsPerSecond: 0.2,
      outputTokensPerSecond: 100,
      prefixHits: 0.1,
      externalHits: 0.8,
      kvUse: 0.9,
    });
  });

  test.each<[string, Record<string, unknown>]>([
    ["a missing field", { median_ttft: undefined }],
    ["a field that is null", { median_ttft: null }],
    ["a field of another kind", { median_ttft: { p50: 1 } }],
    ["a word where a number belongs", { median_ttft: "fast" }],
  ])("with %s leaves that cell empty", (_story, more) => {
    expect(benchRow(more).metrics).toMatchObject({ ttftSeconds: null, tputPerGpu: 1234.5 });
  });

  test("takes numbers and flags that were written as text", () => {
    const row = benchRow({ tput_per_gpu: "99.5", conc: "8", dp_attention: "True" });
    expect(row).toMatchObject({ concurrency: 8, prefill: { dpAttention: true } });
    expect(row.metrics.tputPerGpu).toBe(99.5);
  });
});

describe("the identity of a point (W35)", () => {
  const identity = benchRow().identity;

  test.each<[string, Record<string, unknown>]>([
    ["image", { image: "other" }],
    ["served model", { model: "acme/Tiny-FP8-v2" }],
    ["numbers", { tput_per_gpu: 1 }],
    ["pool of its hardware", { hw: "b200-trt" }],
    ["capital letters", { framework: "VLLM" }],
  ])("does not depend on the %s", (_story, more) => {
    expect(benchRow(more).identity).toBe(identity);
  });

  test.each<[string, Record<string, unknown>]>([
    ["a longer model name", { infmax_model_prefix: "tiny2" }],
    ["other hardware", { hw: "b300" }],
    ["another framework", { framework: "sglang" }],
    ["another precision", { precision: "fp4" }],
    ["speculative decoding", { spec_decoding: "mtp" }],
    ["tensor parallelism", { tp: 4 }],
    ["expert parallelism", { ep: 8 }],
    ["pipeline parallelism", { pp: 2 }],
    ["context parallelism", { dcp_size: 2 }],
    ["attention in parallel", { dp_attention: "true" }],
    ["input length", { isl: 8192 }],
    ["output length", { osl: 8192 }],
    ["concurrency", { conc: 8 }],
    ["offloading", { kv_offloading: "dram", kv_offload_backend: "lmcache" }],
    ["several nodes", { is_multinode: true }],
    ["disaggregation", { disagg: true }],
  ])("differs by %s", (_story, more) => {
    expect(benchRow(more).identity).not.toBe(identity);
  });

  test("needs model, hardware, framework, concurrency and lengths", () => {
    const without = ["hw", "framework", "conc", "isl", "osl"].map(
      (field) => benchRow({ [field]: undefined }).identity,
    );
    expect(without).toEqual([null, null, null, null, null]);
  });

  test("of decode workers counts, too", () => {
    const [one, two] = [1, 2].map((decode_num_workers) =>
      parseBenchRow(multinodeRow({ decode_num_workers })),
    );
    expect(one?.identity).not.toBe(two?.identity);
  });
});

describe("an artifact", () => {
  test("holds a list of rows, or one row", () => {
    expect(parsed(JSON.stringify([fixedRow(), agenticRow()])).bench).toHaveLength(2);
    expect(parsed(JSON.stringify(agenticRow())).bench).toHaveLength(1);
  });

  test("of evals gives task and scores", () => {
    const { evals } = parsed(JSON.stringify([evalRow()]));
    expect(evals).toEqual([
      expect.objectContaining({ task: "gsm8k", model: "tiny", score: 0.9412, lowest: 0.9412 }),
    ]);
  });

  test("of acceptance lengths brings bounds and a verdict of its own", () => {
    const row = evalRow({
      ...{ task: "speedbench_al/on/mtp3", em_strict: null, em_flexible: null },
      ...{ score: 2.61, score_name: "acceptance_length", speedbench_passed: false },
      ...{ speedbench_min_acceptance_length: 2.7, speedbench_max_acceptance_length: 3.3 },
    });
    expect(parsed(JSON.stringify([row])).evals).toEqual([
      expect.objectContaining({ score: 2.61, least: 2.7, most: 3.3, passed: false }),
    ]);
  });

  test.each<[string, string | Uint8Array, number]>([
    ["text", "not json", 1],
    ["bytes that are no UTF-8", new Uint8Array([0xff, 0xfe, 0x00]), 1],
    ["a number", "7", 1],
    ["rows that are no mappings", `[1, "x", null, [${JSON.stringify(fixedRow())}]]`, 4],
    ["a mapping that is no row", '{"n_success": 3}', 1],
    ["a list that is nested beyond reason", "[".repeat(200_000), 1],
  ])("with %s counts that as unreadable", (_story, text, unreadable) => {
    expect(parsed(text)).toEqual({ bench: [], evals: [], unreadable });
  });

  test("keeps the good rows beside bad ones", () => {
    const { bench, unreadable } = parsed(JSON.stringify([fixedRow(), 7]));
    expect([bench.length, unreadable]).toEqual([1, 1]);
  });

  test("may hold the numbers that Python writes and JSON does not have", () => {
    const text = JSON.stringify([fixedRow({ image: "NaN is no number, Infinity neither" })]);
    const { bench } = parsed(text.replace('"median_ttft":0.1234', '"median_ttft":NaN'));
    expect(bench[0]?.metrics).toMatchObject({ ttftSeconds: null, tputPerGpu: 1234.5 });
  });

  test("never makes the reader fail, and what it says can be kept", () => {
    const fields = Object.keys({ ...fixedRow(), ...agenticRow(), ...evalRow() });
    const row = fc.dictionary(
      fc.constantFrom(...fields, "__proto__", "constructor"),
      fc.jsonValue(),
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(row, fc.jsonValue()), { maxLength: 20 }), (rows) => {
        const found = parsed(JSON.stringify(rows));
        expect(found.bench.length + found.evals.length + found.unreadable).toBe(rows.length);
        expect(ArtifactRows.parse(JSON.parse(JSON.stringify(found)))).toEqual(found);
      }),
      { numRuns: 200 },
    );
  });
});
