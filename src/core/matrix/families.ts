import type { SweepDocument } from "./document.ts";
import type { Row } from "./row.ts";

/** The workflow's jobs that fan out over a part of the document (spec/control-plane §6.2). */
export type Family =
  | "sweep-single-node-1k1k"
  | "sweep-single-node-8k1k"
  | "sweep-agentic"
  | "sweep-multi-node-1k1k"
  | "sweep-multi-node-8k1k"
  | "sweep-multi-node-agentic"
  | "sweep-evals"
  | "sweep-agentic-evals"
  | "sweep-multi-node-evals"
  | "sweep-multi-node-agentic-evals";

type RowsOf = (document: SweepDocument) => readonly Row[] | undefined;

const ROWS: Readonly<Record<Family, RowsOf>> = {
  "sweep-single-node-1k1k": (document) => document.single_node["1k1k"],
  "sweep-single-node-8k1k": (document) => document.single_node["8k1k"],
  "sweep-agentic": (document) => document.single_node["agentic"],
  "sweep-multi-node-1k1k": (document) => document.multi_node["1k1k"],
  "sweep-multi-node-8k1k": (document) => document.multi_node["8k1k"],
  "sweep-multi-node-agentic": (document) => document.multi_node["agentic"],
  "sweep-evals": (document) => document.evals,
  "sweep-agentic-evals": (document) => document.agentic_evals,
  "sweep-multi-node-evals": (document) => document.multinode_evals,
  "sweep-multi-node-agentic-evals": (document) => document.multinode_agentic_evals,
};

/** The rows that each family runs, one job each; the canary is one of the single-node rows. */
export function familyRows(document: SweepDocument): Readonly<Record<Family, readonly Row[]>> {
  const rows = Object.entries(ROWS).map(([family, of]) => [family, of(document) ?? []]);
  return Object.fromEntries(rows) as Record<Family, readonly Row[]>;
}

/** Jobs of each family that a document asks for; the canary is one of the single-node jobs. */
export function familyCounts(document: SweepDocument): Readonly<Record<Family, number>> {
  const counts = Object.entries(familyRows(document)).map(([family, rows]) => [
    family,
    rows.length,
  ]);
  return Object.fromEntries(counts) as Record<Family, number>;
}
