/** The small repository of spec/matrix §10.5: seven recipes in two master files, and a changelog. */
import { DEFAULT_PATHS } from "../../../src/core/matrix/inputs.ts";
import { planSweep } from "../../../src/core/matrix/plan-sweep.ts";
import type { SweepOptions, SweepPlan } from "../../../src/core/matrix/plan-sweep.ts";
import type { SweepDocument } from "../../../src/core/matrix/document.ts";
import type { Row } from "../../../src/core/matrix/row.ts";
import { A, file, loose, MAD, master, MD, refusal, RUNNERS, S, workers } from "./fixture.ts";
import type { LooseRow } from "./fixture.ts";

export type Recipes = Readonly<Record<string, string>>;

const mixed =
  "{fixed-seq-len: [{isl: 8192, osl: 1024, search-space: [{tp: 8, conc-list: [16,32]}]}], agentic-coding: [{search-space: [{tp: 8, kv-offloading: none, conc-list: [4,8]}]}]}";

export const AMD: Recipes = {
  "amd-ag": A(
    "{tp: 8, kv-offloading: none, conc-list: [4,2]}, {tp: 8, kv-offloading: dram, kv-offload-backend: {name: lm}, conc-list: [8]}",
    { "dram-utilization": "0.5" },
  ),
  "amd-mn": MD(workers("conc-list: [64,8]"), { model: "org/MN" }),
  "amd-mnag": MAD(workers("conc-list: [64,8]"), {}, { model: "org/MA" }),
  "amd-mix": A("", {}, { model: "org/MX", scenarios: mixed }),
};

export const NVIDIA: Recipes = {
  "nv.a": S("{tp: 8, conc-list: [4,16,64]}, {tp: 4, conc-list: [8,32]}"),
  "nv.b": S("{tp: 8, conc-list: [1]}", { model: "org/B" }, { isl: "1024" }),
  // The original's has lengths that no job runs, which decision 21 refuses.
  nvXa: S("{tp: 8, conc-list: [2]}", { model: "org/X" }, { isl: "1024" }),
};

const OLD = `- config-keys:
    - nv.b
  description:
    - "the first"
  pr-link: XXX
`;

/** An entry of the changelog: keys, and more fields as YAML lines. */
export function entry(keys: string, ...more: readonly string[]): string {
  const lines = more.map((line) => `  ${line}\n`).join("");
  return `\n- config-keys: [${keys}]\n  description: ["d"]\n  pr-link: L\n${lines}`;
}

export interface Change {
  /** Replaces or adds recipes at head; null takes one out. */
  readonly recipes?: Readonly<Record<string, string | null>>;
  /** The same for the base. */
  readonly base?: Readonly<Record<string, string | null>>;
  readonly runners?: string;
  readonly baseRunners?: string;
  readonly options?: Partial<SweepOptions>;
  /** The changelogs when more than an entry is added. */
  readonly changelog?: { readonly base: string; readonly head: string };
}

function masters(change: Readonly<Record<string, string | null>> = {}) {
  const all: Record<string, string | null> = { ...AMD, ...NVIDIA, ...change };
  const of = (wanted: (key: string) => boolean): string =>
    master(
      Object.fromEntries(
        Object.entries(all).flatMap(([key, text]) =>
          text !== null && wanted(key) ? [[key, text]] : [],
        ),
      ),
    );
  return [
    file(
      DEFAULT_PATHS.masters[0] ?? "",
      of((key) => key.startsWith("amd")),
    ),
    file(
      DEFAULT_PATHS.masters[1] ?? "",
      of((key) => !key.startsWith("amd")),
    ),
  ];
}

/** The plan of a change that appends these entries to the changelog. */
export function sweep(added: string, change: Change = {}): SweepPlan {
  const { base, head } = change.changelog ?? { base: OLD, head: OLD + added };
  const runners = change.runners ?? RUNNERS;
  return planSweep({
    base: {
      masters: masters(change.base),
      runners: file(DEFAULT_PATHS.runners, change.baseRunners ?? runners),
    },
    head: {
      masters: masters({ ...change.base, ...change.recipes }),
      runners: file(DEFAULT_PATHS.runners, runners),
    },
    changelog: {
      base: file(DEFAULT_PATHS.changelog, base),
      head: file(DEFAULT_PATHS.changelog, head),
    },
    paths: DEFAULT_PATHS,
    refs: { base: "base", head: "head" },
    options: { trimConc: false, allEvals: false, evalsOnly: false, ...change.options },
  });
}

/** The document, or why there is none. */
export function documentOf(plan: SweepPlan): SweepDocument | string {
  return plan.kind === "matrix" ? plan.document : refusal(plan.problems);
}

function flat(buckets: Readonly<Record<string, readonly Row[]>>): readonly LooseRow[] {
  return Object.values(buckets).flat().map(loose);
}

function short(row: LooseRow): string {
  return `${String(row["model"]).slice(4)}:${"tp" in row ? String(row["tp"]) : "mn"}@${String(row["conc"])}`;
}

export interface Outline {
  readonly single: readonly string[];
  readonly multi: readonly string[];
  readonly evals: readonly string[];
}

/** A document in a few words, `model:tp@conc` for every row; or why there is none. */
export function outline(plan: SweepPlan): Outline | string {
  if (plan.kind === "problems") return refusal(plan.problems);
  const { document } = plan;
  const evals = [
    ...[...document.evals, ...document.agentic_evals],
    ...[...document.multinode_evals, ...document.multinode_agentic_evals],
  ];
  return {
    single: flat(document.single_node).map(short),
    multi: flat(document.multi_node).map(short),
    evals: evals.map((row) => short(loose(row))),
  };
}
