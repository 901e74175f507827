import { describe, expect, test } from "@jest/globals";
import type { RecipeEntry, SearchSpaceEntry } from "../../../src/core/contract/recipe.ts";
import type { Runners } from "../../../src/core/contract/runners.ts";
import { scriptsOf } from "../../../src/core/matrix/scripts-of.ts";

const RUNNERS: Runners = {
  labels: new Map([
    ["b200", ["b200-dgxc_0", "b200-dgxc_1", "b200-nb_0"]],
    ["cluster:gb300-nv", ["gb300-nv_0"]],
    ["mi355x", ["mi355x-amds_0"]],
  ]),
  hardware: new Map(),
};
const SINGLE = "benchmarks/single_node";
const MULTI = "benchmarks/multi_node";
const SLURM = `${MULTI}/srt-slurm-recipes`;

function fixed(space: SearchSpaceEntry = {}): RecipeEntry["scenarios"] {
  return { "fixed-seq-len": [{ isl: 1024, osl: 1024, "search-space": [space] }] };
}

function agentic(space: SearchSpaceEntry = {}): RecipeEntry["scenarios"] {
  return { "agentic-coding": [{ "search-space": [space] }] };
}

function aRecipe(more: Partial<RecipeEntry> = {}): RecipeEntry {
  return {
    image: "image:1",
    model: "lab/Tiny",
    "model-prefix": "tiny",
    precision: "fp8",
    framework: "vllm",
    runner: "b200",
    multinode: false,
    scenarios: fixed(),
    ...more,
  };
}

function worker(...settings: readonly string[]): NonNullable<SearchSpaceEntry["prefill"]> {
  return { "num-worker": 1, tp: 8, ep: 1, "dp-attn": false, "additional-settings": settings };
}

/** The scripts of a recipe, launchers left out, in a tree of these files; `missing` stands before what is not there. */
function scripts(entry: RecipeEntry, ...tree: readonly string[]): readonly string[] {
  const { files, missing } = scriptsOf(entry, new Set(tree), RUNNERS);
  const found = files.filter(({ role }) => role === "script").map(({ path }) => path);
  const gone = missing.filter((path) => !path.startsWith("runners/"));
  return [...found, ...gone.map((path) => `missing ${path}`)];
}

const multi = { multinode: true, framework: "dynamo-trt", runner: "cluster:gb300-nv" } as const;

describe("the script of a recipe (spec/signoff §0.4)", () => {
  const F = `${SINGLE}/fixed_seq_len`;
  test.each<[string, RecipeEntry, readonly string[], readonly string[]]>([
    [
      "with the framework in its name",
      aRecipe(),
      [`${F}/tiny_fp8_b200_vllm.sh`, `${F}/tiny_fp8_b200.sh`],
      [`${F}/tiny_fp8_b200_vllm.sh`],
    ],
    [
      "without, where there is none with it",
      aRecipe(),
      [`${F}/tiny_fp8_b200.sh`],
      [`${F}/tiny_fp8_b200.sh`],
    ],
    [
      "never without it for trt",
      aRecipe({ framework: "trt" }),
      [`${F}/tiny_fp8_b200.sh`],
      [`missing ${F}/tiny_fp8_b200_trt.sh`],
    ],
    [
      "with mtp",
      aRecipe({ scenarios: fixed({ "spec-decoding": "mtp" }) }),
      [`${F}/tiny_fp8_b200_vllm.sh`, `${F}/tiny_fp8_b200_vllm_mtp.sh`],
      [`${F}/tiny_fp8_b200_vllm_mtp.sh`],
    ],
    [
      "not with mtp for a draft model",
      aRecipe({ scenarios: fixed({ "spec-decoding": "draft_model" }) }),
      [`${F}/tiny_fp8_b200_vllm.sh`, `${F}/tiny_fp8_b200_vllm_mtp.sh`],
      [`${F}/tiny_fp8_b200_vllm.sh`],
    ],
    [
      "of an agentic recipe",
      aRecipe({ scenarios: agentic() }),
      [`${SINGLE}/agentic/tiny_fp8_b200_vllm.sh`],
      [`${SINGLE}/agentic/tiny_fp8_b200_vllm.sh`],
    ],
    [
      "of a runner named as a cluster",
      aRecipe({ runner: "cluster:gb300-nv" }),
      [`${F}/tiny_fp8_gb300_vllm.sh`],
      [`${F}/tiny_fp8_gb300_vllm.sh`],
    ],
    [
      "of a multi-node recipe with a configuration, selector and eval twin",
      aRecipe({
        ...multi,
        scenarios: fixed({
          prefill: worker("CONFIG_FILE=recipes/a/x.yaml:zip[3]", "OTHER=1"),
          decode: worker("EVAL_CONFIG_FILE=benchmarks/multi_node/own/y.yaml"),
        }),
      }),
      [`${SLURM}/a/x.yaml`, `${MULTI}/own/y.yaml`],
      [`${SLURM}/a/x.yaml`, `${MULTI}/own/y.yaml`],
    ],
    [
      "of a multi-node recipe whose configuration stands in another repository",
      aRecipe({
        ...multi,
        scenarios: fixed({ prefill: worker("CONFIG_FILE=recipes/far/z.yaml"), decode: worker() }),
      }),
      [],
      [`missing ${SLURM}/far/z.yaml`],
    ],
    [
      "of any other multi-node recipe",
      aRecipe({ multinode: true, framework: "sglang-disagg", runner: "mi355x" }),
      [`${MULTI}/tiny_fp8_mi355x_sglang-disagg.sh`],
      [`${MULTI}/tiny_fp8_mi355x_sglang-disagg.sh`],
    ],
    [
      "of an agentic multi-node recipe",
      aRecipe({ multinode: true, runner: "mi355x", scenarios: agentic() }),
      [`${MULTI}/agentic/tiny_fp8_mi355x_vllm.sh`],
      [`${MULTI}/agentic/tiny_fp8_mi355x_vllm.sh`],
    ],
  ])("is found %s", (_, entry, tree, expected) => {
    expect(scripts(entry, ...tree)).toEqual(expected);
  });

  test("is run through the launcher of each kind of node", () => {
    const tree = new Set(["runners/launch_b200-dgxc.sh", "runners/launch_b200-nb.sh"]);
    const { files } = scriptsOf(aRecipe(), tree, RUNNERS);
    expect(files).toEqual(
      [...tree].map((path) => ({ path, scenario: "fixed-seq-len", role: "launcher" })),
    );
  });
});
