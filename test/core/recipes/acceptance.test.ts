import { describe, expect, test } from "@jest/globals";
import {
  DISAGG,
  FILE,
  ASKED,
  DETAIL,
  agentic,
  findings,
  multiNode,
  pinnedAt,
  serving,
} from "./acceptance-support.ts";
import { acceptance, AGENTIC, FIXED, point, type Situation } from "./script-support.ts";

describe("the edge cases of the specification", () => {
  const plain = "benchmarks/single_node/agentic/x_fp4_b300_vllm.sh";

  test("70: an agentic script without speculative flags", () => {
    const points = [point({ script: plain, spec: "none" })];
    expect(acceptance({ points, head: { [plain]: "vllm serve m\n" } })).toEqual([
      "na acceptance_no_agentic_speculation",
    ]);
  });

  test("71: TensorRT-LLM told the golden length itself", () => {
    const lines =
      "cat > e.yml <<EOF\nspeculative_config:\n  num_nextn_predict_layers: 3\nEOF\nexport TLLM_SPEC_DECODE_FORCE_NUM_ACCEPTED_TOKENS=2.49\ntrtllm-serve m\n";
    expect(findings(lines)).toMatchObject([
      {
        outcome: "fail",
        code: "acceptance_differs",
        values: { pinned: "`3.49`", expected: "`2.49`", length: 3 },
      },
    ]);
  });

  test("72: the length for three draft tokens with two", () => {
    expect(findings(serving(pinnedAt(2, 2.49)))).toEqual([
      {
        check: 11,
        outcome: "fail",
        code: "acceptance_differs",
        values: {
          key: "`x-fp4-b300-vllm`",
          where: `\`${AGENTIC}:1\``,
          length: 2,
          pinned: "`2.49`",
          expected: "`2.27`",
          file: "`golden_al_distribution/dsv4_mtp.yaml`",
        },
        path: AGENTIC,
        line: 1,
        key: "x-fp4-b300-vllm",
      },
    ]);
  });

  test("73: simulation asked for where no launcher puts it in", () => {
    expect(multiNode({ launcher: "srtctl apply -f $CONFIG_FILE\n" })).toEqual([
      "fail acceptance_never_injected",
    ]);
  });

  test("74: a branch of evals without simulation", () => {
    const lines = `if [ "$EVAL_ONLY" = true ]; then\n${serving('"num_speculative_tokens":3')}else\n${serving(pinnedAt(3, 2.49))}fi\n`;
    expect(agentic(lines)).toEqual(["pass acceptance_golden"]);
  });

  test("75: two pairs by concurrency, one of them wrong", () => {
    const lines = `if [ "$CONC" -le 8 ]; then K=3 AL=2.49; else K=2 AL=2.49; fi\nvllm serve m --speculative-config "{\\"method\\":\\"mtp\\",\\"num_speculative_tokens\\":$K,\\"rejection_sample_method\\":\\"synthetic\\",\\"synthetic_acceptance_length\\":$AL}"\n`;
    expect(agentic(lines)).toEqual(["pass acceptance_golden", "fail acceptance_differs"]);
  });
});

describe("engines and their settings", () => {
  const sglang =
    "python3 -m sglang.launch_server --speculative-algorithm EAGLE --speculative-num-steps 3";
  const modes =
    "export SGLANG_SIMULATE_ACC_METHOD=match-expected SGLANG_SIMULATE_ACC_TOKEN_MODE=real-draft-token\n";
  const length = "export SGLANG_SIMULATE_ACC_LEN=2.49\n";

  test.each([
    ["vLLM", serving(pinnedAt(3, 2.49)), ["pass acceptance_golden"]],
    ["at two decimals", serving(pinnedAt(3, 2.494)), ["pass acceptance_golden"]],
    ["beyond two decimals", serving(pinnedAt(3, 2.4951)), ["fail acceptance_differs"]],
    [
      "a length without synthetic rejection",
      serving('"num_speculative_tokens":3,"synthetic_acceptance_length":2.49'),
      ["fail acceptance_not_simulated"],
    ],
    [
      "synthetic rejection by rates",
      serving(
        '"num_speculative_tokens":3,"rejection_sample_method":"synthetic","synthetic_acceptance_rates":[1]',
      ),
      ["human acceptance_not_worked_out"],
    ],
    [
      "JSON that nobody can read",
      "vllm serve m --speculative-config '{\"method\"'\n",
      ["human acceptance_not_worked_out"],
    ],
    [
      "a number that is put together",
      `K=$(cat k)\n${serving(pinnedAt(3, 2.49)).replace(":3,", `:1'"$K"',`)}`,
      ["human acceptance_not_worked_out"],
    ],
    [
      "a length from outside",
      `vllm serve m --speculative-config "{\\"num_speculative_tokens\\":$K,\\"rejection_sample_method\\":\\"synthetic\\",\\"synthetic_acceptance_length\\":2.49}"\n`,
      ["human acceptance_not_worked_out"],
    ],
    [
      "settings that are dotted",
      "vllm serve m --speculative-config.method mtp\n",
      ["human acceptance_not_worked_out"],
    ],
    [
      "only an echo of it",
      `echo --speculative-config '{"num_speculative_tokens":3}'\n`,
      ["human acceptance_not_found"],
    ],
    [
      "SGLang",
      `${modes}${length}${sglang} --speculative-eagle-topk 1\n`,
      ["pass acceptance_golden"],
    ],
    [
      "SGLang without modes",
      `${length}${sglang} --speculative-eagle-topk 1\n`,
      ["pass acceptance_golden", "pass acceptance_mode_absent"],
    ],
    [
      "SGLang in another mode",
      `${modes.replace("match-expected", "multinomial")}${length}${sglang} --speculative-eagle-topk 1\n`,
      ["fail acceptance_mode_wrong"],
    ],
    [
      "SGLang with several candidates",
      `${modes}${length}${sglang} --speculative-eagle-topk 4\n`,
      ["human acceptance_not_worked_out"],
    ],
    [
      "SGLang that does not export it",
      `${modes}SGLANG_SIMULATE_ACC_LEN=2.49\n${sglang} --speculative-eagle-topk 1\n`,
      ["fail acceptance_not_simulated"],
    ],
    [
      "ATOM by length",
      "python -m atom --method mtp --num-speculative-tokens 3 --spec-decode-acceptance-length 2.49\n",
      ["pass acceptance_golden"],
    ],
    [
      "ATOM by rate",
      "python -m atom --method mtp --num-speculative-tokens 3 --spec-decode-acceptance-rate 0.4966666667\n",
      ["pass acceptance_golden"],
    ],
    [
      "ATOM without either",
      "python -m atom --method mtp --num-speculative-tokens 3\n",
      ["fail acceptance_not_simulated"],
    ],
  ])("%s", (_, lines, expected) => {
    expect(agentic(lines)).toEqual(expected);
  });

  test("a script that cannot be followed to its end passes nothing", () => {
    expect(agentic(`${serving(pinnedAt(3, 2.49))}if foo; then\n`)).toContain(
      "human acceptance_unread",
    );
  });

  test("a script that is too large waits for a person", () => {
    expect(agentic("#".repeat(600_000))).toEqual(["human acceptance_unread"]);
  });

  test("a script that is sourced is followed too", () => {
    const head = {
      [AGENTIC]: 'K=3\nsource "$(dirname "$0")/common.sh"\n',
      "benchmarks/single_node/agentic/common.sh": serving(pinnedAt(3, 2.49)).replace(
        ":3,",
        `:'$K',`,
      ),
    };
    expect(acceptance({ points: [point()], head })).toEqual(["pass acceptance_golden"]);
  });
});

describe("points that replay no agents", () => {
  const fixedFile = FILE.replace("/agentic/", "/8k1k/");
  const fixed = (settings: readonly string[], rest: Partial<Situation> = {}): readonly string[] =>
    acceptance({
      points: [
        point({
          script: null,
          recipeFile: { path: fixedFile, selector: null },
          scenario: "fixed-seq-len",
          settings,
        }),
      ],
      ...rest,
    });

  test("simulate nothing", () => {
    expect(fixed([])).toEqual(["na acceptance_no_agentic_speculation"]);
    expect(fixed(ASKED)).toEqual(["fail acceptance_outside_agentic"]);
    expect(fixed(ASKED, { details: null })).toEqual(["fail acceptance_outside_agentic"]);
    expect(fixed(ASKED, { details: [DETAIL] })).toEqual([
      "human acceptance_outside_agentic_explained",
    ]);
  });

  test("in scripts neither", () => {
    const said = (lines: string): readonly string[] =>
      acceptance({ points: [point({ script: FIXED })], head: { [FIXED]: lines } });
    expect(said(serving(pinnedAt(3, 2.49)))).toEqual(["fail acceptance_outside_agentic"]);
    expect(said(serving('"num_speculative_tokens":3'))).toEqual([
      "na acceptance_no_agentic_speculation",
    ]);
  });

  test("a folder of agents makes a point agentic, whatever its scenario is called", () => {
    const points = [
      point({
        script: null,
        recipeFile: { path: FILE, selector: null },
        scenario: "fixed-seq-len",
      }),
    ];
    expect(acceptance({ points, head: { [FILE]: DISAGG } })).toEqual([
      "fail acceptance_not_simulated",
    ]);
  });
});
