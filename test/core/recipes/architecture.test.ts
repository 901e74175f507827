import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import {
  decideArchitecture,
  type ArchitectureEvidence,
  type ArchitectureInput,
} from "../../../src/core/recipes/architecture.ts";
import { parseOverridePolicy } from "../../../src/core/recipes/policy-overrides.ts";
import type { RecipePoint } from "../../../src/core/recipes/point.ts";
import { parseMasters } from "../../../src/core/contract/master.ts";
import { known, unknown } from "../../../src/core/model/reading.ts";
import { patchInput, type Texts } from "../../support/patch-check.ts";
import { CLEAN_FILES, CLEAN_SCRIPTS } from "../../support/patch-scripts.ts";

const SCRIPT = "benchmarks/single_node/agentic/x_fp8_h200.sh";
const OVERRIDES = parseOverridePolicy(
  readFileSync(join(import.meta.dirname, "..", "..", "..", "policy", "overrides.yml"), "utf8"),
) as ArchitectureInput["policies"]["overrides"];

interface Given {
  readonly head: Texts;
  readonly base?: Texts;
  readonly touched?: readonly RecipePoint[];
  readonly models?: readonly [before: string, after: string];
}

function inputOf({ models = ["a/x", "a/x"], ...given }: Given): ArchitectureInput {
  const input = patchInput(given);
  const [base, head] = models.map((model) => ({
    masters: mastersWith(model),
    runners: { labels: new Map(), hardware: new Map() },
    problems: [],
  }));
  if (base === undefined || head === undefined) throw new Error("Two sides");
  return {
    ...input,
    parsed: { base, head },
    policies: { ...input.policies, overrides: OVERRIDES },
  };
}

function mastersWith(model: string): ArchitectureInput["parsed"]["head"]["masters"] {
  const text = `key:
  image: vllm/vllm-openai:v0.11.0
  model: ${model}
  model-prefix: x
  runner: h200
  precision: fp8
  framework: vllm
  multinode: false
  scenarios:
    fixed-seq-len:
    - isl: 1024
      osl: 1024
      search-space:
      - { tp: 8, conc-start: 4, conc-end: 8 }
`;
  const bytes = new TextEncoder().encode(text);
  return parseMasters([{ path: "configs/nvidia-master.yaml", blobSha: model, bytes }]);
}

function saidAbout(given: Given, evidence?: ArchitectureEvidence): readonly string[] {
  const findings = decideArchitecture(inputOf(given), evidence);
  return findings.map(({ outcome, code }) => `${outcome} ${code}`);
}

function saidOf(lines: string, evidence?: ArchitectureEvidence): readonly string[] {
  return saidAbout({ head: { [SCRIPT]: lines } }, evidence);
}

const UNCHANGED = ["pass architecture_unchanged"];

describe("A1: overrides of the model's configuration", () => {
  test("63: that only scale positions pass, with a note", () => {
    const lines = `vllm serve x --hf-overrides '{"rope_scaling": {"rope_type": "yarn", "factor": 4.0}}'`;
    expect(saidOf(lines)).toEqual(["pass architecture_override_safe", ...UNCHANGED]);
  });

  test("64: that stand in a variable from outside are for a person", () => {
    expect(saidOf('vllm serve x --hf-overrides "$OVERRIDES"')).toEqual([
      "human architecture_override_unknown",
    ]);
  });

  test.each([
    ["in a word", `serve --hf-overrides '{"num_hidden_layers": 4}'`],
    ["behind =", `serve --hf_overrides='{"use_index_cache": true}'`],
    [
      "in double quotes",
      String.raw`serve --json-model-override-args "{\"num_experts_per_tok\": 2}"`,
    ],
    ["behind a dot", "serve --hf-overrides.index_topk_freq 4"],
    ["deep inside", `serve --hf-overrides '{"text_config": {"a": [{"index_topk_freq": 4}]}}'`],
    ["inside something safe", `serve --hf-overrides '{"rope_scaling": {"skip_layers": 1}}'`],
    ["through variables", `O='{"sliding_window": 128}'\nA=(--hf-overrides "$O")\nserve "\${A[@]}"`],
    ["in a text of arguments", `A="--hf-overrides {\\"top_k\\":1}"\neval "serve $A"`],
    ["with an unknown number", `serve --hf-overrides "{\\"n_routed_experts\\": $N}"`],
    ["in a default", `serve --hf-overrides "\${O:-{\\"moe_topk\\": 1\\}}"`],
    [
      "in a mapping of another flag",
      `serve --speculative-config '{"hf_overrides": {"num_hidden_layers": 1}}'`,
    ],
    [
      "in a file that is written",
      `cat > c.yaml <<EOF\nhf-overrides:\n  first_k_dense_replace: 1\nEOF\nserve --config c.yaml`,
    ],
    ["in printf", `O=$(printf '{"early_exit_layer": %d}' 3)\nserve --hf-overrides "$O"`],
    ["in docker exec", `docker exec s bash -c "serve --hf-overrides '{\\"hidden_size\\": 1}'"`],
  ])("that change what is computed never pass: %s", (_, lines) => {
    const said = saidOf(lines);
    expect(said[0]).toMatch(
      /^(?:fail architecture_override|human architecture_override_unknown)$/u,
    );
  });

  test.each([
    [`serve --hf-overrides '{"num_hidden_layers": 4}'`],
    [`A=(--hf-overrides '{"index_topk_freq": 4}')\nserve "\${A[@]}"`],
    [`serve --hf-overrides.sparse_topk 1`],
    [`serve --hf-overrides "{\\"n_shared_experts\\": $N}"`],
  ])("and fail where they can be read: %s", (lines) => {
    expect(saidOf(lines)[0]).toBe("fail architecture_override");
  });

  test("that nobody has decided on are for a person", () => {
    expect(saidOf(`serve --hf-overrides '{"architectures": ["X"]}'`)).toEqual([
      "human architecture_override_other",
    ]);
    const unknown = ["human architecture_override_unknown"];
    expect(saidOf("serve --hf-overrides not-json")).toEqual(unknown);
    expect(saidOf(`serve --hf-overrides.${"a.".repeat(9_000)}b 1`)).toEqual(unknown);
  });

  test("in recipe files are found under their keys", () => {
    const recipe = (inside: string): Texts => ({
      "benchmarks/r.yaml": `backend:\n  vllm_config:\n    prefill:\n      ${inside}\n`,
    });
    expect(saidAbout({ head: recipe(`hf-overrides: '{"index_topk": 1}'`) })).toEqual([
      "fail architecture_override",
    ]);
    expect(saidAbout({ head: recipe("model_kwargs: { sparse_mode: 1 }") })).toEqual([
      "fail architecture_override",
    ]);
    expect(saidAbout({ head: recipe("hf_overrides: { rope_theta: 1 }") })).toContain(
      "pass architecture_override_safe",
    );
  });

  test("that say what the model says change nothing, where its configuration is known", () => {
    const lines = `serve --hf-overrides '{"text_config": {"index_topk": 2048}}'`;
    const native = (topk: number): ArchitectureEvidence => ({
      nativeConfig: known({ text_config: { index_topk: topk } }),
      evals: null,
    });
    expect(saidOf(lines, native(2048))).toContain("pass architecture_override_native");
    expect(saidOf(lines, native(1024))).toEqual(["fail architecture_override"]);
    expect(saidOf(lines, { nativeConfig: unknown("unavailable"), evals: null })).toEqual([
      "human architecture_override_unknown",
    ]);
  });
});

describe("A2 to A4: configurations, weights, switches", () => {
  test.each([
    ["sed -i s/a/b/ $MODEL/config.json", "human architecture_config_edited"],
    ["jq '.x = 1' a.json > /models/x/config.json", "human architecture_config_edited"],
    ["cp fix/config.json $MODEL_PATH/", "human architecture_config_edited"],
    [
      "python3 - <<'E'\nimport json\njson.dump({}, open('/models/config.json', 'w'))\nE",
      "human architecture_config_edited",
    ],
    ["serve --load-format dummy", "fail architecture_dummy"],
    ["serve --load-format=dummy", "fail architecture_dummy"],
    ["export LOAD_FORMAT=dummy", "fail architecture_dummy"],
    ["docker run -e LOAD_FORMAT=dummy x", "fail architecture_dummy"],
    ['serve --load-format "$LOAD"', "human architecture_load_unknown"],
    ["export VLLM_SKIP_INDEXER_LAYERS=1", "human architecture_skip"],
    ["ATOM_PRUNE_TOPK=1 serve", "human architecture_skip"],
  ])("%s", (lines, said) => {
    expect(saidOf(lines)).toEqual([said]);
  });

  test.each([
    ["jq '.x' $MODEL/config.json > x.json"],
    ["cat > lmcache_config.json <<'E'\n{}\nE"],
    ['serve --load-format "${LOAD_FORMAT:-auto}"'],
    ["export VLLM_SKIP_P2P_CHECK=1"],
    ["export SKIP_HEADERS=1"],
    ["echo --hf-overrides"],
  ])("%s is nothing", (lines) => {
    expect(saidOf(lines).filter((each) => each !== "human architecture_override_unknown")).toEqual(
      lines.startsWith("echo") ? [] : UNCHANGED,
    );
  });

  test("settings of the workers count, too", () => {
    const point = (name: string, value: string): RecipePoint =>
      ({
        key: "k",
        path: "p",
        line: 1,
        entry: {},
        space: {},
        script: null,
        recipeFile: null,
        settings: [{ name, value }],
      }) as unknown as RecipePoint;
    const said = (one: RecipePoint): readonly string[] => saidAbout({ head: {}, touched: [one] });
    expect(said(point("LOAD_FORMAT", "dummy"))).toEqual(["fail architecture_dummy"]);
    expect(said(point("DROP_EXPERTS", "1"))).toEqual(["human architecture_skip"]);
    expect(said(point("DECODE_NODES", "1"))).toEqual(UNCHANGED);
  });
});

describe("A5: another checkpoint", () => {
  test("is for a person", () => {
    expect(saidAbout({ head: {}, models: ["a/x", "b/x"] })).toEqual([
      "human architecture_checkpoint",
    ]);
    expect(saidAbout({ head: {}, models: ["a/x", "a/x-Mini"] })).toEqual([
      "human architecture_checkpoint",
    ]);
  });

  test("that differs in precision alone is only noted once the evals passed", () => {
    const models = ["a/x-FP8", "a/x-MXFP4-Preview"] as const;
    expect(saidAbout({ head: {}, models })).toEqual(["human architecture_checkpoint"]);
    expect(saidAbout({ head: {}, models }, { nativeConfig: null, evals: "pass" })).toContain(
      "pass architecture_precision",
    );
  });
});

describe("the whole", () => {
  test("is not asked where nothing of a recipe is touched", () => {
    expect(saidAbout({ head: { "README.md": "x" } })).toEqual(["na architecture_not_touched"]);
  });

  test("is for a person where files are not known, or cannot be parsed", () => {
    expect(
      decideArchitecture({ ...inputOf({ head: {} }), files: unknown("truncated") }),
    ).toMatchObject([{ outcome: "human", code: "architecture_unreadable" }]);
    expect(saidOf("if x; then\n")).toEqual(["human architecture_unread"]);
  });

  test("passes scripts that override nothing", () => {
    expect(saidAbout({ head: { ...CLEAN_FILES, ...CLEAN_SCRIPTS } })).toEqual(UNCHANGED);
  });
});
