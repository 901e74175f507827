/** Recipes as they are written in the master files and validated by the schemas (spec/matrix §1). */
import type { ScenarioType } from "./changelog-entry.ts";
import type { YamlDocument } from "./yaml.ts";

export interface Component {
  readonly name: string;
  readonly version?: string | null;
}

export interface Worker {
  readonly "num-worker": number;
  readonly tp: number;
  readonly ep: number;
  readonly "dp-attn": boolean;
  readonly pp?: number;
  readonly "dcp-size"?: number;
  readonly "pcp-size"?: number;
  readonly hardware?: string | null;
  readonly "additional-settings"?: readonly string[] | null;
}

export interface Concurrency {
  readonly "conc-start"?: number | null;
  readonly "conc-end"?: number | null;
  readonly "conc-list"?: readonly number[];
}

export type SpecDecoding = "mtp" | "draft_model" | "none";

/** One search-space entry of any kind; which fields are there follows from the schema it passed. */
export interface SearchSpaceEntry extends Concurrency {
  readonly tp?: number;
  readonly pp?: number;
  readonly "dcp-size"?: number;
  readonly "pcp-size"?: number;
  readonly ep?: number | null;
  readonly "dp-attn"?: boolean | null;
  readonly "spec-decoding"?: SpecDecoding;
  readonly prefill?: Worker;
  readonly decode?: Worker;
  readonly router?: Component;
  readonly "kv-p2p-transfer"?: string;
  readonly "kv-offloading"?: "none" | "dram";
  readonly "kv-offload-backend"?: Component;
}

export interface SequenceBlock {
  readonly isl: number;
  readonly osl: number;
  readonly "search-space": readonly SearchSpaceEntry[];
}

export interface AgenticBlock {
  readonly "search-space": readonly SearchSpaceEntry[];
  readonly "dram-utilization"?: number | null;
}

export interface RecipeEntry {
  readonly image: string;
  readonly model: string;
  readonly "model-prefix": string;
  readonly precision: string;
  readonly framework: string;
  readonly runner: string;
  readonly multinode: boolean;
  readonly disagg?: boolean;
  readonly router?: Component;
  readonly "kv-p2p-transfer"?: string;
  readonly scenarios: {
    readonly "fixed-seq-len"?: readonly SequenceBlock[];
    readonly "agentic-coding"?: readonly AgenticBlock[];
  };
}

/** A validated recipe, its key, and the document that tells where each of its values stands. */
export interface Recipe {
  readonly key: string;
  readonly entry: RecipeEntry;
  readonly document: YamlDocument;
}

/** The scenario types in the order in which rows are made (spec/matrix §3.3). */
export const SCENARIO_TYPES: readonly ScenarioType[] = ["fixed-seq-len", "agentic-coding"];
