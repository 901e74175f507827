import type { Problem } from "../model/problem.ts";
import { dotted } from "./schema-check.ts";
import type { Concurrency, RecipeEntry, SearchSpaceEntry, Worker } from "./recipe.ts";
import type { YamlDocument, YamlPath } from "./yaml.ts";

/** A broken rule: where it shows, and the slots of its sentence. */
interface Breach {
  readonly at: YamlPath;
  readonly code: string;
  readonly values?: Problem["values"];
}

/** Rule 1: exactly one of a range and a list, and all of it above zero (spec/matrix §1.4). */
function concurrencyBreaches(entry: Concurrency, at: YamlPath): Breach[] {
  const start = entry["conc-start"] ?? null;
  const end = entry["conc-end"] ?? null;
  const list = entry["conc-list"] ?? [];
  if (start !== null && end !== null) return rangeBreaches(start, end, { list, at });
  if (list.length === 0) return [{ at, code: "concurrency_missing" }];
  return list.flatMap((value, index) =>
    value > 0 ? [] : [notPositive([...at, "conc-list", index], value)],
  );
}

function notPositive(at: YamlPath, found: number): Breach {
  return { at, code: "concurrency_not_positive", values: { found } };
}

function rangeBreaches(
  start: number,
  end: number,
  { list, at }: { readonly list: readonly number[]; readonly at: YamlPath },
): Breach[] {
  if (list.length > 0) return [{ at: [...at, "conc-list"], code: "concurrency_both_ways" }];
  if (start <= 0) return [notPositive([...at, "conc-start"], start)];
  if (end <= 0) return [notPositive([...at, "conc-end"], end)];
  if (start <= end) return [];
  return [
    { at: [...at, "conc-start"], code: "concurrency_range_reversed", values: { start, end } },
  ];
}

function dcpBreaches(entry: SearchSpaceEntry | Worker, at: YamlPath): Breach[] {
  const dcp = entry["dcp-size"] ?? 1;
  const tp = entry.tp ?? dcp;
  if (tp % dcp === 0) return [];
  return [{ at: [...at, "dcp-size"], code: "dcp_does_not_divide_tp", values: { tp, dcp } }];
}

function workerBreaches(prefill: Worker, decode: Worker, at: YamlPath): Breach[] {
  const breaches = [
    ...dcpBreaches(prefill, [...at, "prefill"]),
    ...dcpBreaches(decode, [...at, "decode"]),
  ];
  const sides = [prefill, decode].filter((worker) => (worker.hardware ?? null) !== null).length;
  if (sides !== 1) return breaches;
  return [...breaches, { at: [...at, "prefill"], code: "hardware_on_one_side" }];
}

function offloadBreaches(entry: SearchSpaceEntry, at: YamlPath): Breach[] {
  const offloading = entry["kv-offloading"];
  const backend = entry["kv-offload-backend"];
  const backendAt = [...at, "kv-offload-backend"];
  if (offloading === "dram") {
    return backend === undefined ? [{ at, code: "offload_backend_missing" }] : [];
  }
  if (backend === undefined) return [];
  return offloading === undefined
    ? [{ at: backendAt, code: "offload_backend_without_offloading" }]
    : [{ at: backendAt, code: "offload_backend_with_none" }];
}

function agenticSingleBreaches(entry: SearchSpaceEntry, at: YamlPath): Breach[] {
  const worker = entry.prefill !== undefined ? "prefill" : "decode";
  if (entry[worker] !== undefined) {
    return [{ at: [...at, worker], code: "workers_in_single_node" }];
  }
  if (entry.tp === undefined) return [{ at, code: "tp_missing" }];
  const breaches = dcpBreaches(entry, at);
  if (entry["kv-offloading"] !== undefined) return breaches;
  return [...breaches, { at, code: "offloading_missing" }];
}

function agenticMultiBreaches(entry: SearchSpaceEntry, at: YamlPath): Breach[] {
  const { prefill, decode } = entry;
  if (prefill === undefined || decode === undefined) return [{ at, code: "workers_missing" }];
  const outside = (["tp", "pp", "dcp-size", "pcp-size"] as const)
    .filter((field) => entry[field] !== undefined)
    .map((field) => ({ at: [...at, field], code: "field_belongs_in_workers", values: { field } }));
  return [...outside, ...workerBreaches(prefill, decode, at)];
}

function transferBreaches(entry: RecipeEntry, spaces: readonly Space[]): Breach[] {
  const field = "kv-p2p-transfer";
  const carrying = spaces.filter((space) => space.entry[field] !== undefined);
  if (!entry.multinode) {
    return carrying.map((space) => ({ at: [...space.at, field], code: "transfer_in_single_node" }));
  }
  if (entry.disagg !== true || entry[field] !== undefined) return [];
  return spaces
    .filter((space) => space.entry[field] === undefined)
    .map((space) => ({ at: space.at, code: "transfer_missing" }));
}

function scopeBreaches(entry: RecipeEntry, spaces: readonly Space[]): Breach[] {
  return (["router", "kv-p2p-transfer"] as const)
    .filter((field) => entry[field] !== undefined)
    .flatMap((field) =>
      spaces
        .filter((space) => space.entry[field] !== undefined)
        .map((space) => ({
          at: [...space.at, field],
          code: "component_at_both_scopes",
          values: { field },
        })),
    );
}

interface Space {
  readonly entry: SearchSpaceEntry;
  readonly at: YamlPath;
}

function fixedBreaches({ entry, at }: Space): Breach[] {
  const { prefill, decode } = entry;
  const topology =
    prefill === undefined || decode === undefined
      ? dcpBreaches(entry, at)
      : workerBreaches(prefill, decode, at);
  return [...concurrencyBreaches(entry, at), ...topology];
}

function agenticBreaches({ entry, at }: Space, multinode: boolean): Breach[] {
  return [
    ...concurrencyBreaches(entry, at),
    ...offloadBreaches(entry, at),
    ...(multinode ? agenticMultiBreaches(entry, at) : agenticSingleBreaches(entry, at)),
  ];
}

function spacesOf(
  blocks: readonly { readonly "search-space": readonly SearchSpaceEntry[] }[],
  at: YamlPath,
): Space[] {
  return blocks.flatMap((block, index) =>
    block["search-space"].map((entry, number) => ({
      entry,
      at: [...at, index, "search-space", number],
    })),
  );
}

/** Every cross-field rule that a recipe of valid fields breaks (spec/matrix §1.2 to §1.6; decision 21 for topology). */
export function recipeRuleProblems(
  entry: RecipeEntry,
  document: YamlDocument,
  path: YamlPath,
): readonly Problem[] {
  const fixedBlocks = entry.scenarios["fixed-seq-len"] ?? [];
  const agenticBlocks = entry.scenarios["agentic-coding"] ?? [];
  const at = [...path, "scenarios"];
  const fixed = spacesOf(fixedBlocks, [...at, "fixed-seq-len"]);
  const agentic = spacesOf(agenticBlocks, [...at, "agentic-coding"]);
  const breaches: Breach[] = [
    ...fixed.flatMap(fixedBreaches),
    ...agentic.flatMap((space) => agenticBreaches(space, entry.multinode)),
    ...transferBreaches(entry, [...fixed, ...agentic]),
    ...scopeBreaches(entry, [...fixed, ...agentic]),
  ];
  if (fixedBlocks.length + agenticBlocks.length === 0) breaches.push({ at, code: "no_scenarios" });
  if (agenticBlocks.length > 0 && !entry.runner.startsWith("cluster:")) {
    const values = { runner: entry.runner };
    breaches.push({ at: [...path, "runner"], code: "agentic_runner_not_cluster", values });
  }
  for (const [index, block] of agenticBlocks.entries()) {
    const usesDram = block["search-space"].some((space) => space["kv-offloading"] === "dram");
    if (usesDram && (block["dram-utilization"] ?? null) === null) {
      breaches.push({ at: [...at, "agentic-coding", index], code: "dram_utilization_missing" });
    }
  }
  return breaches.map((breach) => problemOf(breach, document));
}

function problemOf({ at, code, values }: Breach, document: YamlDocument): Problem {
  const { line, column } = document.placeOf(at);
  const slots = { where: dotted(at), ...values };
  return { code, severity: "error", path: document.path, line, column, values: slots };
}
