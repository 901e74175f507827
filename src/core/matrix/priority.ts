import { exactly, sum, threeDecimals } from "./decimal.ts";
import type { PriorityPolicy } from "./priority-policy.ts";

/** What of a row counts for its place in the queue. */
export interface RowFacts {
  readonly prefill: boolean;
  readonly agentic: boolean;
  readonly evalOnly: boolean;
  readonly precision: string | null;
  readonly specDecoding: string | null;
  readonly framework: string | null;
  readonly modelPrefix: string | null;
}

export interface PriorityContext {
  readonly policy: PriorityPolicy;
  /** `push`, `pull_request`, … */
  readonly eventName: string;
  readonly labels: ReadonlySet<string>;
  /** The names of what a change may be credited with; null credits everything. */
  readonly criteria: ReadonlySet<string> | null;
}

export type Score =
  | { readonly kind: "score"; readonly text: string }
  | { readonly kind: "unknown_criteria"; readonly names: readonly string[] };

const FIXED_CRITERIA = ["multi-node", "agentic", "eval-only", "checklist-complete", "patchwork"];
const NAMED = ["precision", "spec-decoding", "framework-prefix", "model-prefix"] as const;

function any(names: readonly string[] | undefined, labels: ReadonlySet<string>): boolean {
  return (names ?? []).some((name) => labels.has(name));
}

function isPatchwork({ policy, labels, criteria }: PriorityContext): boolean {
  const { patchwork } = policy.labels;
  if (any(patchwork["waived-by"], labels)) return false;
  return criteria?.has("patchwork") === true || any(patchwork.names, labels);
}

function unknownCriteria({ policy, criteria }: PriorityContext): readonly string[] {
  const named = NAMED.flatMap((member) => Object.keys(policy.adjustments[member] ?? {}));
  const known = new Set([...FIXED_CRITERIA, ...named]);
  return [...(criteria ?? [])].filter((name) => !known.has(name)).sort();
}

function isOrBegins(value: string, prefix: string): boolean {
  return value === prefix || value.startsWith(`${prefix}-`);
}

function licensed(facts: RowFacts, { policy, criteria }: PriorityContext): RowFacts {
  if (criteria === null) return facts;
  const exact = (value: string | null): string | null =>
    value !== null && criteria.has(value) ? value : null;
  const prefixed = (value: string | null, member: (typeof NAMED)[number]): string | null => {
    const names = Object.keys(policy.adjustments[member] ?? {});
    const credited = names.filter((name) => criteria.has(name));
    return value !== null && credited.some((name) => isOrBegins(value, name)) ? value : null;
  };
  return {
    prefill: facts.prefill && criteria.has("multi-node"),
    agentic: facts.agentic && criteria.has("agentic"),
    evalOnly: facts.evalOnly && criteria.has("eval-only"),
    precision: exact(facts.precision),
    specDecoding: exact(facts.specDecoding),
    framework: prefixed(facts.framework, "framework-prefix"),
    modelPrefix: prefixed(facts.modelPrefix, "model-prefix"),
  };
}

function weight(
  weights: Readonly<Record<string, number>> | undefined,
  name: string | null,
): number {
  if (weights === undefined || name === null || !Object.hasOwn(weights, name)) return 0;
  return weights[name] ?? 0;
}

function frameworkWeight(policy: PriorityPolicy, framework: string | null): number {
  if (framework === null) return 0;
  const weights = policy.adjustments["framework-prefix"] ?? {};
  return Object.entries(weights).find(([prefix]) => isOrBegins(framework, prefix))?.[1] ?? 0;
}

function checklistWeight({ policy, labels, criteria }: PriorityContext): number {
  const checklist = policy.labels["checklist-complete"];
  const complete = criteria?.has("checklist-complete") === true || any(checklist?.names, labels);
  return complete ? (checklist?.adjustment ?? 0) : 0;
}

/** The score of a row, three decimals; higher runs first (spec/matrix §6.3). */
export function scoreRow(facts: RowFacts, context: PriorityContext): Score {
  const { policy, eventName } = context;
  if (isPatchwork(context)) {
    const text = threeDecimals(exactly(policy.labels.patchwork.score));
    return { kind: "score", text };
  }
  const names = unknownCriteria(context);
  if (names.length > 0) return { kind: "unknown_criteria", names };
  const { adjustments } = policy;
  const counted = licensed(facts, context);
  const total = sum([
    policy["base-score"],
    weight(adjustments.event, eventName),
    counted.prefill ? (adjustments["multi-node"] ?? 0) : 0,
    counted.agentic ? (adjustments.agentic ?? 0) : 0,
    counted.evalOnly ? (adjustments["eval-only"] ?? 0) : 0,
    weight(adjustments.precision, counted.precision),
    weight(adjustments["spec-decoding"], counted.specDecoding),
    frameworkWeight(policy, counted.framework),
    weight(adjustments["model-prefix"], counted.modelPrefix),
    checklistWeight(context),
  ]);
  return { kind: "score", text: threeDecimals(total) };
}
