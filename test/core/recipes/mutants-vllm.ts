/** Changes of the agentic scripts for vLLM that the check has to see. */

/** A change of a script that a check has to see: text that stands there, and what stands there then. */
export type Change = readonly [from: string, to: string];

export interface AgenticScript {
  readonly prefix: string;
  readonly mutants: Readonly<Record<Kind, readonly Change[]>>;
}

/** The kinds of the experiments (spec/signoff §3.11). */
export const KINDS = [
  "AL up",
  "AL down",
  "K + 1",
  "removed",
  "commented",
  "inverted",
  "overridden",
] as const;
type Kind = (typeof KINDS)[number];

export const VLLM_SCRIPTS: Readonly<Record<string, AgenticScript>> = {
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
};
