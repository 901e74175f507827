/** Points, files and policies for the checks that follow scripts. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { known } from "../../../src/core/model/reading.ts";
import type { SourceSide } from "../../../src/core/model/sources.ts";
import { checkAcceptance } from "../../../src/core/recipes/acceptance.ts";
import { checkChatTemplate } from "../../../src/core/recipes/chat-template.ts";
import type { RecipeFinding } from "../../../src/core/recipes/finding.ts";
import type { RecipePoint } from "../../../src/core/recipes/point.ts";
import { type CurvesPolicy, parseCurvesPolicy } from "../../../src/core/recipes/policy-curves.ts";
import type { ScriptInput } from "../../../src/core/recipes/script-input.ts";
import { loadShellParser } from "../../../src/shell/parse-shell.ts";

const parse = await loadShellParser();

export type Texts = Readonly<Record<string, string>>;

/** Golden lengths for 1, 2, 3 … draft tokens, as the guarded repository has them. */
const CURVES: Readonly<Record<string, { on: readonly number[]; off?: readonly number[] }>> = {
  "dsv4-pro-0813-dspark": { on: [1.84, 2.51, 3.01, 3.36, 3.61, 3.77, 3.73, 3.47] },
  dsv4_mtp: {
    on: [1.79, 2.27, 2.49, 2.54, 2.55, 2.55, 2.54, 2.58],
    off: [1.92, 2.61, 2.97, 3, 3.1, 3.16, 3, 3.11],
  },
  "glm5.2_mtp": { on: [1.84, 2.5, 2.99, 3.33, 3.61, 3.78, 3.91, 4.06] },
  "kimik2.5_eagle3": { on: [1.83, 2.43, 2.88, 3.24, 3.46, 3.62, 3.71, 3.77] },
  kimik3_dspark: { on: [1.84, 2.45, 2.87, 3.22, 3.44, 3.54, 3.78, 3.88] },
  kimik3_dspark_probabilistic_sample_method_block_rejection_sample_method: {
    on: [1.85, 2.51, 3, 3.36, 3.62, 3.75, 3.84, 4],
  },
  minimaxm3_eagle3: { on: [1.78, 2.38, 2.83, 3.11, 3.35, 3.45, 3.53, 3.74] },
  minimaxm3_eagle3_gqa: { on: [1.79, 2.39, 2.78, 3.02, 3.21, 3.3, 3.52, 3.51] },
  "qwen3.5_mtp": { on: [1.93, 2.73, 3.39, 3.97, 4.41, 4.8, 5.04, 5.21] },
};

export const GOLDEN: Texts = Object.fromEntries(
  Object.entries(CURVES).map(([name, { on, off }]) => {
    const mode = (key: string, lengths: readonly number[]): string =>
      `  ${key}:\n${lengths.map((length, at) => `    ${at + 1}: ${length.toFixed(2)}\n`).join("")}`;
    const text = `# measured\nmodel:\n${mode("thinking_on", on)}${off === undefined ? "" : mode("thinking_off", off)}`;
    return [`golden_al_distribution/${name}.yaml`, text];
  }),
);

export const LIBRARY = "benchmarks/benchmark_lib.sh";
export const LIBRARY_TEXT = `
build_replay_cmd() {
    local result_dir="$1"
    # --endpoint /v1/completions was used before.
    REPLAY_CMD="aiperf profile --url http://localhost:$PORT"
    REPLAY_CMD+=" --endpoint /v1/chat/completions"
    REPLAY_CMD+=" --endpoint-type chat --streaming"
}
`;

const POLICY: CurvesPolicy = shippedPolicy();

function shippedPolicy(): CurvesPolicy {
  const path = join(import.meta.dirname, "..", "..", "..", "policy", "curves.yml");
  const parsed = parseCurvesPolicy(readFileSync(path, "utf8"));
  if (!("curves" in parsed)) throw new Error(JSON.stringify(parsed));
  return parsed;
}

/** The text of a benchmark script of the fixtures. */
export function fixture(name: string): string {
  return readFileSync(join(import.meta.dirname, "fixtures", `${name}.sh`), "utf8");
}

function side(texts: Texts): SourceSide {
  return {
    commitSha: "a".repeat(40),
    tree: known(Object.keys(texts).map((path) => ({ path, mode: "100644", sha: "1" }))),
    texts: new Proxy(
      Object.fromEntries(
        Object.entries(texts).map(([path, text]) => {
          const shell = path.endsWith(".sh") ? parse(text) : null;
          return [path, known({ path, text, shell })];
        }),
      ),
      // What the repository does not have was asked for as well.
      {
        get: (read, path) => (typeof path === "string" && path in read ? read[path] : known(null)),
        getOwnPropertyDescriptor: (read, path) =>
          Reflect.getOwnPropertyDescriptor(read, path) ?? {
            ...{ configurable: true, enumerable: false, writable: true, value: known(null) },
          },
      },
    ),
  };
}

export interface PointOf {
  readonly prefix?: string;
  readonly framework?: string;
  readonly script?: string | null;
  readonly recipeFile?: RecipePoint["recipeFile"];
  readonly scenario?: RecipePoint["scenario"];
  readonly spec?: "mtp" | "none";
  readonly settings?: readonly string[];
  readonly launchers?: readonly string[];
  readonly key?: string;
}

export const AGENTIC = "benchmarks/single_node/agentic/x_fp4_b300_vllm_mtp.sh";
export const FIXED = "benchmarks/single_node/fixed_seq_len/x_fp4_b300_vllm_mtp.sh";

/** A point of one recipe, agentic unless its script is not. */
export function point(given: PointOf = {}): RecipePoint {
  const full = { ...USUAL, ...given };
  const { script, settings } = full;
  const scenario = given.scenario ?? (script === FIXED ? "fixed-seq-len" : "agentic-coding");
  return {
    key: full.key,
    path: "configs/nvidia-master.yaml",
    line: 7,
    entry: {
      image: "img:1",
      model: "org/M",
      "model-prefix": full.prefix,
      precision: "fp4",
      framework: full.framework,
      runner: "b300",
      multinode: script === null,
      scenarios: {},
    },
    space: { "spec-decoding": full.spec },
    scenario,
    lengths: scenario === "fixed-seq-len" ? { isl: 8192, osl: 1024 } : null,
    sku: "b300",
    concurrencies: [1],
    script,
    recipeFile: full.recipeFile,
    launchers: full.launchers,
    settings: settings.map((setting) => {
      const [name = "", value = ""] = setting.split("=");
      return { role: "prefill", name, value };
    }),
  };
}

const USUAL: Required<Omit<PointOf, "scenario">> = {
  key: "x-fp4-b300-vllm",
  prefix: "dsv4",
  framework: "vllm",
  script: AGENTIC,
  recipeFile: null,
  spec: "mtp",
  settings: [],
  launchers: [],
};

export interface Situation {
  readonly points: readonly RecipePoint[];
  /** Texts at head, besides the library. */
  readonly head?: Texts;
  /** Texts on the default branch, besides the golden curves and the library. */
  readonly policy?: Texts;
  readonly details?: ScriptInput["details"];
}

/** What the checks decide on in a situation. */
export function scriptInput({ points, head, policy, details }: Situation): ScriptInput {
  const library = { [LIBRARY]: LIBRARY_TEXT };
  const standing = side({ ...library, ...GOLDEN, ...policy });
  return {
    details: details === undefined ? [] : details,
    places: {
      masters: [],
      runners: "",
      changelog: "",
      thresholds: "",
      measured: [],
      shared: [LIBRARY],
    },
    points: { all: points, touched: points },
    policies: { curves: POLICY },
    sources: { head: side({ ...library, ...head }), base: side({}), policy: standing },
  };
}

/** Outcome and code of everything that check 11 says. */
export function acceptance(situation: Situation): readonly string[] {
  return told(checkAcceptance(scriptInput(situation)));
}

/** Outcome and code of everything that check 9 says. */
export function chatTemplate(situation: Situation): readonly string[] {
  return told(checkChatTemplate(scriptInput(situation)));
}

function told(findings: readonly RecipeFinding[]): readonly string[] {
  return [...new Set(findings.map(({ outcome, code }) => `${outcome} ${code}`))];
}
