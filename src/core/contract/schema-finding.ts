import type { ErrorObject } from "ajv";
import type { Problem } from "../model/problem.ts";
import { nearest } from "./nearest.ts";
import { Timestamp } from "./yaml-scalars.ts";

/** What an ajv finding becomes: a code with its slots, and the text that mends it where there is one. */
export interface Finding {
  readonly code: string;
  readonly values?: Problem["values"];
  /** Names the member the finding is about, below the ajv path. */
  readonly member?: string;
  /** Text to put in place of the key (`key`) or of the scalar (`value`) on its line. */
  readonly mend?: { readonly part: "key" | "value"; readonly from: string; readonly to: string };
}

/** A value in a few characters, for a sentence. */
function shown(value: unknown): string {
  if (value instanceof Timestamp) return value.text;
  if (Array.isArray(value)) return value.length === 0 ? "[]" : "[…]";
  if (typeof value === "object" && value !== null) return "{…}";
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

function unknownField(error: ErrorObject): Finding {
  const field = String((error.params as { additionalProperty: unknown }).additionalProperty);
  const allowed = Object.keys((error.parentSchema?.["properties"] ?? {}) as object);
  const hyphenated = field.replaceAll("_", "-");
  if (hyphenated !== field && allowed.includes(hyphenated)) {
    const mend = { part: "key", from: field, to: hyphenated } as const;
    const values = { field, suggestion: hyphenated };
    return { code: "underscore_field", values, member: field, mend };
  }
  const suggestion = nearest(field, allowed);
  if (suggestion === null) {
    return { code: "unknown_field", values: { field, allowed: allowed.join(", ") }, member: field };
  }
  const mend = { part: "key", from: field, to: suggestion } as const;
  return { code: "unknown_field_near", values: { field, suggestion }, member: field, mend };
}

const TYPE_CODES: Readonly<Record<string, string>> = {
  string: "expected_text",
  integer: "expected_integer",
  number: "expected_number",
  boolean: "expected_boolean",
  array: "expected_list",
  object: "expected_mapping",
};
const TRUE_WORD = /^(?:1|t|y|true|yes|on)$/i;
const FALSE_WORD = /^(?:0|f|n|false|no|off)$/i;

function booleanWord(text: string): string | undefined {
  if (TRUE_WORD.test(text)) return "true";
  return FALSE_WORD.test(text) ? "false" : undefined;
}

function scalarMend(type: string, value: unknown): Finding["mend"] {
  const text = String(value);
  if (type === "integer" && typeof value === "string" && /^[1-9]\d*$/.test(text.trim())) {
    return { part: "value", from: text, to: text.trim() };
  }
  if (type === "string" && typeof value === "number") {
    return { part: "value", from: text, to: `"${text}"` };
  }
  const word = booleanWord(text);
  if (type === "boolean" && word !== undefined) return { part: "value", from: text, to: word };
  return undefined;
}

function wrongType(error: ErrorObject): Finding {
  const wanted = (error.params as { type: string | readonly string[] }).type;
  const type = [wanted].flat().find((name) => name !== "null") ?? "string";
  const mend = scalarMend(type, error.data);
  const code = TYPE_CODES[type] ?? "expected_text";
  return { code, values: { found: shown(error.data) }, ...(mend === undefined ? {} : { mend }) };
}

function notAllowed(error: ErrorObject): Finding {
  const params = error.params as { allowedValues?: readonly unknown[]; allowedValue?: unknown };
  const options = params.allowedValues ?? [params.allowedValue];
  const texts = options.filter((option) => option !== null).map(String);
  const values = { found: shown(error.data), allowed: texts.join(", ") };
  const suggestion = typeof error.data === "string" ? nearest(error.data, texts) : null;
  if (suggestion === null) return { code: "not_allowed", values };
  const mend = { part: "value", from: String(error.data), to: suggestion } as const;
  return { code: "not_allowed_near", values: { ...values, suggestion }, mend };
}

type Reader = (error: ErrorObject) => Finding;

const READERS: Readonly<Record<string, Reader>> = {
  required: (error) => {
    const field = (error.params as { missingProperty: string }).missingProperty;
    return { code: "missing_field", values: { field } };
  },
  additionalProperties: unknownField,
  type: wrongType,
  enum: notAllowed,
  const: notAllowed,
  minimum: (error) => {
    const limit = (error.params as { limit: number }).limit;
    return { code: "too_small", values: { found: shown(error.data), limit } };
  },
  exclusiveMinimum: (error) => ({ code: "not_a_share", values: { found: shown(error.data) } }),
  maximum: (error) => ({ code: "not_a_share", values: { found: shown(error.data) } }),
  minItems: () => ({ code: "empty_list" }),
  minLength: () => ({ code: "empty_text" }),
  pattern: (error) => ({ code: "image_as_version", values: { found: shown(error.data) } }),
};

/** What an ajv error says in our codes; null for errors that only repeat another one. */
export function findingOf(error: ErrorObject): Finding | null {
  return READERS[error.keyword]?.(error) ?? null;
}
