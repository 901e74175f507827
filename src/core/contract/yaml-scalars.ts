/** A date or time: YAML 1.1 makes it a value of its own, which no field of ours accepts. */
export class Timestamp {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type Scalar =
  | { readonly kind: "value"; readonly value: null | boolean | number | string | Timestamp }
  /** A float whose value is whole, such as `4.0`: never an integer field's answer (decision 21). */
  | { readonly kind: "whole_float"; readonly value: number }
  | { readonly kind: "merge" }
  | { readonly kind: "refused"; readonly code: "yaml_number_too_large" | "yaml_value_indicator" };

const TRUE = /^(?:yes|Yes|YES|true|True|TRUE|on|On|ON)$/;
const FALSE = /^(?:no|No|NO|false|False|FALSE|off|Off|OFF)$/;
const NULL = /^(?:~|null|Null|NULL|)$/;
const INTEGER =
  /^[-+]?(?:0b[01_]+|0[0-7_]+|0|[1-9][0-9_]*|0x[0-9a-fA-F_]+|[1-9][0-9_]*(?::[0-5]?[0-9])+)$/;
const FLOAT =
  /^(?:[-+]?[0-9][0-9_]*\.[0-9_]*(?:[eE][-+][0-9]+)?|\.[0-9][0-9_]*(?:[eE][-+][0-9]+)?|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*)$/;
const SPECIAL_FLOAT = /^(?:[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;
const TIMESTAMP =
  /^(?:\d{4}-\d\d-\d\d|\d{4}-\d\d?-\d\d?(?:[Tt]|[ \t]+)\d\d?:\d\d:\d\d(?:\.\d*)?(?:[ \t]*(?:Z|[-+]\d\d?(?::\d\d)?))?)$/;
/** Only these can begin a plain scalar that is not text: most scalars are decided by one look. */
const MAY_BE_TYPED = /^[-+.0-9~=<yYnNtTfFoO]/;

function sexagesimal(digits: string): number {
  return digits.split(":").reduce((total, part) => total * 60 + Number(part), 0);
}

function integerOf(text: string): number {
  const sign = text.startsWith("-") ? -1 : 1;
  const digits = text.replace(/^[-+]/, "").replaceAll("_", "");
  if (digits.includes(":")) return sign * sexagesimal(digits);
  if (/^0[0-7]+$/.test(digits)) return sign * Number.parseInt(digits, 8);
  return sign * Number(digits);
}

function floatOf(text: string): number {
  const sign = text.startsWith("-") ? -1 : 1;
  const digits = text.replace(/^[-+]/, "").replaceAll("_", "");
  return sign * (digits.includes(":") ? sexagesimal(digits) : Number(digits));
}

function numberScalar(text: string): Scalar | null {
  if (INTEGER.test(text)) {
    const value = integerOf(text);
    return Number.isSafeInteger(value)
      ? { kind: "value", value }
      : { kind: "refused", code: "yaml_number_too_large" };
  }
  if (SPECIAL_FLOAT.test(text)) return { kind: "refused", code: "yaml_number_too_large" };
  if (!FLOAT.test(text)) return null;
  const value = floatOf(text);
  if (!Number.isFinite(value)) return { kind: "refused", code: "yaml_number_too_large" };
  return Number.isInteger(value) ? { kind: "whole_float", value } : { kind: "value", value };
}

/** What a plain (unquoted) scalar means in YAML 1.1 as the guarded repository reads it (spec/matrix §0.2). */
export function resolvePlain(text: string): Scalar {
  if (text === "") return { kind: "value", value: null };
  if (!MAY_BE_TYPED.test(text)) return { kind: "value", value: text };
  if (text === "<<") return { kind: "merge" };
  if (text === "=") return { kind: "refused", code: "yaml_value_indicator" };
  if (NULL.test(text)) return { kind: "value", value: null };
  if (TRUE.test(text)) return { kind: "value", value: true };
  if (FALSE.test(text)) return { kind: "value", value: false };
  const number = numberScalar(text);
  if (number !== null) return number;
  return { kind: "value", value: TIMESTAMP.test(text) ? new Timestamp(text) : text };
}
