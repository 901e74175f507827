import type { Component, Recipe, SearchSpaceEntry, Worker } from "../contract/recipe.ts";
import type { YamlPath } from "../contract/yaml.ts";

/** A recipe and where rows are made for: labels or nodes (spec/matrix §2). */
export interface Target {
  readonly recipe: Recipe;
  readonly runners: readonly string[];
}

export interface Space {
  readonly entry: SearchSpaceEntry;
  readonly place: YamlPath;
  readonly concurrencies: readonly number[];
}

/** The fields that every row begins with. */
export function identity(
  { entry }: Recipe,
  runner: string,
): {
  readonly image: string;
  readonly model: string;
  readonly "model-prefix": string;
  readonly precision: string;
  readonly framework: string;
  readonly runner: string;
} {
  return {
    image: entry.image,
    model: entry.model,
    "model-prefix": entry["model-prefix"],
    precision: entry.precision,
    framework: entry.framework,
    runner,
  };
}

/** The sizes of a replica on one node, with their defaults, and those of its experts. */
export function singleSizes(entry: SearchSpaceEntry): {
  readonly tp: number;
  readonly pp: number;
  readonly "dcp-size": number;
  readonly "pcp-size": number;
} {
  return {
    tp: entry.tp ?? 0,
    pp: entry.pp ?? 1,
    "dcp-size": entry["dcp-size"] ?? 1,
    "pcp-size": entry["pcp-size"] ?? 1,
  };
}

/** The worker as it is written, with the sizes that it leaves out at the end. */
export function filledWorker(worker: Worker): Worker {
  return {
    ...worker,
    ...(worker.pp === undefined && { pp: 1 }),
    ...(worker["dcp-size"] === undefined && { "dcp-size": 1 }),
    ...(worker["pcp-size"] === undefined && { "pcp-size": 1 }),
  };
}

/** Router and transfer of an entry, or of its recipe. */
export function components(
  recipe: Recipe,
  entry: SearchSpaceEntry,
): { readonly router?: Component; readonly "kv-p2p-transfer"?: string } {
  const router = entry.router ?? recipe.entry.router;
  const transfer = entry["kv-p2p-transfer"] ?? recipe.entry["kv-p2p-transfer"];
  return {
    ...(router !== undefined && { router }),
    ...(transfer !== undefined && { "kv-p2p-transfer": transfer }),
  };
}
