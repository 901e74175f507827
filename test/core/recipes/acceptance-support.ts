/** Situations of check 11: agentic scripts, and multi-node recipes with their launcher. */
import { checkAcceptance } from "../../../src/core/recipes/acceptance.ts";
import type { RecipeFinding } from "../../../src/core/recipes/finding.ts";
import {
  acceptance,
  AGENTIC,
  point,
  scriptInput,
  type PointOf,
  type Situation,
  type Texts,
} from "./script-support.ts";

export const FILE = "benchmarks/multi_node/srt-slurm-recipes/vllm/x/agentic/disagg-mtp.yaml";
export const LAUNCHER = "runners/launch_b300-nv.sh";
export const DETAIL = {
  text: "Acceptance was measured with SPEED-Bench, see the run.",
  isEmpty: false,
  links: ["https://example.org/run"],
};

export function serving(fields: string): string {
  return `vllm serve m --speculative-config '{"method":"mtp",${fields}}'\n`;
}
export const pinnedAt = (length: number, pinned: number): string =>
  `"num_speculative_tokens":${length},"rejection_sample_method":"synthetic","synthetic_acceptance_length":${pinned}`;

/** What is said of an agentic script with these lines. */
export function agentic(
  lines: string,
  more: PointOf = {},
  rest: Partial<Situation> = {},
): readonly string[] {
  return acceptance({ points: [point(more)], head: { [AGENTIC]: lines }, ...rest });
}

/** All findings about an agentic script with these lines. */
export function findings(lines: string, more: PointOf = {}): readonly RecipeFinding[] {
  return checkAcceptance(scriptInput({ points: [point(more)], head: { [AGENTIC]: lines } }));
}

export interface MultiNode {
  readonly recipe?: string;
  readonly launcher?: string;
  readonly settings?: readonly string[];
  readonly framework?: string;
  readonly prefix?: string;
  readonly scenario?: PointOf["scenario"];
  readonly details?: NonNullable<Situation["details"]>;
}

export const DISAGG = `backend:
  type: vllm
  vllm_config:
    prefill:
      speculative-config: '{"method":"mtp","num_speculative_tokens":1}'
    decode:
      speculative-config: '{"method":"mtp","num_speculative_tokens":3}'
`;
export const INJECTING =
  'if [[ "$EVAL_ONLY" != true ]]; then inject_synthetic_acceptance "$CONFIG_FILE" "$FRAMEWORK"; fi\n';
export const ASKED = ["SYNTHETIC_ACCEPTANCE=true", "SYNTHETIC_ACCEPTANCE_LENGTH=2.49"];

/** What is said of a multi-node point with a recipe file. */
export function multiNode(given: MultiNode): readonly string[] {
  const { recipe = DISAGG, launcher = INJECTING, settings = ASKED } = given;
  const head: Texts = { [FILE]: recipe, [LAUNCHER]: launcher };
  const points = [
    point({
      script: null,
      recipeFile: { path: FILE, selector: null },
      framework: given.framework ?? "dynamo-vllm",
      launchers: [LAUNCHER],
      settings,
      ...(given.prefix === undefined ? {} : { prefix: given.prefix }),
      ...(given.scenario === undefined ? {} : { scenario: given.scenario }),
    }),
  ];
  return acceptance({
    points,
    head,
    ...(given.details === undefined ? {} : { details: given.details }),
  });
}
