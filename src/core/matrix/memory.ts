import type { SearchSpaceEntry } from "../contract/recipe.ts";
import type { NodeHardware, Runners } from "../contract/runners.ts";
import type { Problem } from "../model/problem.ts";
import { exactly } from "./decimal.ts";

/** No node is taken to offer more than this, whatever its entry says. */
const MAX_AVAILABLE_MIB = 2_861_022;
const BYTES_PER_MIB = 1_048_576n;
const BYTES_PER_GB = 1_000_000_000n;

export type MemoryShare =
  | { readonly kind: "gb"; readonly gb: number }
  | { readonly kind: "problem"; readonly code: string; readonly values: Problem["values"] };

function problem(code: string, values: Problem["values"]): MemoryShare {
  return { kind: "problem", code, values };
}

/** GPUs of one replica: all of them on one node for `tp` recipes, of prefill for disaggregated ones. */
export function replicaGpus(part: {
  readonly tp?: number;
  readonly pp?: number;
  readonly "pcp-size"?: number;
}): number {
  return (part.tp ?? 0) * (part.pp ?? 1) * (part["pcp-size"] ?? 1);
}

function share(hardware: NodeHardware, utilization: number, gpus: number): MemoryShare {
  const mib = Math.min(hardware["available-cpu-dram-mib"], MAX_AVAILABLE_MIB);
  const { top, bottom } = exactly(utilization);
  const bytes = BigInt(mib) * BYTES_PER_MIB * top * BigInt(gpus);
  const gb = bytes / (bottom * BigInt(hardware["gpus-per-node"]) * BYTES_PER_GB);
  return { kind: "gb", gb: Number(gb) };
}

function multiShare(hardware: NodeHardware, utilization: number, gpus: number): MemoryShare {
  const node = hardware["gpus-per-node"];
  const values = { gpus, node };
  if (gpus > node) {
    if (gpus % node !== 0) return problem("gpus_not_whole_nodes", values);
    return share(hardware, utilization, node);
  }
  if (node % gpus !== 0) return problem("gpus_do_not_divide_node", values);
  return share(hardware, utilization, gpus);
}

/** CPU memory for a KV cache offloaded to DRAM, whole GB rounded down, in exact arithmetic; 0 without offloading (spec/matrix §3.5). */
export function dramShare(
  entry: SearchSpaceEntry,
  utilization: number,
  { runner, runners }: { readonly runner: string; readonly runners: Runners },
): MemoryShare {
  if (entry["kv-offloading"] !== "dram") return { kind: "gb", gb: 0 };
  const hardware = runners.hardware.get(runner);
  if (hardware === undefined) {
    const available = [...runners.hardware.keys()].sort().join(", ");
    return problem("runner_without_hardware", { runner, available });
  }
  const gpus = replicaGpus(entry.prefill ?? entry);
  if (entry.prefill !== undefined) return multiShare(hardware, utilization, gpus);
  if (gpus > hardware["gpus-per-node"]) {
    return problem("gpus_exceed_node", { gpus, node: hardware["gpus-per-node"] });
  }
  return share(hardware, utilization, gpus);
}
