import { describe, expect, test } from "@jest/globals";
import { checkAcceptance } from "../../../src/core/recipes/acceptance.ts";
import {
  ASKED,
  DISAGG,
  FILE,
  INJECTING,
  LAUNCHER,
  multiNode,
  type MultiNode,
} from "./acceptance-support.ts";
import { acceptance, point, scriptInput } from "./script-support.ts";

describe("multi-node recipes", () => {
  const pinned = DISAGG.replaceAll(
    '":3}',
    '":3,"rejection_sample_method":"synthetic","synthetic_acceptance_length":2.49}',
  );
  const sglang = (environment: string): string =>
    `backend:\n  decode_environment:\n${environment}  sglang_config:\n    decode:\n      speculative-algorithm: EAGLE\n      speculative-num-steps: 3\n      speculative-eagle-topk: 1\n`;
  const trt = `backend:\n  aggregated_environment:\n    TLLM_SPEC_DECODE_FORCE_NUM_ACCEPTED_TOKENS: '1.78'\n  trtllm_config:\n    aggregated:\n      speculative_config:\n        decoding_type: Eagle3\n        max_draft_len: 3\n        speculative_model: x/M3-EAGLE3-GQA\n`;

  test.each<[string, MultiNode, readonly string[]]>([
    ["the master file asks and the launcher obeys", {}, ["pass acceptance_golden"]],
    [
      "the launcher calls the program itself",
      { launcher: 'python3 "$W/runners/inject_synthetic_acceptance.py" "$C"\n' },
      ["pass acceptance_golden"],
    ],
    [
      "the launcher does so in evals only",
      { launcher: INJECTING.replace("!=", "==") },
      ["fail acceptance_never_injected"],
    ],
    [
      "the launcher only speaks of it",
      { launcher: "echo inject_synthetic_acceptance\n# inject_synthetic_acceptance\n" },
      ["fail acceptance_never_injected"],
    ],
    [
      "the launcher does so for another framework",
      { launcher: `if [[ $FRAMEWORK == dynamo-sglang ]]; then inject_synthetic_acceptance; fi\n` },
      ["fail acceptance_never_injected"],
    ],
    [
      "a framework that knows no such thing",
      { framework: "dynamo-trt" },
      ["fail acceptance_never_injected"],
    ],
    [
      "a launcher that cannot be read",
      { launcher: "if foo; then\n" },
      ["human acceptance_injection_unknown"],
    ],
    [
      "no length is given",
      { settings: ["SYNTHETIC_ACCEPTANCE=true"] },
      ["human acceptance_length_absent"],
    ],
    [
      "the wrong length is given",
      { settings: ["SYNTHETIC_ACCEPTANCE=true", "SYNTHETIC_ACCEPTANCE_LENGTH=2.27"] },
      ["fail acceptance_differs"],
    ],
    ["nobody asks", { settings: [] }, ["fail acceptance_not_simulated"]],
    [
      "it is asked not to",
      { settings: ["SYNTHETIC_ACCEPTANCE=false"] },
      ["fail acceptance_not_simulated"],
    ],
    ["the recipe file pins it", { settings: [], recipe: pinned }, ["pass acceptance_golden"]],
    [
      "evals have a file of their own",
      { settings: ["EVAL_CONFIG_FILE=recipes/other.yaml"], recipe: pinned },
      ["pass acceptance_golden"],
    ],
    [
      "the setting is a mapping",
      { recipe: DISAGG.replaceAll(/'(\{.*\})'/gu, "$1") },
      ["pass acceptance_golden"],
    ],
    [
      "no decode: the aggregated worker",
      { recipe: DISAGG.replace("decode:", "aggregated:") },
      ["pass acceptance_golden"],
    ],
    [
      "prefill alone decides nothing",
      { recipe: DISAGG.slice(0, DISAGG.indexOf("    decode:")) },
      ["human acceptance_not_found"],
    ],
    [
      "SGLang in the worker's environment",
      {
        settings: [],
        recipe: sglang(
          "    SGLANG_SIMULATE_ACC_LEN: '2.49'\n    SGLANG_SIMULATE_ACC_METHOD: match-expected\n    SGLANG_SIMULATE_ACC_TOKEN_MODE: real-draft-token\n",
        ),
      },
      ["pass acceptance_golden"],
    ],
    [
      "SGLang in another worker's environment",
      {
        settings: [],
        recipe: sglang("    A: b\n  prefill_environment: {SGLANG_SIMULATE_ACC_LEN: '2.49'}\n"),
      },
      ["fail acceptance_not_simulated"],
    ],
    [
      "TensorRT-LLM",
      { settings: [], recipe: trt, prefix: "minimaxm3" },
      ["pass acceptance_golden"],
    ],
    [
      "TensorRT-LLM, the golden length itself",
      { settings: [], recipe: trt.replace("1.78", "2.78"), prefix: "minimaxm3" },
      ["fail acceptance_differs"],
    ],
    [
      "roles instead of backends",
      {
        settings: [],
        recipe:
          "roles:\n  decode:\n    args: {speculative-num-steps: 3, speculative-eagle-topk: 1}\n    env: {SGLANG_SIMULATE_ACC_LEN: 2.49}\n",
      },
      ["pass acceptance_golden", "pass acceptance_mode_absent"],
    ],
    [
      "ATOM",
      {
        settings: [],
        recipe:
          "backend:\n  atom_config:\n    decode:\n      method: mtp\n      num-speculative-tokens: 3\n      spec-decode-acceptance-length: 2.49\n",
      },
      ["pass acceptance_golden"],
    ],
    [
      "settings that cannot be read",
      { settings: [], recipe: DISAGG.replaceAll("{", "[") },
      ["human acceptance_not_worked_out"],
    ],
  ])("%s", (_, given, expected) => {
    expect(multiNode(given)).toEqual(expected);
  });

  test("a recipe file of another repository waits for a person", () => {
    const points = [point({ script: null, recipeFile: { path: FILE, selector: null } })];
    expect(acceptance({ points })).toEqual(["human acceptance_external"]);
  });

  test("the golden length for another draft length is a failure of the entry", () => {
    const recipe = DISAGG.replaceAll('":3}', '":2}');
    const [finding] = checkAcceptance(
      scriptInput({
        points: [
          point({
            script: null,
            recipeFile: { path: FILE, selector: null },
            framework: "dynamo-vllm",
            launchers: [LAUNCHER],
            settings: ASKED,
          }),
        ],
        head: { [FILE]: recipe, [LAUNCHER]: INJECTING },
      }),
    );
    expect(finding).toMatchObject({
      code: "acceptance_differs",
      path: "configs/nvidia-master.yaml",
      line: 7,
    });
  });
});
