/** Changes of the agentic scripts for other engines that the check has to see. */
import type { AgenticScript } from "./mutants-vllm.ts";

export const ENGINE_SCRIPTS: Readonly<Record<string, AgenticScript>> = {
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
