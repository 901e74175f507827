import { checkSchema } from "../contract/schema-check.ts";
import { CI_PRIORITY_SCHEMA } from "../contract/schema-ci-priority.ts";
import { parseYaml } from "../contract/yaml.ts";
import type { FileContent } from "../model/github.ts";
import type { Problem } from "../model/problem.ts";

type Weights = Readonly<Record<string, number>>;

export interface PriorityPolicy {
  readonly version: 1;
  readonly "base-score": number;
  readonly adjustments: {
    readonly event?: Weights;
    readonly "multi-node"?: number;
    readonly agentic?: number;
    readonly "eval-only"?: number;
    readonly precision?: Weights;
    readonly "spec-decoding"?: Weights;
    readonly "framework-prefix"?: Weights;
    readonly "model-prefix"?: Weights;
  };
  readonly labels: {
    readonly patchwork: {
      readonly names: readonly string[];
      readonly score: number;
      readonly "waived-by"?: readonly string[];
    };
    readonly "checklist-complete"?: {
      readonly names?: readonly string[];
      readonly adjustment?: number;
    };
    readonly "skip-queue"?: { readonly name: string };
  };
}

export type PolicyReading =
  | { readonly kind: "policy"; readonly policy: PriorityPolicy }
  | { readonly kind: "problems"; readonly problems: readonly Problem[] };

/** Members whose values are scores: any number, whole floats too. */
const SCORES = ["base-score", "adjustments", "labels"];

/** The priority policy of a `ci-priority.yaml`, or everything wrong with it (spec/matrix §6.2). */
export function parsePriorityPolicy(file: FileContent): PolicyReading {
  const document = parseYaml(file.bytes, { path: file.path });
  const problems =
    document.value === undefined
      ? document.problems
      : [...document.problems, ...checkSchema(document, [], CI_PRIORITY_SCHEMA, SCORES)];
  if (problems.length > 0) return { kind: "problems", problems };
  return { kind: "policy", policy: document.value as unknown as PriorityPolicy };
}
