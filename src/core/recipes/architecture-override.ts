import { isMapping } from "../contract/master.ts";
import { parseYaml, type YamlValue } from "../contract/yaml.ts";
import type { Reading } from "../model/reading.ts";
import type { ArchitectureCode } from "./architecture-code.ts";
import { HOLE } from "./patch-value.ts";
import type { OverridePolicy } from "./policy-overrides.ts";
import { isLikeAny } from "./star-words.ts";

/** The model's own configuration, where somebody could read it; null where nobody asks for it. */
export type NativeConfig = Reading<Readonly<Record<string, unknown>>> | null;

export interface OverrideTerms {
  readonly policy: OverridePolicy;
  readonly native: NativeConfig;
}

export interface JudgedOverride {
  readonly code: ArchitectureCode;
  readonly what: string;
}

/** A1: what the text of an override changes, key by key (spec/signoff §3.8). */
export function judgedOverride(text: string, terms: OverrideTerms): readonly JudgedOverride[] {
  const written = text.trim();
  if (written === "" || written.startsWith(HOLE)) {
    return [{ code: "architecture_override_unknown", what: written.replaceAll(HOLE, "…") }];
  }
  // What is not known stands for a number: the names of the keys decide.
  const { value, problems } = parseYaml(written.replaceAll(HOLE, "0"), {
    path: "override",
    maxDepth: 32,
  });
  if (problems.length > 0 || !isMapping(value) || namesHole(written)) {
    return [{ code: "architecture_override_unknown", what: written.replaceAll(HOLE, "…") }];
  }
  return judgedKeys(value, terms);
}

function namesHole(text: string): boolean {
  return new RegExp(String.raw`["']?[^"',{}:]*${HOLE}[^"',{}:]*["']?\s*:`, "u").test(text);
}

/** The same for a value that is already a mapping. */
export function judgedKeys(value: YamlValue, terms: OverrideTerms): readonly JudgedOverride[] {
  const found = keysIn(value, { terms, path: [], safe: false });
  if (found.length > 0) return found;
  return [
    {
      code: "architecture_override_safe",
      what: isMapping(value) ? Object.keys(value).join(", ") : "",
    },
  ];
}

interface At {
  readonly terms: OverrideTerms;
  readonly path: readonly string[];
  /** Inside something of which nothing changes what is computed. */
  readonly safe: boolean;
}

function keysIn(value: YamlValue, at: At): readonly JudgedOverride[] {
  if (Array.isArray(value)) return value.flatMap((each: YamlValue) => keysIn(each, at));
  if (!isMapping(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const path = [...at.path, key];
    const judged = judgedKey(key, inner, { ...at, path });
    const isSafe = at.safe || isLikeAny(key, at.terms.policy.safe);
    return [...(judged === null ? [] : [judged]), ...keysIn(inner, { ...at, path, safe: isSafe })];
  });
}

function judgedKey(
  key: string,
  value: YamlValue,
  { terms, path, safe }: At,
): JudgedOverride | null {
  const { policy, native } = terms;
  const what = path.join(".");
  if (isLikeAny(key, policy.computing)) {
    if (native === null) return { code: "architecture_override", what };
    if (native.kind === "unknown") return { code: "architecture_override_unknown", what };
    const own = at(native.value, path);
    return JSON.stringify(own) === JSON.stringify(value)
      ? { code: "architecture_override_native", what }
      : { code: "architecture_override", what };
  }
  if (safe || isLikeAny(key, policy.safe) || isLikeAny(key, policy.containers)) return null;
  return { code: "architecture_override_other", what };
}

function at(config: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === "object" && value !== null && Object.hasOwn(value, key)
        ? // A key that an object has of its own can be asked for.
          (value as Readonly<Record<string, unknown>>)[key]
        : undefined,
    config,
  );
}

/** The texts of overrides in a text that is more than one: behind each flag, and under each key. */
export function overridesIn(text: string, policy: OverridePolicy): readonly string[] {
  if (!text.includes("{") && !text.includes("overrid")) return [];
  return policy.flags.flatMap((flag) =>
    [`--${flag}`, `--${flag.replaceAll("-", "_")}`].flatMap((written) =>
      textsBehind(text, written),
    ),
  );
}

function textsBehind(text: string, flag: string): readonly string[] {
  const found: string[] = [];
  for (let at = text.indexOf(flag); at >= 0; at = text.indexOf(flag, at + 1)) {
    const rest = text.slice(at + flag.length);
    if (!/^[\s='"\\]/u.test(rest)) continue;
    const start = rest.search(/[^\s='"\\]/u);
    found.push(start >= 0 && rest[start] === "{" ? braced(rest.slice(start)) : HOLE);
  }
  return found;
}

function braced(text: string): string {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === "{") depth += 1;
    if (text[at] === "}") depth -= 1;
    if (depth === 0) return text.slice(0, at + 1).replaceAll('\\"', '"');
  }
  return HOLE;
}
