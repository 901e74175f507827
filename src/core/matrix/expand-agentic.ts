import type { Component, SearchSpaceEntry, Worker } from "../contract/recipe.ts";
import { components, filledWorker, identity, singleSizes } from "./expand-row.ts";
import type { Space, Target } from "./expand-row.ts";
import type { MultiAgenticRow, Row, SingleAgenticRow } from "./row.ts";

/** Seconds that an agentic job replays traces. */
const AGENTIC_DURATION_SECONDS = 3_600;

function offloadTag(entry: SearchSpaceEntry): string | null {
  if (entry["kv-offloading"] !== "dram") return null;
  return `kvdram-${entry["kv-offload-backend"]?.name ?? ""}`;
}

function backendOf(entry: SearchSpaceEntry): { readonly "kv-offload-backend"?: Component } {
  const backend = entry["kv-offload-backend"];
  return backend === undefined ? {} : { "kv-offload-backend": backend };
}

/** Rows of a single-node entry: concurrency outside, runner inside. */
export function singleAgenticRows(target: Target, space: Space, gb: number): Row[] {
  const { recipe, runners } = target;
  const { entry } = space;
  const spec = entry["spec-decoding"] ?? "none";
  const tag = offloadTag(entry) ?? "kvnone";
  const suffix = spec === "none" ? "" : `_spec-${spec}`;
  return space.concurrencies.flatMap((conc) =>
    runners.map((runner): SingleAgenticRow => ({
      ...identity(recipe, runner),
      ...singleSizes(entry),
      ep: entry.ep ?? 1,
      "dp-attn": entry["dp-attn"] ?? false,
      "spec-decoding": spec,
      conc,
      "kv-offloading": entry["kv-offloading"] ?? "none",
      "total-cpu-dram-gb": gb,
      duration: AGENTIC_DURATION_SECONDS,
      "exp-name": `${recipe.entry["model-prefix"]}_tp${entry.tp ?? 0}_conc${conc}_${tag}${suffix}`,
      "scenario-type": "agentic-coding",
      ...backendOf(entry),
      ...components(recipe, entry),
    })),
  );
}

function workerTag(letter: "p" | "d", worker: Worker): string {
  const experts = worker.ep === 1 ? "" : `ep${worker.ep}`;
  return `${letter}${worker["num-worker"]}x${worker.tp}${experts}${worker["dp-attn"] ? "dpa" : ""}`;
}

/** Rows of a multi-node entry: runner outside, one for each concurrency inside. */
export function multiAgenticRows(target: Target, space: Space, gb: number): Row[] {
  const { recipe, runners } = target;
  const { entry } = space;
  const { prefill, decode } = entry;
  if (prefill === undefined || decode === undefined) return [];
  const topology = `${workerTag("p", prefill)}_${workerTag("d", decode)}`;
  const tag = offloadTag(entry);
  return runners.flatMap((runner) =>
    space.concurrencies.map((conc): MultiAgenticRow => {
      const name = `${recipe.entry["model-prefix"]}_${topology}_conc${conc}`;
      return {
        ...identity(recipe, runner),
        "spec-decoding": entry["spec-decoding"] ?? "none",
        prefill: filledWorker(prefill),
        decode: filledWorker(decode),
        conc: [conc],
        "kv-offloading": entry["kv-offloading"] ?? "none",
        "total-cpu-dram-gb": gb,
        duration: AGENTIC_DURATION_SECONDS,
        "exp-name": tag === null ? name : `${name}_${tag}`,
        disagg: recipe.entry.disagg ?? false,
        "scenario-type": "agentic-coding",
        ...backendOf(entry),
        ...components(recipe, entry),
      };
    }),
  );
}
