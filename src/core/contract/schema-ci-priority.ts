/** The priority policy (spec/matrix §6.2); members that are not named here are allowed and ignored. */
const weights = { type: "object", additionalProperties: { type: "number" } } as const;
const names = { type: "array", items: { type: "string" } } as const;

export const CI_PRIORITY_SCHEMA = {
  type: "object",
  required: ["version", "base-score", "adjustments", "labels"],
  properties: {
    version: { const: 1 },
    "base-score": { type: "number" },
    adjustments: {
      type: "object",
      properties: {
        event: weights,
        "multi-node": { type: "number" },
        agentic: { type: "number" },
        "eval-only": { type: "number" },
        precision: weights,
        "spec-decoding": weights,
        "framework-prefix": weights,
        "model-prefix": weights,
      },
    },
    labels: {
      type: "object",
      required: ["patchwork"],
      properties: {
        patchwork: {
          type: "object",
          required: ["names", "score"],
          properties: { names, score: { type: "number" }, "waived-by": names },
        },
        "checklist-complete": {
          type: "object",
          properties: { names, adjustment: { type: "number" } },
        },
        "skip-queue": {
          type: "object",
          required: ["name"],
          properties: { name: { type: "string" } },
        },
      },
    },
  },
} as const;
