import { describe, expect, test } from "@jest/globals";
import { parseMasters } from "../../../src/core/contract/master.ts";
import { parseRunners } from "../../../src/core/contract/runners.ts";
import type { RecipePoint } from "../../../src/core/recipes/point.ts";
import { pointsOf } from "../../../src/core/recipes/points.ts";
import { file } from "../matrix/fixture.ts";

const RUNNERS = `labels:
  b200: [b200-dgxc_0, b200-dgxc_1, b200-nb_0]
  cluster:gb300-nv: [gb300-nv_0]
hardware:
  cluster:gb300-nv: { available-cpu-dram-mib: 800000, gpus-per-node: 4 }
`;

const SINGLE = `tiny-fp8-b200-vllm:
  image: vllm/vllm-openai:v1
  model: lab/Tiny
  model-prefix: tiny
  precision: fp8
  framework: vllm
  runner: b200
  multinode: false
  scenarios:
    fixed-seq-len:
      - isl: 1024
        osl: 1024
        search-space:
          - { tp: 4, conc-start: 4, conc-end: 64 }
          - { tp: 8, conc-list: [16, 48], spec-decoding: mtp }
`;

function multi(...settings: readonly string[]): string {
  const worker = "num-worker: 1\n            tp: 4\n            ep: 1\n            dp-attn: false";
  const listed = settings.map((setting) => `              - ${JSON.stringify(setting)}`).join("\n");
  return `tiny-fp4-gb300-dynamo-vllm:
  image: vllm/vllm-openai:v1
  model: lab/Tiny
  model-prefix: tiny
  precision: fp4
  framework: dynamo-vllm
  runner: cluster:gb300-nv
  multinode: true
  disagg: true
  kv-p2p-transfer: nixl
  scenarios:
    fixed-seq-len:
      - isl: 8192
        osl: 1024
        search-space:
        - conc-list: [64]
          prefill:
            ${worker}
            additional-settings:
${listed}
          decode:
            ${worker}
            additional-settings:
              - "DECODE_NODES=2"
`;
}

function points(text: string, ...tree: readonly string[]): readonly RecipePoint[] {
  const masters = parseMasters([file("configs/nvidia-master.yaml", text)]);
  expect(masters.problems).toEqual([]);
  const { runners, problems } = parseRunners(file("configs/runners.yaml", RUNNERS));
  expect(problems).toEqual([]);
  return pointsOf(masters, new Set(tree), runners);
}

describe("a point", () => {
  test("is a search-space entry with the line that it stands on", () => {
    const shown = points(SINGLE).map(({ key, line, lengths, concurrencies }) => ({
      ...{ key, line, lengths, concurrencies },
    }));
    const common = { key: "tiny-fp8-b200-vllm", lengths: { isl: 1024, osl: 1024 } };
    expect(shown).toEqual([
      { ...common, line: 14, concurrencies: [4, 8, 16, 32, 64] },
      { ...common, line: 15, concurrencies: [16, 48] },
    ]);
  });

  test("has the script of the rules, whether it is there or not, and its launchers", () => {
    const folder = "benchmarks/single_node/fixed_seq_len";
    const shown = points(SINGLE, `${folder}/tiny_fp8_b200.sh`);
    expect(shown.map(({ script }) => script)).toEqual([
      `${folder}/tiny_fp8_b200.sh`,
      `${folder}/tiny_fp8_b200_vllm_mtp.sh`,
    ]);
    expect(shown[0]).toMatchObject({
      sku: "b200",
      recipeFile: null,
      launchers: ["runners/launch_b200-dgxc.sh", "runners/launch_b200-nb.sh"],
      settings: [],
    });
  });

  test("of several nodes has the recipe file and the override that its settings name", () => {
    const [point] = points(
      multi("EVAL_CONFIG_FILE=recipes/e.yaml", "CONFIG_FILE=recipes/a.yaml:b"),
    );
    expect(point).toMatchObject({
      script: null,
      sku: "gb300",
      recipeFile: {
        path: "benchmarks/multi_node/srt-slurm-recipes/a.yaml",
        selector: "b",
      },
      launchers: ["runners/launch_gb300-nv.sh"],
    });
    expect(point?.settings).toEqual([
      { role: "prefill", name: "EVAL_CONFIG_FILE", value: "recipes/e.yaml" },
      { role: "prefill", name: "CONFIG_FILE", value: "recipes/a.yaml:b" },
      { role: "decode", name: "DECODE_NODES", value: "2" },
    ]);
  });

  test("keeps what stands behind the first equals sign of a setting", () => {
    const [point] = points(multi("ARGS=--a=1 --b=2", "FLAG"));
    expect(point?.settings.slice(0, 2)).toEqual([
      { role: "prefill", name: "ARGS", value: "--a=1 --b=2" },
      { role: "prefill", name: "FLAG", value: "" },
    ]);
    expect(point).toMatchObject({
      recipeFile: null,
      script: "benchmarks/multi_node/tiny_fp4_gb300_dynamo-vllm.sh",
    });
  });
});
