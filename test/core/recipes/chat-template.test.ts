import { describe, expect, test } from "@jest/globals";
import { checkChatTemplate } from "../../../src/core/recipes/chat-template.ts";
import {
  AGENTIC,
  chatTemplate,
  FIXED,
  LIBRARY,
  LIBRARY_TEXT,
  point,
  scriptInput,
} from "./script-support.ts";

const FILE = "benchmarks/multi_node/srt-slurm-recipes/vllm/x/disagg-mtp.yaml";

/** What is said of a fixed-length script with these lines. */
function fixed(lines: string): readonly string[] {
  return chatTemplate({ points: [point({ script: FIXED })], head: { [FIXED]: lines } });
}

describe("a call of the benchmark client", () => {
  test.each([
    [
      "with the flag",
      "run_benchmark_serving --model m --use-chat-template",
      "pass chat_template_used",
    ],
    [
      "with the flag that includes it",
      "run_benchmark_serving --dsv4 --model m",
      "pass chat_template_used",
    ],
    ["without it", 'run_benchmark_serving --model "$MODEL" --tp $TP', "fail chat_template_missing"],
    [
      "with it in a comment",
      "run_benchmark_serving --model m # --use-chat-template",
      "fail chat_template_missing",
    ],
    [
      "with a list that has it",
      'A=(--use-chat-template)\nrun_benchmark_serving "${A[@]}"',
      "pass chat_template_used",
    ],
    [
      "with a text that has it",
      'A="--x --use-chat-template"\nrun_benchmark_serving $A',
      "pass chat_template_used",
    ],
    [
      "with a text that nobody knows",
      "run_benchmark_serving --model m $EXTRA",
      "human chat_template_indirect",
    ],
    [
      "with a list that is read",
      'readarray -t A < f\nrun_benchmark_serving "${A[@]}"',
      "human chat_template_indirect",
    ],
    [
      "inside a function that runs",
      "f() { run_benchmark_serving --model m; }\nf",
      "fail chat_template_missing",
    ],
    ["inside `if`", "if run_benchmark_serving --model m; then :; fi", "fail chat_template_missing"],
  ])("%s", (_, lines, expected) => {
    expect(fixed(lines)).toEqual([expected]);
  });

  test("is needed on every path", () => {
    const lines =
      'A=()\nif [ "$CONC" -gt 8 ]; then A+=(--use-chat-template); fi\nrun_benchmark_serving "${A[@]}"';
    expect([...fixed(lines)].sort()).toEqual([
      "fail chat_template_missing",
      "pass chat_template_used",
    ]);
  });

  test("of a throughput run: what only evals do is not looked at", () => {
    const lines =
      'if [ "$EVAL_ONLY" = true ]; then run_benchmark_serving; else run_benchmark_serving --use-chat-template; fi';
    expect(fixed(lines)).toEqual(["pass chat_template_used"]);
  });

  test("is named with script and line", () => {
    const input = scriptInput({
      points: [point({ script: FIXED, key: "x-mtp" })],
      head: { [FIXED]: "\nrun_benchmark_serving --model m\n" },
    });
    expect(checkChatTemplate(input)).toEqual([
      {
        check: 9,
        outcome: "fail",
        code: "chat_template_missing",
        values: { key: "`x-mtp`", where: `\`${FIXED}:2\`` },
        path: FIXED,
        line: 2,
        key: "x-mtp",
      },
    ]);
  });
});

describe("what the check is about", () => {
  const plain = "benchmarks/single_node/fixed_seq_len/x_fp4_b300_vllm.sh";
  const call = "run_benchmark_serving --model m";

  test.each([
    ["no speculative decoding", { spec: "none" }, call, "na chat_template_no_speculation"],
    ["the master file says so", { spec: "mtp" }, call, "fail chat_template_missing"],
    ["the key says so", { spec: "none", key: "x-fp4-mtp" }, call, "fail chat_template_missing"],
    [
      "the key names the draft",
      { spec: "none", key: "x-eagle3" },
      call,
      "fail chat_template_missing",
    ],
    [
      "the script has flags",
      { spec: "none" },
      `vllm serve --speculative-config '{"num_speculative_tokens":2}'\n${call}`,
      "fail chat_template_missing",
    ],
  ] as const)("%s", (_, more, lines, expected) => {
    const points = [point({ script: plain, scenario: "fixed-seq-len", ...more })];
    expect(chatTemplate({ points, head: { [plain]: lines } })).toEqual([expected]);
  });

  test("the name of the script says so", () => {
    const points = [point({ script: FIXED, spec: "none" })];
    expect(chatTemplate({ points, head: { [FIXED]: call } })).toEqual([
      "fail chat_template_missing",
    ]);
  });

  test.each([
    ["a script that is not in the tree", { script: FIXED }, "human chat_template_external"],
    ["no script at all", { script: null }, "human chat_template_external"],
    [
      "a recipe file of another repository",
      { script: null, recipeFile: { path: FILE, selector: null } },
      "human chat_template_external",
    ],
  ])("%s waits for a person", (_, more, expected) => {
    expect(chatTemplate({ points: [point(more)] })).toEqual([expected]);
  });

  test("a script that cannot be followed to its end passes nothing", () => {
    const lines = `run_benchmark_serving --use-chat-template\nif foo; then\n`;
    expect(fixed(lines)).toContain("human chat_template_unread");
  });

  test("a script without a client waits for a person", () => {
    expect(fixed("vllm bench serve --model m")).toEqual(["human chat_template_client_unknown"]);
  });
});

describe("replay of agents", () => {
  function replayed(library: string, script = 'build_replay_cmd "$RESULT_DIR"'): readonly string[] {
    return chatTemplate({ points: [point()], head: { [AGENTIC]: script, [LIBRARY]: library } });
  }

  test.each([
    ["through the chat endpoint", LIBRARY_TEXT, "pass chat_template_replayed"],
    [
      "with other flags besides",
      LIBRARY_TEXT.replace("--streaming", "--streaming --seed 1"),
      "pass chat_template_replayed",
    ],
    [
      "through completions",
      LIBRARY_TEXT.replace("/v1/chat/completions", "/v1/completions"),
      "fail chat_template_library_raw",
    ],
    [
      "of another kind",
      LIBRARY_TEXT.replace("--endpoint-type chat", "--endpoint-type completions"),
      "fail chat_template_library_raw",
    ],
    [
      "through a variable",
      LIBRARY_TEXT.replace("--endpoint /v1/chat/completions", "--endpoint $ENDPOINT"),
      "human chat_template_library_changed",
    ],
    [
      "without an endpoint",
      LIBRARY_TEXT.replace("--endpoint /v1/chat/completions", ""),
      "human chat_template_library_changed",
    ],
    [
      "by another function",
      LIBRARY_TEXT.replace("build_replay_cmd", "build_other"),
      "human chat_template_library_changed",
    ],
  ])("%s", (_, library, expected) => {
    expect(replayed(library)).toEqual([expected]);
  });

  test("a script may add to the command, not an endpoint", () => {
    const call = 'build_replay_cmd "$D"\n';
    expect(replayed(LIBRARY_TEXT, `${call}REPLAY_CMD+=" --metrics m"\n`)).toEqual([
      "pass chat_template_replayed",
    ]);
    expect(replayed(LIBRARY_TEXT, `${call}REPLAY_CMD+=" --endpoint /v1/completions"\n`)).toEqual([
      "pass chat_template_replayed",
      "fail chat_template_other_endpoint",
    ]);
  });
});
