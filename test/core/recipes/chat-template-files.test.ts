import { describe, expect, test } from "@jest/globals";
import { chatTemplate, point, type Texts } from "./script-support.ts";

const FILE = "benchmarks/multi_node/srt-slurm-recipes/vllm/x/disagg-mtp.yaml";
const LAUNCHER = "runners/launch_b300-nv.sh";
const CLIENT = "benchmarks/multi_node/amd_utils/bench.sh";
const MULTI = "benchmarks/multi_node/x_fp4_b300_vllm.sh";

describe("a recipe file", () => {
  function inFile(benchmark: string, more: Texts = {}, launchers = [LAUNCHER]): readonly string[] {
    const recipeFile = { path: FILE, selector: null };
    const points = [point({ script: null, recipeFile, launchers, framework: "dynamo-vllm" })];
    return chatTemplate({ points, head: { [FILE]: `benchmark:\n${benchmark}`, ...more } });
  }
  const serving = "  type: sa-bench\n";
  const launcher = (lines: string): Texts => ({ [LAUNCHER]: lines });
  const clone = "git clone https://github.com/NVIDIA/srt-slurm.git srt\n";

  test.each([
    ["switches it on", `${serving}  use_chat_template: true\n`, "pass chat_template_in_file"],
    ["switches it off", `${serving}  use_chat_template: false\n`, "fail chat_template_off"],
    [
      "says something else",
      `${serving}  use_chat_template: maybe\n`,
      "human chat_template_client_unknown",
    ],
    ["has a client of its own", "  type: gsm8k\n", "human chat_template_client_unknown"],
    [
      "replays agents",
      "  type: custom\n  command: bash /infmax-workspace/benchmarks/multi_node/agentic_srt.sh\n",
      "pass chat_template_replayed",
    ],
    [
      "only mentions the replay",
      "  type: custom\n  command: |\n    # agentic_srt.sh\n    run.sh\n",
      "human chat_template_client_unknown",
    ],
    [
      "sends raw completions",
      "  type: custom\n  command: curl http://x/v1/completions\n",
      "fail chat_template_raw_client",
    ],
    [
      "runs the benchmark without it",
      "  type: custom\n  command: python benchmark_serving.py --model m\n",
      "fail chat_template_raw_client",
    ],
    ["is not YAML", "  type: [\n", "human chat_template_unread"],
  ])("that %s", (_, benchmark, expected) => {
    expect(inFile(benchmark)).toEqual([expected]);
  });

  test.each([
    ["the main branch", clone, "pass chat_template_by_default"],
    [
      "a version that is listed",
      `${clone}git checkout sa-submission-q2-2026\n`,
      "pass chat_template_by_default",
    ],
    [
      "a version by branch",
      clone.replace("clone", "clone --branch sa-submission-q2-2026"),
      "pass chat_template_by_default",
    ],
    [
      "a version that is not",
      `${clone}git checkout 1234567\n`,
      "human chat_template_harness_unknown",
    ],
    ["a fork", clone.replace("NVIDIA", "somebody"), "human chat_template_harness_unknown"],
    ["nothing", "echo hello\n", "human chat_template_harness_unknown"],
    [
      "another version for this framework",
      `if [[ $FRAMEWORK == dynamo-vllm ]]; then\n${clone}git checkout 1234567\nelse\n${clone}fi\n`,
      "human chat_template_harness_unknown",
    ],
    [
      "another version for other frameworks",
      `if [[ $FRAMEWORK == dynamo-sglang ]]; then\n${clone}git checkout 1234567\nelse\n${clone}fi\n`,
      "pass chat_template_by_default",
    ],
  ])("that says nothing, and a launcher that fetches %s", (_, lines, expected) => {
    expect(inFile(serving, launcher(lines))).toEqual([expected]);
  });

  test("that says nothing, and no launcher", () => {
    expect(inFile(serving, {}, [])).toEqual(["human chat_template_harness_unknown"]);
  });

  test("is read with the override that is named", () => {
    const text =
      "base:\n  benchmark: {type: sa-bench, use_chat_template: true}\nlow:\n  benchmark: {use_chat_template: false}\n";
    const points = [
      point({ script: null, recipeFile: { path: FILE, selector: "low[0]" } }),
      point({ script: null, recipeFile: { path: FILE, selector: null } }),
      point({ script: null, recipeFile: { path: FILE, selector: "high" } }),
    ];
    expect(chatTemplate({ points, head: { [FILE]: text } })).toEqual([
      "fail chat_template_off",
      "pass chat_template_in_file",
      "human chat_template_unread",
    ]);
  });
});

describe("a client that multi-node scripts share", () => {
  const asking = 'if [ "$IS_MTP" = true ]; then extra="--use-chat-template"; fi\n';
  const script = { [MULTI]: "source ../amd_utils/env.sh\nbash submit.sh\n" };

  test.each([
    ["as on the default branch", asking, asking, "pass chat_template_shared_client"],
    [
      "without the flag any more",
      "extra=\n# --use-chat-template\n",
      asking,
      "fail chat_template_client_removed",
    ],
    ["changed otherwise", `${asking}echo\n`, asking, "human chat_template_client_changed"],
    ["that never asked", "extra=\n", "extra=\n", "human chat_template_client_changed"],
  ])("%s", (_, head, policy, expected) => {
    const points = [
      point({ script: MULTI, framework: "sglang-disagg", scenario: "fixed-seq-len" }),
    ];
    const said = chatTemplate({
      points,
      head: { ...script, [CLIENT]: head },
      policy: { [CLIENT]: policy },
    });
    expect(said).toEqual([expected]);
  });
});
