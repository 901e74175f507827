/** Runner pools and the hardware behind them (spec/matrix §2). */
const positive = { type: "integer", minimum: 1 } as const;

export const RUNNERS_SCHEMA = {
  type: "object",
  additionalProperties: false,
  required: ["labels"],
  properties: {
    labels: {
      type: "object",
      additionalProperties: { type: "array", minItems: 1, items: { type: "string" } },
    },
    hardware: {
      type: "object",
      additionalProperties: {
        type: "object",
        additionalProperties: false,
        required: ["available-cpu-dram-mib", "gpus-per-node"],
        properties: { "available-cpu-dram-mib": positive, "gpus-per-node": positive },
      },
    },
  },
} as const;
