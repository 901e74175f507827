/** Rows of the matrix: what one job runs, in the fields and the order of spec/matrix §3.6. */
import type { Component, SpecDecoding, Worker } from "../contract/recipe.ts";
import type { YamlPath } from "../contract/yaml.ts";

interface RowIdentity {
  readonly image: string;
  readonly model: string;
  readonly "model-prefix": string;
  readonly precision: string;
  readonly framework: string;
  readonly runner: string;
  readonly "spec-decoding": SpecDecoding;
  readonly "exp-name": string;
  readonly router?: Component;
  readonly "run-eval"?: boolean;
  readonly "eval-only"?: boolean;
  readonly "recipe-fingerprint"?: string;
}

interface FixedFields {
  readonly isl: number;
  readonly osl: number;
  readonly "max-model-len": number;
  readonly disagg: boolean;
}

interface SingleFields {
  readonly tp: number;
  readonly pp: number;
  readonly "dcp-size": number;
  readonly "pcp-size": number;
  readonly ep: number;
  readonly "dp-attn": boolean;
  readonly conc: number;
}

interface MultiFields {
  readonly prefill: Worker;
  readonly decode: Worker;
  readonly conc: readonly number[];
  readonly disagg: boolean;
  readonly "kv-p2p-transfer"?: string;
  readonly "eval-conc"?: number;
  readonly "eval-all-concs"?: boolean;
}

interface AgenticFields {
  readonly "kv-offloading": "none" | "dram";
  readonly "kv-offload-backend"?: Component;
  readonly "total-cpu-dram-gb": number;
  readonly duration: number;
  readonly "scenario-type": "agentic-coding";
}

export type SingleFixedRow = RowIdentity & FixedFields & SingleFields;
export type MultiFixedRow = RowIdentity & FixedFields & MultiFields;
export type SingleAgenticRow = RowIdentity & AgenticFields & SingleFields;
export type MultiAgenticRow = RowIdentity & AgenticFields & MultiFields;
type SingleRow = SingleFixedRow | SingleAgenticRow;
export type MultiRow = MultiFixedRow | MultiAgenticRow;
export type Row = SingleRow | MultiRow;

/** A row and where it comes from: the recipe's key, and the path of its search-space entry. */
export interface Job<R extends Row = Row> {
  readonly key: string;
  readonly place: YamlPath;
  readonly row: R;
}

/** True for rows that run on several nodes: known by their `prefill` (spec/matrix §3.6). */
export function isMulti(row: Row): row is MultiRow {
  return "prefill" in row;
}

/** True for rows of the agentic scenario. */
export function isAgentic(row: Row): row is SingleAgenticRow | MultiAgenticRow {
  return "scenario-type" in row;
}

/** Concurrencies of a row, one or many. */
export function concurrenciesOf(row: Row): readonly number[] {
  return isMulti(row) ? row.conc : [row.conc];
}

/** The name of a pair of sequence lengths; only the first two have jobs (spec/matrix §3.5, Q16). */
export function sequenceName(isl: number, osl: number): string {
  if (isl === 1024 && osl === 1024) return "1k1k";
  if (isl === 8192 && osl === 1024) return "8k1k";
  return `${isl}_${osl}`;
}

/** Where a throughput row goes in the document: `agentic` or the sequence name. */
export function bucketOf(row: Row): string {
  return isAgentic(row) ? "agentic" : sequenceName(row.isl, row.osl);
}

/** A copy of an object without some members, order kept. */
export function without(
  value: object,
  fields: ReadonlySet<string>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !fields.has(name)));
}
