import { canonicalJson, sha256Hex } from "./canonical.ts";
import { scoreRow } from "./priority.ts";
import type { PriorityContext, RowFacts } from "./priority.ts";

export interface QueueContext extends PriorityContext {
  /** Keeps tokens of different runs apart: `<run id>:<attempt>`. */
  readonly namespace: string;
  /** The pull request, if there is one; 0 counts as one. */
  readonly pull: number | null;
}

export type Annotated =
  | { readonly kind: "annotated"; readonly value: unknown }
  | { readonly kind: "unknown_criteria"; readonly names: readonly string[] };

type Json = Readonly<Record<string, unknown>>;
const TOKEN_DIGITS = 32;

function textOrNull(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

/** The facts of a row that count for its priority. */
function rowFacts(row: Json): RowFacts {
  return {
    prefill: (row["prefill"] ?? null) !== null,
    agentic: row["scenario-type"] === "agentic-coding",
    evalOnly: row["eval-only"] === true,
    precision: textOrNull(row["precision"]),
    specDecoding: textOrNull(row["spec-decoding"]),
    framework: textOrNull(row["framework"]),
    modelPrefix: textOrNull(row["model-prefix"]),
  };
}

/** Names a job in the queue: the first 32 hex digits over namespace, place and content (spec/matrix §6.4). */
function queueToken(namespace: string, path: string, row: object): string {
  return sha256Hex(`${namespace}:${path}:${canonicalJson(row)}`).slice(0, TOKEN_DIGITS);
}

/** One pass over a document; holds the criteria that the policy does not know. */
class Annotator {
  unknown: readonly string[] = [];
  readonly #context: QueueContext;

  constructor(context: QueueContext) {
    this.#context = context;
  }

  value(value: unknown, path: readonly (string | number)[]): unknown {
    if (Array.isArray(value)) return value.map((item, index) => this.value(item, [...path, index]));
    if (typeof value !== "object" || value === null) return value;
    const members = Object.entries(value).map(([name, member]) => [
      name,
      this.value(member, [...path, name]),
    ]);
    const annotated = Object.fromEntries(members) as Json;
    return "runner" in value && "framework" in value
      ? { ...annotated, ...this.#marks(value, path) }
      : annotated;
  }

  #marks(row: object, path: readonly (string | number)[]): Json {
    const { policy, labels, namespace, pull } = this.#context;
    const score = scoreRow(rowFacts(row as Json), this.#context);
    if (score.kind === "unknown_criteria") {
      this.unknown = score.names;
      return {};
    }
    const skip = policy.labels["skip-queue"]?.name;
    const skips = pull !== null && skip !== undefined && labels.has(skip);
    return {
      priority: score.text,
      "queue-token": queueToken(namespace, path.join("/"), row),
      ...(skips && { "skip-queue-pr": pull }),
    };
  }
}

/** A document whose every job carries its priority and queue token; or the criteria that the policy does not know (spec/matrix §6.4). */
export function annotatePriorities(document: unknown, context: QueueContext): Annotated {
  const annotator = new Annotator(context);
  const value = annotator.value(document, []);
  if (annotator.unknown.length > 0) return { kind: "unknown_criteria", names: annotator.unknown };
  return { kind: "annotated", value };
}
