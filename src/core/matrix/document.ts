/** The matrix document that the workflow reads (spec/matrix §4.7). */
import type { ChangelogEntry } from "../contract/changelog-entry.ts";
import type { Component, Worker } from "../contract/recipe.ts";
import { sha256Hex } from "./canonical.ts";
import { bucketOf, isAgentic, isMulti } from "./row.ts";
import type { Job, Row } from "./row.ts";
import { recipeIdentity } from "./trim.ts";

interface MetadataEntry {
  readonly "config-keys": readonly string[];
  readonly description: readonly string[];
  readonly "pr-link": string;
  readonly "evals-only": boolean;
  readonly "all-evals": boolean;
  readonly "append-only": boolean;
  readonly "eval-min-prefill-ep"?: number;
  readonly "scenario-type"?: readonly string[];
}

interface ChangelogMetadata {
  readonly base_ref: string;
  readonly head_ref: string;
  readonly entries: readonly MetadataEntry[];
}

/** Emitted rows have the fields of their row, in the document's order. */
type Buckets = Readonly<Record<string, readonly Row[]>>;

export interface SweepDocument {
  readonly single_node: Buckets;
  readonly multi_node: Buckets;
  readonly evals: readonly Row[];
  readonly agentic_evals: readonly Row[];
  readonly multinode_evals: readonly Row[];
  readonly multinode_agentic_evals: readonly Row[];
  readonly changelog_metadata: ChangelogMetadata;
}

const START = ["image", "model", "model-prefix", "precision", "framework"];
const SIZES = ["tp", "pp", "dcp-size", "pcp-size", "ep", "dp-attn"];
const OFFLOAD = ["kv-offloading", "kv-offload-backend", "router"];
const AGENTIC = ["total-cpu-dram-gb", "duration", "exp-name"];
const LAST = "recipe-fingerprint";

const SINGLE_FIXED = [
  ...[...START, "spec-decoding", "runner", "isl", "osl", ...SIZES, "conc", "max-model-len"],
  ...["exp-name", "disagg", "run-eval", "eval-only", "router", LAST],
];
const MULTI_FIXED = [
  ...[...START, "spec-decoding", "runner", "isl", "osl", "prefill", "decode", "conc"],
  ...["max-model-len", "exp-name", "disagg", "run-eval", "eval-only", "eval-conc"],
  ...["eval-all-concs", "router", "kv-p2p-transfer", LAST],
];
const SINGLE_AGENTIC = [
  ...[...START, "runner", ...SIZES, "spec-decoding", "conc", ...OFFLOAD, ...AGENTIC],
  ...["scenario-type", "run-eval", "eval-only", LAST],
];
const MULTI_AGENTIC = [
  ...[...START, "spec-decoding", "runner", "prefill", "decode", "conc", ...OFFLOAD],
  ...["kv-p2p-transfer", ...AGENTIC, "disagg", "scenario-type"],
  ...["run-eval", "eval-only", "eval-conc", LAST],
];
const WORKER = [
  ...["num-worker", "tp", "pp", "dcp-size", "pcp-size", "ep", "dp-attn"],
  ...["hardware", "additional-settings"],
];

/** The named members of a value in that order; null and absent ones are left out. */
function inOrder(value: object, fields: readonly string[]): Readonly<Record<string, unknown>> {
  const members = value as Readonly<Record<string, unknown>>;
  const present = fields.filter((field) => (members[field] ?? null) !== null);
  return Object.fromEntries(present.map((field) => [field, members[field]]));
}

function emittedComponent(component: Component): unknown {
  return inOrder(component, ["name", "version"]);
}

function emittedWorker(worker: Worker): unknown {
  return inOrder({ "additional-settings": [], ...worker }, WORKER);
}

function fieldsOf(row: Row): readonly string[] {
  if (isMulti(row)) return isAgentic(row) ? MULTI_AGENTIC : MULTI_FIXED;
  return isAgentic(row) ? SINGLE_AGENTIC : SINGLE_FIXED;
}

function defaultsOf(row: Row): object {
  if (isAgentic(row)) return {};
  return isMulti(row) ? { "eval-only": false, "eval-all-concs": false } : { "eval-only": false };
}

/** A generated row as the document shows it: fields in the document's order, defaults filled in, nulls left out. */
function emittedRow(row: Row): Row {
  const backend = isAgentic(row) ? row["kv-offload-backend"] : undefined;
  const nested = {
    ...(row.router !== undefined && { router: emittedComponent(row.router) }),
    ...(backend !== undefined && { "kv-offload-backend": emittedComponent(backend) }),
    ...(isMulti(row) && {
      prefill: emittedWorker(row.prefill),
      decode: emittedWorker(row.decode),
    }),
  };
  return inOrder({ ...defaultsOf(row), ...row, ...nested }, fieldsOf(row)) as unknown as Row;
}

/** SHA-256 over what a generated row measures, wherever on the curve it stands (spec/matrix §4.6). */
export function recipeFingerprint(row: Row): string {
  return sha256Hex(recipeIdentity(row));
}

function buckets(jobs: readonly Job[]): Buckets {
  const byName = new Map<string, Row[]>();
  for (const { row } of jobs) {
    const name = bucketOf(row);
    const fingerprinted = { ...row, "recipe-fingerprint": recipeFingerprint(row) };
    byName.set(name, [...(byName.get(name) ?? []), emittedRow(fingerprinted)]);
  }
  return Object.fromEntries(byName);
}

function metadataEntry(entry: ChangelogEntry): MetadataEntry {
  const minPrefillEp = entry["eval-min-prefill-ep"] ?? null;
  const scenarioTypes = entry["scenario-type"] ?? null;
  return {
    "config-keys": entry["config-keys"],
    description: entry.description,
    "pr-link": entry["pr-link"],
    "evals-only": entry["evals-only"] ?? false,
    "all-evals": entry["all-evals"] ?? false,
    "append-only": entry["append-only"] ?? false,
    ...(minPrefillEp !== null && { "eval-min-prefill-ep": minPrefillEp }),
    ...(scenarioTypes !== null && { "scenario-type": scenarioTypes }),
  };
}

/** Puts throughput and eval rows into the document's places, in the specified order (spec/matrix §4.6, §4.7). */
export function sweepDocument(
  throughput: readonly Job[],
  evals: readonly Job[],
  metadata: {
    readonly base: string;
    readonly head: string;
    readonly entries: readonly ChangelogEntry[];
  },
): SweepDocument {
  const evalRows = (multi: boolean, agentic: boolean): readonly Row[] =>
    evals
      .filter(({ row }) => isMulti(row) === multi && isAgentic(row) === agentic)
      .map(({ row }) => emittedRow(row));
  return {
    single_node: buckets(throughput.filter(({ row }) => !isMulti(row))),
    multi_node: buckets(throughput.filter(({ row }) => isMulti(row))),
    evals: evalRows(false, false),
    agentic_evals: evalRows(false, true),
    multinode_evals: evalRows(true, false),
    multinode_agentic_evals: evalRows(true, true),
    changelog_metadata: {
      base_ref: metadata.base,
      head_ref: metadata.head,
      entries: metadata.entries.map(metadataEntry),
    },
  };
}

/** Names what a sweep runs, whatever refs it was asked with: SHA-256 hex of the compact JSON without them. */
export function matrixDigest(document: SweepDocument): string {
  const { entries } = document.changelog_metadata;
  return sha256Hex(JSON.stringify({ ...document, changelog_metadata: { entries } }));
}
