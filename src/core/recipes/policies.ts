import type { Problem } from "../model/problem.ts";
import type { UnknownCause } from "../model/reading.ts";
import { type SourceSide, textAt } from "../model/sources.ts";
import { parseArgumentsPolicy } from "./policy-arguments.ts";
import { parseCurvesPolicy } from "./policy-curves.ts";
import { parseImagesPolicy } from "./policy-images.ts";
import { parseOverridePolicy } from "./policy-overrides.ts";
import { parsePatchPolicy } from "./policy-patches.ts";

/** Reads the text of a policy file: what it says, or what is wrong with it. */
type ParsePolicy = (text: string) => object | readonly Problem[];

/** How each file of `policy/` is read, by its name without `.yml`; the parsers stand beside their checks. */
const PARSERS = {
  arguments: parseArgumentsPolicy,
  curves: parseCurvesPolicy,
  images: parseImagesPolicy,
  overrides: parseOverridePolicy,
  patches: parsePatchPolicy,
} as const satisfies Readonly<Record<string, ParsePolicy>>;

type Parsers = typeof PARSERS;

/** The policies in force, by name, as their parsers gave them. */
export type Policies = {
  readonly [Name in keyof Parsers]: Exclude<ReturnType<Parsers[Name]>, readonly Problem[]>;
};

/** Texts of policy files by name. */
export type PolicyTexts = Readonly<Record<string, string>>;

export const POLICY_NAMES: readonly string[] = Object.keys(PARSERS);

/** Where the guarded repository may put a policy of its own, on its default branch. */
export function policyPath(name: string): string {
  return `.github/sweepbot/${name}.yml`;
}

export type PolicyReading =
  | {
      readonly kind: "in_force";
      readonly policies: Policies;
      /** Policies of the repository that cannot be read, so that the shipped ones are in force. */
      readonly problems: readonly Problem[];
    }
  | { readonly kind: "unknown"; readonly path: string; readonly cause: UnknownCause };

/** The shipped policies, each replaced by that of the guarded repository where it has a valid one. */
export function policiesInForce(shipped: PolicyTexts, policy: SourceSide): PolicyReading {
  const problems: Problem[] = [];
  const values: Record<string, object> = {};
  for (const name of POLICY_NAMES) {
    const path = policyPath(name);
    const own = textAt(policy, path);
    if (own.kind === "unknown") return { kind: "unknown", path, cause: own.cause };
    const standing = parsePolicy(name, shipped[name] ?? "");
    const replacing = own.value === null ? standing : parsePolicy(name, own.value.text);
    values[name] = isRefused(replacing) ? standing : replacing;
    if (isRefused(replacing)) problems.push(refusal(path, replacing));
  }
  // Each name has what its own parser gave.
  return { kind: "in_force", policies: values as Policies, problems };
}

/** What is wrong with a shipped policy; nothing for a valid one. */
export function policyProblems(name: string, text: string): readonly Problem[] {
  const parsed = parsePolicy(name, text);
  return isRefused(parsed) ? parsed : [];
}

function parsePolicy(name: string, text: string): object | readonly Problem[] {
  const parsers: Readonly<Record<string, ParsePolicy>> = PARSERS;
  return parsers[name]?.(text) ?? [];
}

function isRefused(parsed: object | readonly Problem[]): parsed is readonly Problem[] {
  return Array.isArray(parsed);
}

function refusal(path: string, mistakes: readonly Problem[]): Problem {
  const values = { path, mistakes: mistakes.length };
  const [first] = mistakes;
  return {
    code: "policy_not_in_force",
    severity: "warning",
    path,
    line: first?.line ?? 1,
    values,
  };
}
