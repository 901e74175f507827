import { describe, expect, test } from "@jest/globals";
import { MAD, rows, S, W1, W2, workers } from "./fixture.ts";

describe("whole rows (spec/matrix §3.8)", () => {
  const head = { image: "img:1", model: "org/M", "model-prefix": "m", precision: "fp8" };
  const sizes = { pp: 1, "dcp-size": 1, "pcp-size": 1 };
  const w1 = { "num-worker": 1, tp: 4, ep: 4, "dp-attn": true, ...sizes };
  const w2 = { "num-worker": 2, tp: 8, ep: 1, "dp-attn": false, ...sizes };

  test("writes a single-node row field by field", () => {
    expect(JSON.stringify(rows(S("{tp: 8, conc-list: [4]}"), { evals: "none" }))).toBe(
      JSON.stringify([
        {
          ...{ ...head, framework: "vllm", runner: "b200", isl: 8192, osl: 1024, tp: 8, ...sizes },
          ...{ conc: 4, "max-model-len": 9472, ep: 1, "dp-attn": false, "spec-decoding": "none" },
          ...{ "exp-name": "m_8k1k", disagg: false, "run-eval": false },
        },
      ]),
    );
  });

  test("folds all evals of a disaggregated agentic topology into one row", () => {
    const made = rows(MAD(workers("conc-list: [16,4,32]", W1, W2)), { evals: "all" });
    expect(JSON.stringify(made)).toBe(
      JSON.stringify([
        {
          ...{ ...head, framework: "vllm", runner: "cluster:x", "spec-decoding": "none" },
          ...{ prefill: w1, decode: w2, conc: [4, 16, 32], "kv-offloading": "none" },
          ...{ "total-cpu-dram-gb": 0, duration: 3600, "exp-name": "m_p1x4ep4dpa_d2x8_conc16" },
          ...{ disagg: true, "scenario-type": "agentic-coding", "kv-p2p-transfer": "nixl" },
          ...{ "run-eval": true, "eval-conc": 32, "eval-only": true },
        },
      ]),
    );
  });
});
