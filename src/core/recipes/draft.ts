import type { DraftTraits } from "./curves.ts";

/** A number that a recipe sets; `unknown` with how it is written. */
export type Setting =
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "unknown"; readonly written: string };

/** Speculative decoding as one server is told to do it (spec/signoff §3.11). */
export interface Draft {
  readonly engine: "vllm" | "sglang" | "trt" | "atom";
  readonly line: number;
  /** Draft length; null where it is not set. */
  readonly length: Setting | null;
  /** Acceptance length that is simulated; null where drafts are really verified. */
  readonly pinned: Setting | null;
  readonly traits: DraftTraits;
  /** Settings that make the simulation another one: name and value. */
  readonly wrong: readonly (readonly [name: string, value: string])[];
  /** Settings that should be there and are not. */
  readonly absent: readonly string[];
}

/** Reads a number as settings write it, with quotes or without. */
export function numberSetting(text: string): Setting {
  const plain = text.trim().replace(/^(["'])(.*)\1$/u, "$2");
  const isNumber = /^\d{1,6}(?:\.\d{1,12})?$/u.test(plain);
  return isNumber ? { kind: "number", value: Number(plain) } : { kind: "unknown", written: text };
}

/** A setting worked on, where it is known. */
function mapSetting(setting: Setting, change: (value: number) => number): Setting {
  return setting.kind === "number" ? { kind: "number", value: change(setting.value) } : setting;
}

/** What JSON or YAML says of a draft for vLLM; the length counts only where acceptance is simulated. */
export function vllmDraft(
  fields: Readonly<Record<string, unknown>>,
  at: { readonly line: number; readonly isUnknown: (value: unknown) => boolean },
): Draft {
  const setting = (name: string): Setting | null => {
    const value = fields[name];
    if (value === undefined || value === null) return null;
    const isPlain = typeof value === "number" || typeof value === "string";
    const text = isPlain ? String(value) : JSON.stringify(value);
    return at.isUnknown(value) ? { kind: "unknown", written: name } : numberSetting(text);
  };
  const trait = (name: string): string | null => {
    const value = fields[name] ?? "";
    return at.isUnknown(value) || typeof value !== "string" ? null : value;
  };
  const rejection = trait("rejection_sample_method");
  const length = setting("synthetic_acceptance_length");
  return {
    engine: "vllm",
    line: at.line,
    length: setting("num_speculative_tokens"),
    pinned: pinnedBy(rejection, length),
    traits: {
      method: trait("method"),
      draft: trait("model"),
      sampling: trait("draft_sample_method"),
    },
    wrong: [],
    absent: [],
  };
}

function pinnedBy(rejection: string | null, length: Setting | null): Setting | null {
  if (rejection === null) return { kind: "unknown", written: "rejection_sample_method" };
  if (rejection !== "synthetic") return null;
  return length ?? { kind: "unknown", written: "synthetic_acceptance_length" };
}

/** What the environment says of a simulation by SGLang. */
export function sglangSimulation(
  read: (name: string) => string | null | undefined,
): Pick<Draft, "pinned" | "wrong" | "absent"> {
  const length = read("SGLANG_SIMULATE_ACC_LEN");
  const wrong: [string, string][] = [];
  const absent: string[] = [];
  for (const [name, wanted] of SGLANG_MODES) {
    const value = read(name);
    if (value === undefined) absent.push(name);
    else if (value !== wanted) wrong.push([name, value ?? "?"]);
  }
  if (length === undefined || length === "") return { pinned: null, wrong: [], absent: [] };
  const written = "SGLANG_SIMULATE_ACC_LEN";
  const pinned = length === null ? ({ kind: "unknown", written } as const) : numberSetting(length);
  // A length of nothing switches the simulation off.
  if (pinned.kind === "number" && pinned.value <= 0) return { pinned: null, wrong: [], absent: [] };
  return { pinned, wrong, absent };
}

const SGLANG_MODES = [
  ["SGLANG_SIMULATE_ACC_METHOD", "match-expected"],
  ["SGLANG_SIMULATE_ACC_TOKEN_MODE", "real-draft-token"],
] as const;

export const TRT_FORCED = "TLLM_SPEC_DECODE_FORCE_NUM_ACCEPTED_TOKENS";

/** What the environment says of a simulation by TensorRT-LLM, which counts without the token that is always accepted. */
export function trtPinned(value: string | null | undefined): Setting | null {
  if (value === undefined || value === "") return null;
  if (value === null) return { kind: "unknown", written: TRT_FORCED };
  const forced = numberSetting(value);
  if (forced.kind === "number" && forced.value === 0) return null;
  return mapSetting(forced, (accepted) => accepted + 1);
}
