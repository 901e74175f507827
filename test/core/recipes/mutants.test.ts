import { describe, expect, test } from "@jest/globals";
import { acceptance, AGENTIC, chatTemplate, FIXED, fixture, point } from "./script-support.ts";

/** A change of a script that a check has to see: text that stands there, and what stands there then. */
type Change = readonly [from: string, to: string];

interface AgenticScript {
  readonly prefix: string;
  readonly mutants: Readonly<Record<Kind, readonly Change[]>>;
}

/** The kinds of the experiments (spec/signoff §3.11). */
const KINDS = [
  "AL up",
  "AL down",
  "K + 1",
  "removed",
  "commented",
  "inverted",
  "overridden",
] as const;
type Kind = (typeof KINDS)[number];

const AGENTIC_SCRIPTS: Readonly<Record<string, AgenticScript>> = {
  "agentic-vllm-escaped": {
    prefix: "dsv4",
    mutants: {
      "AL up": [['length\\": 2.49', 'length\\": 2.59']],
      "AL down": [['length\\": 2.49', 'length\\": 2.4']],
      "K + 1": [["TOKENS=3", "TOKENS=4"]],
      removed: [
        [
          ', \\"rejection_sample_method\\": \\"synthetic\\", \\"synthetic_acceptance_length\\": 2.49',
          "",
        ],
        [', \\"rejection_sample_method\\": \\"synthetic\\"', ""],
      ],
      commented: [
        [
          'else\n    SPEC_CONFIG="',
          'else\n    SPEC_CONFIG="{\\"method\\": \\"mtp\\", \\"num_speculative_tokens\\": 3}"\n    # SPEC_CONFIG="',
        ],
      ],
      inverted: [
        [
          'if [ "${EVAL_ONLY}" = "true" ]; then\n    SPEC',
          'if [ "${EVAL_ONLY}" != "true" ]; then\n    SPEC',
        ],
      ],
      overridden: [
        [
          'SIZES=""\n',
          'SPEC_CONFIG="{\\"method\\": \\"mtp\\", \\"num_speculative_tokens\\": 3}"\nSIZES=""\n',
        ],
        [
          '    "${OFFLOAD_ARGS[@]}"\n',
          '    "${OFFLOAD_ARGS[@]}"\n    --speculative-config \'{"method":"mtp","num_speculative_tokens":3}\'\n',
        ],
      ],
    },
  },
  "agentic-vllm-printf": {
    prefix: "dsv4",
    mutants: {
      "AL up": [
        ["ACCEPTANCE=2.49", "ACCEPTANCE=2.6"],
        ["ACCEPTANCE=2.27", "ACCEPTANCE=2.49"],
      ],
      "AL down": [
        ["ACCEPTANCE=2.49", "ACCEPTANCE=2.27"],
        ["ACCEPTANCE=2.27", "ACCEPTANCE=2.2"],
      ],
      "K + 1": [
        [":-3}", ":-4}"],
        ["TOKENS=2", "TOKENS=3"],
      ],
      removed: [
        [
          ',"rejection_sample_method":"synthetic","synthetic_acceptance_length":%.2f}\' mtp "$SPEC_TOKENS" "$ACCEPTANCE"',
          '}\' mtp "$SPEC_TOKENS"',
        ],
      ],
      commented: [
        ["    ACCEPTANCE=2.27", "    # ACCEPTANCE=2.27"],
        ["    SPEC_TOKENS=2", "    # SPEC_TOKENS=2"],
      ],
      inverted: [
        ['if [[ "${EVAL_ONLY:-false}" != "true" ]]', 'if [[ "${EVAL_ONLY:-false}" == "true" ]]'],
        [
          '"$CONC" -gt 32 ]]; then\n    SPEC_TOKENS=2\n',
          '"$CONC" -gt 32 ]]; then\n    SPEC_TOKENS=2\nfi\nif [[ "$CONC" -le 32 ]]; then\n',
        ],
      ],
      overridden: [
        [
          "fi\n\nvllm",
          'fi\nSPEC=$(printf \'{"method":"mtp","num_speculative_tokens":%d}\' 3)\n\nvllm',
        ],
      ],
    },
  },
  "agentic-vllm-heredoc": {
    prefix: "kimik3",
    mutants: {
      "AL up": [["GOLDEN=3.84", "GOLDEN=3.9"]],
      "AL down": [["GOLDEN=3.84", "GOLDEN=3.78"]],
      "K + 1": [["LENGTH=7", "LENGTH=8"]],
      removed: [
        [
          '"rejection_sample_method": "synthetic", "synthetic_acceptance_length": \'"$GOLDEN"',
          '"rejection_sample_method": "block"\'',
        ],
      ],
      commented: [
        [
          '    REJECTION=\'"rejection_sample_method": "synthetic"',
          '    REJECTION=\'"a": 1\'\n    # REJECTION=\'"rejection_sample_method": "synthetic"',
        ],
      ],
      inverted: [
        [
          'if [ "$EVAL_ONLY" = "true" ]; then\n    REJ',
          'if [ "$EVAL_ONLY" != "true" ]; then\n    REJ',
        ],
      ],
      overridden: [
        [
          "start_server() {",
          'SPEC_ARGS=(--speculative-config \'{"method":"dspark","num_speculative_tokens":7}\')\nstart_server() {',
        ],
      ],
    },
  },
  "agentic-vllm-draft-model": {
    prefix: "minimaxm3",
    mutants: {
      "AL up": [["2.78", "2.83"]],
      "AL down": [["2.78", "2.7"]],
      "K + 1": [["TOKENS=3", "TOKENS=4"]],
      removed: [["${SYNTHETIC:-}", ""]],
      commented: [["    SYNTHETIC=", "    # SYNTHETIC="]],
      inverted: [['"$EVAL_ONLY" != "true"', '"$EVAL_ONLY" = "true"']],
      overridden: [
        ["vllm serve", 'SYNTHETIC=""\nvllm serve'],
        ["vllm serve", "unset SYNTHETIC\nvllm serve"],
        [":-Inferact/MiniMax-M3-EAGLE3-GQA", ":-Inferact/MiniMax-M3-EAGLE3"],
      ],
    },
  },
  "agentic-sglang": {
    prefix: "glm5.2",
    mutants: {
      "AL up": [["LEN=3.61", "LEN=3.62"]],
      "AL down": [["LEN=3.61", "LEN=3.6"]],
      "K + 1": [["num-steps 5", "num-steps 6"]],
      removed: [["    export SGLANG_SIMULATE_ACC_LEN=3.61\n", ""]],
      commented: [
        ["    export SGLANG_SIMULATE_ACC_LEN", "    # export SGLANG_SIMULATE_ACC_LEN"],
        [
          "    --speculative-num-steps 5",
          "    # --speculative-num-steps 5\n    --speculative-num-steps 4",
        ],
      ],
      inverted: [['"${EVAL_ONLY:-false}" != "true"', '"${EVAL_ONLY:-false}" = "true"']],
      overridden: [
        ["write_command", "unset SGLANG_SIMULATE_ACC_LEN\nwrite_command"],
        ["write_command", "export SGLANG_SIMULATE_ACC_LEN=3.33\nwrite_command"],
        ["match-expected", "multinomial"],
        ["write_command", "SGLANG_CMD+=(--speculative-num-steps 3)\nwrite_command"],
      ],
    },
  },
  "agentic-sglang-pairs": {
    prefix: "kimik2.5",
    mutants: {
      "AL up": [
        ["ACC=3.46", "ACC=3.56"],
        ["ACC=2.88", "ACC=3.46"],
        ["ACC=1.83", "ACC=1.93"],
      ],
      "AL down": [
        ["ACC=3.46", "ACC=3.4"],
        ["ACC=2.88", "ACC=2.43"],
        ["ACC=1.83", "ACC=1.8"],
      ],
      "K + 1": [
        ["STEPS=5", "STEPS=6"],
        ["STEPS=3", "STEPS=4"],
        ["STEPS=1", "STEPS=2"],
      ],
      removed: [
        ['        "SGLANG_SIMULATE_ACC_LEN=$ACC"\n', ""],
        ['env "${SIMULATION[@]}" ', ""],
      ],
      commented: [
        ['        "SGLANG_SIMULATE_ACC_LEN=$ACC"', '        # "SGLANG_SIMULATE_ACC_LEN=$ACC"'],
      ],
      inverted: [['"$EVAL_ONLY" != "true"', '"$EVAL_ONLY" = "true"']],
      overridden: [
        ['env "${SIM', 'SIMULATION=()\nenv "${SIM'],
        ["esac\nSIM", "esac\nACC=2.88\nSIM"],
        ["real-draft-token", "random"],
      ],
    },
  },
  "agentic-trt": {
    prefix: "qwen3.5",
    mutants: {
      "AL up": [
        ["FORCED=2.39", "FORCED=3.39"],
        ["FORCED=0.93", "FORCED=1.93"],
      ],
      "AL down": [
        ["FORCED=2.39", "FORCED=2.3"],
        ["FORCED=0.93", "FORCED=0.9"],
      ],
      "K + 1": [
        ["LAYERS=3", "LAYERS=4"],
        ["LAYERS=1", "LAYERS=2"],
      ],
      removed: [['    export TLLM_SPEC_DECODE_FORCE_NUM_ACCEPTED_TOKENS="$FORCED"\n', "    :\n"]],
      commented: [
        ["    export TLLM", "    : # export TLLM"],
        ["    FORCED=0.93", "    # FORCED=0.93"],
      ],
      inverted: [['[ "$EVAL_ONLY" != "true" ]', '[ "$EVAL_ONLY" = "true" ]']],
      overridden: [
        ["trtllm-serve", "TLLM_SPEC_DECODE_FORCE_NUM_ACCEPTED_TOKENS=1 trtllm-serve"],
        ["trtllm-serve", "unset TLLM_SPEC_DECODE_FORCE_NUM_ACCEPTED_TOKENS\ntrtllm-serve"],
      ],
    },
  },
  "agentic-atom": {
    prefix: "dsv4",
    mutants: {
      "AL up": [["RATE=0.4966666667", "RATE=0.53"]],
      "AL down": [["RATE=0.4966666667", "RATE=0.4"]],
      "K + 1": [["TOKENS=3", "TOKENS=4"]],
      removed: [['SPEC_ARGS+=(--spec-decode-acceptance-rate "$RATE")', ":"]],
      commented: [["    SPEC_ARGS+=", "    : # SPEC_ARGS+="]],
      inverted: [['"${EVAL_ONLY:-false}" != "true"', '"${EVAL_ONLY:-false}" = "true"']],
      overridden: [
        ["ATOM_CMD=(", "RATE=0.9\nSPEC_ARGS=(--method mtp --num-speculative-tokens 3)\nATOM_CMD=("],
        ["ATOM_CMD=(", "SPEC_ARGS+=(--num-speculative-tokens 2)\nATOM_CMD=("],
      ],
    },
  },
  "agentic-atom-length": {
    prefix: "kimik3",
    mutants: {
      "AL up": [["3.78", "3.9"]],
      "AL down": [["3.78", "3.7"]],
      "K + 1": [["tokens 7", "tokens 8"]],
      removed: [["--spec-decode-acceptance-length 3.78", ""]],
      commented: [["    EXTRA=", "    : # EXTRA="]],
      inverted: [["$EVAL_ONLY != true", "$EVAL_ONLY == true"]],
      overridden: [
        ["python3 -m", 'EXTRA=""\npython3 -m'],
        ["tokens 7 $EXTRA", "tokens 7 $EXTRA --spec-decode-acceptance-length 3.5"],
      ],
    },
  },
};

function changed(text: string, [from, to]: Change): string {
  if (!text.includes(from)) throw new Error(`Nothing to change: ${from}`);
  return text.replace(from, () => to);
}

const MUTANTS = Object.entries(AGENTIC_SCRIPTS).flatMap(([name, { prefix, mutants }]) =>
  KINDS.flatMap((kind) => mutants[kind].map((change) => ({ name, prefix, kind, change }))),
);

describe("the acceptance length of agentic scripts", () => {
  test.each(Object.entries(AGENTIC_SCRIPTS))("%s is golden on every path", (name, { prefix }) => {
    const said = acceptance({ points: [point({ prefix })], head: { [AGENTIC]: fixture(name) } });
    expect(said.filter((each) => !each.startsWith("pass acceptance_golden"))).toEqual([]);
    expect(said.length).toBeGreaterThan(0);
  });

  test.each(MUTANTS)("$name, $kind: $change.0 is seen", ({ name, prefix, change }) => {
    const text = changed(fixture(name), change);
    const said = acceptance({ points: [point({ prefix })], head: { [AGENTIC]: text } });
    expect(said.filter((each) => each.startsWith("fail"))).not.toEqual([]);
  });

  test("every kind of change is tried on every script", () => {
    expect(MUTANTS.length).toBeGreaterThanOrEqual(70);
    for (const { mutants } of Object.values(AGENTIC_SCRIPTS)) {
      for (const kind of KINDS) expect(mutants[kind].length).toBeGreaterThan(0);
    }
  });
});

const FLAG = "--use-chat-template";

/** The four ways to lose the flag (spec/signoff §3.9). */
const LOST: Readonly<Record<string, (text: string) => string>> = {
  dropped: (text) => text.replace(FLAG, ""),
  "commented out": (text) => text.replace(/^([^\n]*)--use-chat-template/mu, `# $1${FLAG}`),
  "moved to a variable that nothing uses": (text) =>
    text.replace(FLAG, "").replace("\nsource", `\nTEMPLATE_ARGS=(${FLAG})\nsource`),
  "only echoed": (text) =>
    text.replace(FLAG, "").replace("\nsource", `\necho "client: ${FLAG}"\nsource`),
};

const FIXED_SCRIPTS = ["fixed-vllm", "fixed-sglang", "fixed-trt", "fixed-atom"];
const WITHOUT = FIXED_SCRIPTS.flatMap((name) =>
  Object.entries(LOST).map(([way, lose]) => ({ name, way, lose })),
);

describe("the chat template of scripts with a fixed length", () => {
  const said = (text: string): readonly string[] =>
    chatTemplate({ points: [point({ script: FIXED })], head: { [FIXED]: text } });

  test.each(FIXED_SCRIPTS)("%s uses it", (name) => {
    expect(said(fixture(name))).toEqual(["pass chat_template_used"]);
  });

  test.each(WITHOUT)("$name, $way, is seen", ({ name, lose }) => {
    const text = fixture(name);
    const without = lose(text);
    expect(without).not.toBe(text);
    expect(said(without).filter((each) => each.startsWith("fail"))).not.toEqual([]);
  });

  test.each(Object.keys(AGENTIC_SCRIPTS))("%s replays through the library", (name) => {
    const situation = { points: [point()], head: { [AGENTIC]: fixture(name) } };
    expect(chatTemplate(situation)).toEqual(["pass chat_template_replayed"]);
  });
});
