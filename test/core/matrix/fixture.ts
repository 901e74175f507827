import { parseRunners } from "../../../src/core/contract/runners.ts";
import { NO_FILTER } from "../../../src/core/matrix/expand.ts";
import type { RowFilter } from "../../../src/core/matrix/expand.ts";
import { generateRows } from "../../../src/core/matrix/generate.ts";
import type { EvalMode } from "../../../src/core/matrix/generate.ts";
import { DEFAULT_PATHS, parseInputs } from "../../../src/core/matrix/inputs.ts";
import { resolveGlobKey } from "../../../src/core/matrix/keys.ts";
import type { Row } from "../../../src/core/matrix/row.ts";
import type { FileContent } from "../../../src/core/model/github.ts";
import type { Problem } from "../../../src/core/model/problem.ts";

/** A row without its types, for looking at any field. */
export type LooseRow = Readonly<Record<string, unknown>>;

/** A file of the guarded repository with this text. */
export function file(path: string, text: string): FileContent {
  return { path, blobSha: "", bytes: new TextEncoder().encode(text) };
}

export const RUNNERS = `
labels: { b200: [b200-n_0, b200-n_1], "cluster:x": [x_0, x_1] }
hardware: { "cluster:x": { available-cpu-dram-mib: 2_000_000, gpus-per-node: 8 } }
`;

export const W1 = "{num-worker: 1, tp: 4, ep: 4, dp-attn: true}";
export const W2 = "{num-worker: 2, tp: 8, ep: 1, dp-attn: false}";

/** Fields of a recipe, or of its scenario block, as YAML texts. */
export type Fields = Readonly<Record<string, string | null>>;

function flow(fields: Fields): string {
  const members = Object.entries(fields).filter(([, text]) => text !== null);
  return `{${members.map(([name, text]) => `${name}: ${text ?? ""}`).join(", ")}}`;
}

const HEAD: Fields = {
  image: '"img:1"',
  model: "org/M",
  "model-prefix": "m",
  precision: "fp8",
  framework: "vllm",
  runner: "b200",
  multinode: "false",
};
const DISAGGREGATED: Fields = { disagg: "true", "kv-p2p-transfer": "nixl" };

function fixedScenario(space: string, block: Fields): string {
  const sequence = flow({ isl: "8192", osl: "1024", "search-space": `[${space}]`, ...block });
  return `{fixed-seq-len: [${sequence}]}`;
}

function agenticScenario(space: string, block: Fields): string {
  return `{agentic-coding: [${flow({ "search-space": `[${space}]`, ...block })}]}`;
}

/** A single-node recipe with a fixed sequence length, 8k1k unless `block` says otherwise. */
export function S(space: string, top: Fields = {}, block: Fields = {}): string {
  return flow({ ...HEAD, scenarios: fixedScenario(space, block), ...top });
}

/** The same over several nodes. */
export function M(space: string, top: Fields = {}, block: Fields = {}): string {
  return S(space, { multinode: "true", ...top }, block);
}

/** The same, disaggregated over nixl. */
export function MD(space: string, top: Fields = {}): string {
  return M(space, { ...DISAGGREGATED, ...top });
}

/** A single-node agentic recipe on `cluster:x`. */
export function A(space: string, block: Fields = {}, top: Fields = {}): string {
  const scenarios = agenticScenario(space, block);
  return flow({ ...HEAD, runner: '"cluster:x"', scenarios, ...top });
}

/** The same over several nodes. */
export function MA(space: string, block: Fields = {}, top: Fields = {}): string {
  return A(space, block, { multinode: "true", ...top });
}

/** The same, disaggregated over nixl. */
export function MAD(space: string, block: Fields = {}, top: Fields = {}): string {
  return MA(space, block, { ...DISAGGREGATED, ...top });
}

/** A multi-node search-space entry with workers W1 and W2. */
export function workers(fields: string, prefill = W1, decode = W2): string {
  return `{prefill: ${prefill}, decode: ${decode}, ${fields}}`;
}

export interface Call extends Partial<RowFilter> {
  readonly keys?: readonly string[];
  readonly evals?: EvalMode;
  readonly runners?: string;
}

/** Codes of what is wrong, each once, in the order found. */
export function refusal(problems: readonly Problem[]): string {
  const errors = problems.filter(({ severity }) => severity === "error");
  return `refused: ${[...new Set(errors.map(({ code }) => code))].join(", ")}`;
}

/** A master file of recipes by key. */
export function master(recipes: Readonly<Record<string, string>>): string {
  return Object.entries(recipes)
    .map(([key, text]) => `${key}: ${text}\n`)
    .join("");
}

/** The rows that a call makes, as JSON has them, or why it makes none. */
export function rowsOf(masters: string | readonly string[], call: Call = {}): LooseRow[] | string {
  const texts = [masters].flat();
  const paths = { ...DEFAULT_PATHS, masters: texts.map((_, index) => `${index}.yaml`) };
  const files = texts.map((text, index) => file(`${index}.yaml`, text));
  const runners = file("runners.yaml", call.runners ?? RUNNERS);
  const inputs = parseInputs({ masters: files, runners }, paths);
  if (inputs.problems.length > 0) return refusal(inputs.problems);
  const available = [...inputs.masters.recipes.keys()];
  const resolutions = (call.keys ?? available).map((name) => resolveGlobKey(name, available));
  if (resolutions.some(({ kind }) => kind === "unmatched")) return "refused: key";
  const keys = resolutions.flatMap((found) => (found.kind === "keys" ? found.keys : []));
  const { jobs, problems } = generateRows(
    [...new Set(keys)].flatMap((key) => inputs.masters.recipes.get(key) ?? []),
    parseRunners(runners).runners,
    { ...NO_FILTER, evals: "marked", ...call },
  );
  if (problems.length > 0) return refusal(problems);
  return jobs.map(({ row }) => row as unknown as LooseRow);
}

/** The rows of one recipe, called `k`. */
export function rows(recipe: string, call: Call = {}): LooseRow[] | string {
  return rowsOf(master({ k: recipe }), call);
}

/** Some fields of each row: the bare value for one field, a list for several. */
export function fields(made: LooseRow[] | string, ...names: string[]): unknown {
  if (typeof made === "string") return made;
  return made.map((row) =>
    names.length === 1 ? row[names[0] ?? ""] : names.map((name) => row[name]),
  );
}

/** Concurrencies of the rows, those with an eval as `16*`. */
export function marks(made: LooseRow[] | string): unknown {
  if (typeof made === "string") return made;
  return made.map((row) => `${String(row["conc"])}${row["run-eval"] === true ? "*" : ""}`);
}

/** A row as the tests look at it. */
export function loose(row: Row): LooseRow {
  return row as unknown as LooseRow;
}
