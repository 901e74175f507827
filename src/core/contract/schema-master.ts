/** JSON Schemas of the master files (spec/matrix §1), strict where decision 21 asks for it. */
const positive = { type: "integer", minimum: 1 } as const;
const positiveOrNull = { type: ["integer", "null"], minimum: 1 } as const;
const text = { type: "string" } as const;
const filledText = { type: "string", minLength: 1 } as const;
/** A version is not an image reference: neither `image:…` nor `registry/name:tag`. */
const version = { type: "string", minLength: 1, pattern: "^(?!image:)(?!.*/.*:)" } as const;

const component = {
  type: "object",
  additionalProperties: false,
  required: ["name", "version"],
  properties: { name: filledText, version },
} as const;

const backend = {
  type: "object",
  additionalProperties: false,
  required: ["name"],
  properties: { name: filledText, version: { ...version, type: ["string", "null"] } },
} as const;

const parallel = { pp: positive, "dcp-size": positive, "pcp-size": positive } as const;

/** `least`: a recipe without disaggregation says so with no decode workers at all. */
function worker(least: 0 | 1): object {
  const size = { type: "integer", minimum: least };
  return {
    type: "object",
    additionalProperties: false,
    required: ["num-worker", "tp", "ep", "dp-attn"],
    properties: {
      "num-worker": size,
      tp: size,
      ep: size,
      "dp-attn": { type: "boolean" },
      ...parallel,
      hardware: { type: ["string", "null"], minLength: 1 },
      "additional-settings": { type: ["array", "null"], items: text },
    },
  };
}

const workers = { prefill: worker(1), decode: worker(0) } as const;

/** Whether the numbers are above zero is a cross-field rule: it has a sentence of its own. */
const concurrency = {
  "conc-start": { type: ["integer", "null"] },
  "conc-end": { type: ["integer", "null"] },
  "conc-list": { type: "array", minItems: 1, items: { type: "integer" } },
} as const;

const shared = {
  "spec-decoding": { enum: ["mtp", "draft_model", "none"] },
  router: component,
  ...concurrency,
} as const;

const expertFields = { ep: positiveOrNull, "dp-attn": { type: ["boolean", "null"] } } as const;

const singleFixed = {
  type: "object",
  additionalProperties: false,
  required: ["tp"],
  properties: { tp: positive, ...parallel, ...expertFields, ...shared },
} as const;

const multiFixed = {
  type: "object",
  additionalProperties: false,
  required: ["prefill", "decode"],
  properties: { ...workers, "kv-p2p-transfer": filledText, ...shared },
} as const;

const agentic = {
  type: "object",
  additionalProperties: false,
  properties: {
    tp: positive,
    ...parallel,
    ...expertFields,
    ...shared,
    ...workers,
    "kv-p2p-transfer": filledText,
    "kv-offloading": { enum: ["none", "dram"] },
    "kv-offload-backend": backend,
  },
} as const;

const agenticBlock = {
  type: "object",
  additionalProperties: false,
  required: ["search-space"],
  properties: {
    "search-space": { type: "array", minItems: 1, items: agentic },
    "dram-utilization": { type: ["number", "null"], exclusiveMinimum: 0, maximum: 1 },
  },
} as const;

function scenarios(fixedEntry: object): object {
  const sequenceBlock = {
    type: "object",
    additionalProperties: false,
    required: ["isl", "osl", "search-space"],
    properties: {
      isl: positive,
      osl: positive,
      "search-space": { type: "array", minItems: 1, items: fixedEntry },
    },
  };
  return {
    type: "object",
    additionalProperties: false,
    properties: {
      "fixed-seq-len": { type: "array", minItems: 1, items: sequenceBlock },
      "agentic-coding": { type: "array", minItems: 1, items: agenticBlock },
    },
  };
}

const identity = {
  image: text,
  model: text,
  "model-prefix": text,
  precision: text,
  framework: text,
  runner: text,
} as const;

const required = [...Object.keys(identity), "multinode", "scenarios"];

export const SINGLE_NODE_SCHEMA = {
  type: "object",
  additionalProperties: false,
  required,
  properties: {
    ...identity,
    multinode: { const: false },
    disagg: { const: false },
    router: component,
    scenarios: scenarios(singleFixed),
  },
} as const;

export const MULTI_NODE_SCHEMA = {
  type: "object",
  additionalProperties: false,
  required,
  properties: {
    ...identity,
    multinode: { const: true },
    disagg: { type: "boolean" },
    router: component,
    "kv-p2p-transfer": filledText,
    scenarios: scenarios(multiFixed),
  },
} as const;

/** A whole master file, for editors: the two kinds of entry told apart by `multinode`. */
export const MASTER_SCHEMA = {
  type: "object",
  propertyNames: { pattern: "^[^*]*$" },
  additionalProperties: {
    if: { type: "object", required: ["multinode"], properties: { multinode: { const: true } } },
    then: MULTI_NODE_SCHEMA,
    else: SINGLE_NODE_SCHEMA,
  },
} as const;
