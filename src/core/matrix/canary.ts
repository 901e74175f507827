import { same } from "./same.ts";

type Json = Readonly<Record<string, unknown>>;

export interface Canary {
  /** The row that runs first and alone; empty when no row may. */
  readonly canary: readonly Json[];
  /** The document without that row; what runs once the canary is well. */
  readonly remaining: Json;
}

/** The sequence lengths that a canary is taken from, in order of preference on ties. */
const SEQUENCES = ["1k1k", "8k1k"] as const;

function rowsOf(buckets: Json, name: string): readonly Json[] {
  const rows = buckets[name];
  return Array.isArray(rows) ? (rows as readonly Json[]) : [];
}

/** Missing below numbers, numbers below lists: the order that JSON tools sort in. */
function rank({ conc }: Json): number {
  if (typeof conc === "number") return conc;
  return (conc ?? null) === null ? -Infinity : Infinity;
}

function withoutFirst(rows: readonly Json[], row: Json | undefined): readonly Json[] {
  const at = row === undefined ? -1 : rows.findIndex((candidate) => same(candidate, row));
  return at === -1 ? rows : rows.filter((_, index) => index !== at);
}

/** The single-node throughput row with the lowest concurrency, and the document without it (spec/matrix §7). */
export function pickCanary(document: object): Canary {
  const whole = document as Json;
  const buckets = (whole["single_node"] ?? {}) as Json;
  const candidates = SEQUENCES.flatMap((name) => rowsOf(buckets, name)).filter(
    (row) => row["run-eval"] !== true,
  );
  const [first] = candidates;
  const canary = candidates.reduce(
    (least, row) => (rank(row) < rank(least) ? row : least),
    first ?? {},
  );
  const picked = first === undefined ? undefined : canary;
  const left = SEQUENCES.map((name) => [name, withoutFirst(rowsOf(buckets, name), picked)]);
  return {
    canary: picked === undefined ? [] : [picked],
    remaining: { ...whole, single_node: { ...buckets, ...Object.fromEntries(left) } as Json },
  };
}
