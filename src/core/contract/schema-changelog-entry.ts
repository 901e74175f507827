/** One entry of the changelog (spec/control-plane §2.1); hyphenated spelling only. */
export const CHANGELOG_ENTRY_SCHEMA = {
  type: "object",
  additionalProperties: false,
  required: ["config-keys", "description", "pr-link"],
  properties: {
    "config-keys": { type: "array", minItems: 1, items: { type: "string" } },
    description: { type: "array", minItems: 1, items: { type: "string" } },
    "pr-link": { type: "string" },
    "evals-only": { type: "boolean" },
    "all-evals": { type: "boolean" },
    "append-only": { type: "boolean" },
    "eval-min-prefill-ep": { type: ["integer", "null"], minimum: 1 },
    "scenario-type": {
      type: ["array", "null"],
      minItems: 1,
      items: { enum: ["fixed-seq-len", "agentic-coding"] },
    },
  },
} as const;
