import { components, filledWorker, identity, singleSizes } from "./expand-row.ts";
import type { Space, Target } from "./expand-row.ts";
import { sequenceName } from "./row.ts";
import type { MultiFixedRow, Row, SingleFixedRow } from "./row.ts";

/** Tokens on top of input and output that the server must accept. */
const MODEL_LENGTH_MARGIN = 256;

export interface Lengths {
  readonly isl: number;
  readonly osl: number;
}

/** Rows of a single-node entry: concurrency outside, runner inside. */
export function singleFixedRows(target: Target, space: Space, lengths: Lengths): Row[] {
  const { isl, osl } = lengths;
  const { recipe, runners } = target;
  const { entry } = space;
  return space.concurrencies.flatMap((conc) =>
    runners.map((runner): SingleFixedRow => ({
      ...identity(recipe, runner),
      isl,
      osl,
      ...singleSizes(entry),
      conc,
      "max-model-len": isl + osl + MODEL_LENGTH_MARGIN,
      ep: entry.ep ?? 1,
      "dp-attn": entry["dp-attn"] ?? false,
      "spec-decoding": entry["spec-decoding"] ?? "none",
      "exp-name": `${recipe.entry["model-prefix"]}_${sequenceName(isl, osl)}`,
      disagg: recipe.entry.disagg ?? false,
      "run-eval": false,
      ...components(recipe, entry),
    })),
  );
}

/** Rows of a multi-node entry: one for each runner, with all concurrencies. */
export function multiFixedRows(target: Target, space: Space, lengths: Lengths): Row[] {
  const { isl, osl } = lengths;
  const { recipe, runners } = target;
  const { prefill, decode } = space.entry;
  if (prefill === undefined || decode === undefined || space.concurrencies.length === 0) return [];
  return runners.map((runner): MultiFixedRow => ({
    ...identity(recipe, runner),
    isl,
    osl,
    "spec-decoding": space.entry["spec-decoding"] ?? "none",
    prefill: filledWorker(prefill),
    decode: filledWorker(decode),
    conc: space.concurrencies,
    "max-model-len": isl + osl + MODEL_LENGTH_MARGIN,
    "exp-name": `${recipe.entry["model-prefix"]}_${sequenceName(isl, osl)}`,
    disagg: recipe.entry.disagg ?? false,
    "run-eval": false,
    ...components(recipe, space.entry),
  }));
}
