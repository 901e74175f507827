import type { SweepDocument } from "./document.ts";

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

type Count = (document: SweepDocument) => number;

const COUNTS: Readonly<Record<Family, Count>> = {
  "sweep-single-node-1k1k": (document) => document.single_node["1k1k"]?.length ?? 0,
  "sweep-single-node-8k1k": (document) => document.single_node["8k1k"]?.length ?? 0,
  "sweep-agentic": (document) => document.single_node["agentic"]?.length ?? 0,
  "sweep-multi-node-1k1k": (document) => document.multi_node["1k1k"]?.length ?? 0,
  "sweep-multi-node-8k1k": (document) => document.multi_node["8k1k"]?.length ?? 0,
  "sweep-multi-node-agentic": (document) => document.multi_node["agentic"]?.length ?? 0,
  "sweep-evals": (document) => document.evals.length,
  "sweep-agentic-evals": (document) => document.agentic_evals.length,
  "sweep-multi-node-evals": (document) => document.multinode_evals.length,
  "sweep-multi-node-agentic-evals": (document) => document.multinode_agentic_evals.length,
};

/** Jobs of each family that a document asks for; the canary is one of the single-node jobs. */
export function familyCounts(document: SweepDocument): Readonly<Record<Family, number>> {
  const counts = Object.entries(COUNTS).map(([family, count]) => [family, count(document)]);
  return Object.fromEntries(counts) as Record<Family, number>;
}
