import { describe, expect, test } from "@jest/globals";
import { imageParts } from "../../../src/core/recipes/image-words.ts";
import { checkImages } from "../../../src/core/recipes/images.ts";
import { type Fields, M, S, workers } from "../matrix/fixture.ts";
import { type Given, inputOf } from "./recipe-input.ts";

const MODELS = `
| Model | Primary native/upstream engines |
|---|---|
| M (\`m\`) | native/upstream SGLang engine |

## Scenarios

| Scenario | ISL/OSL | Status |
|---|---|---|
| Agentic coding | Long | Active |

## Model support matrix

| Model | Prefix | Active scenarios | Deprecated scenarios |
|---|---|---|---|
| M | \`m\` | Agentic coding | |
`;

const recipe = (fields: Fields): string => S("{tp: 8, conc-list: [4]}", fields);

function codes(given: Given): readonly string[] {
  return checkImages(inputOf(given)).map(({ outcome, code }) => `${outcome} ${code}`);
}

function image(name: string, framework = "vllm", more: Fields = {}): readonly string[] {
  return codes({ head: { k: recipe({ image: `"${name}"`, framework, ...more }) } });
}

describe("upstream images (spec/signoff §3.6, 6a)", () => {
  test.each<[string, string, string, string]>([
    ["Docker Hub's own", "vllm/vllm-openai:v0.22.0", "vllm", "pass images_upstream"],
    ["named in full", "docker.io/vllm/vllm-openai:v0.22.0", "vllm", "pass images_upstream"],
    ["by the index", "index.docker.io/vllm/vllm-openai:v1", "vllm", "pass images_upstream"],
    ["another name of theirs", "vllm/vllm-openai-rocm:v1", "vllm", "pass images_upstream"],
    [
      "with a digest",
      `vllm/vllm-openai:v1@sha256:${"0".repeat(64)}`,
      "vllm",
      "pass images_upstream",
    ],
    ["SGLang's", "lmsysorg/sglang:v0.5.9", "sglang", "pass images_upstream"],
    ["the other engine's", "lmsysorg/sglang:v0.5.9", "vllm", "fail images_not_upstream"],
    ["case 57", "nvcr.io#nvidia/vllm:26.01-py3", "vllm", "fail images_not_upstream"],
    ["case 58: a look-alike", "vllm-openai/vllm:latest", "vllm", "fail images_not_upstream"],
    ["one level deeper", "ghcr.io/vllm/vllm-openai:v1", "vllm", "fail images_not_upstream"],
    ["below their name", "vllm/vllm/openai:v1", "vllm", "fail images_not_upstream"],
    ["a word alone", "vllm:v1", "vllm", "fail images_not_upstream"],
    ["no whole digest", "vllm/vllm-openai@sha256:0123", "vllm", "human images_unreadable"],
    ["a variable", "vllm/$NAME:v1", "vllm", "human images_unreadable"],
    ["derived", "vllm/vllm-openai:v1", "dynamo-vllm", "pass images_upstream"],
    ["derived, elsewhere", "rocm/sgl-dev:x", "sglang-disagg", "human images_not_upstream_derived"],
    ["named like one", "vllm/vllm-openai:v1", "my-vllm", "human images_not_upstream_derived"],
  ])("%s: %s for %s is %s", (_, name, framework, expected) => {
    expect(image(name, framework)).toEqual([expected]);
  });

  test("hardware that is new asks for none", () => {
    const runners = "{ labels: { rtx6000pro: [n_0] }, hardware: {} }\n";
    const head = { k: recipe({ image: '"a/b:1"', runner: "rtx6000pro" }) };
    expect(codes({ head, runners })).toEqual(["na images_sku_not_established"]);
  });

  test.each<[string, string, string]>([
    ["no word that counts", "We like our own.", "fail images_not_upstream"],
    ["new hardware", "This is for MI455X.", "human images_documented"],
    ["a claim alone", "vLLM does not support it.", "fail images_not_upstream"],
    [
      "a claim with a link",
      "vLLM does not\nsupport it: https://github.com/vllm-project/vllm/issues/1",
      "human images_documented",
    ],
  ])("an exception that the sign-off explains waits for a person: %s", (_, detail, expected) => {
    expect(codes({ head: { k: recipe({ image: '"a/b:1"' }) }, detail })).toEqual([expected]);
  });

  test("nothing added or changed: does not apply; a recipe that is not valid: a person", () => {
    expect(codes({ base: { k: recipe({}) }, head: { k: recipe({}) } })).toEqual([
      "na images_nothing_changed",
    ]);
    expect(codes({ base: { k: recipe({}) } })).toEqual(["na images_nothing_changed"]);
    expect(codes({ head: { k: "{image: 1}" } })).toEqual(["human images_recipe_invalid"]);
  });

  test("workers' settings and recipe files are looked at, too", () => {
    const worker = (settings: string): string =>
      `{num-worker: 1, tp: 4, ep: 4, dp-attn: true, additional-settings: [${settings}]}`;
    const point = (settings: string): Given => ({
      head: {
        k: M(workers("conc-list: [4]", worker(settings)), {
          image: '"vllm/vllm-openai:v1"',
          framework: "dynamo-vllm",
        }),
      },
    });
    expect(codes(point('"PREFILL_IMAGE=acme/own:1", "CLIENT_IMAGE=acme/client:1"'))).toEqual([
      "pass images_upstream",
      "human images_not_upstream_derived",
      "human images_client_not_upstream",
    ]);
    expect(codes(point('"DECODE_IMAGE=$OTHER"'))).toContain("human images_unreadable");
    const path = "benchmarks/multi_node/srt-slurm-recipes/a.yaml";
    const file = (text: string): readonly string[] =>
      codes({ ...point('"CONFIG_FILE=recipes/a.yaml:big[0]"'), atHead: { [path]: text } });
    expect(file("model: { container: alias }\n")).toEqual(["pass images_upstream"]);
    expect(file("base: { model: { container: acme/own:1 } }\n")[1]).toBe(
      "human images_not_upstream_derived",
    );
    expect(file("big: { model: { container: /images/own.sqsh } }\n")[1]).toBe(
      "human images_unreadable",
    );
  });
});

describe("the upstream engine first (spec/signoff §3.6, 6b)", () => {
  const trt = recipe({ image: '"nvcr.io/nvidia/x:1"', framework: "trt" });
  const engine = (given: Given): readonly string[] => codes(given).slice(1);

  test.each<[string, Given, readonly string[]]>([
    ["nothing before it", { head: { k: trt } }, ["fail engine_missing"]],
    [
      "an exception that is explained",
      { head: { k: trt }, detail: "A new model architecture." },
      ["human engine_missing_documented"],
    ],
    ["changed, not added", { base: { k: trt }, head: { k: trt.replace("x:1", "x:2") } }, []],
  ])("%s", (_, given, expected) => {
    expect(engine(given)).toEqual(expected);
  });

  test("case 60: its vLLM sibling is added in the same pull request", () => {
    const head = { a: recipe({ image: '"vllm/v:1"' }), k: trt };
    expect(codes({ head })).toEqual([
      "pass images_upstream",
      "na images_other_engine",
      "pass engine_sibling",
    ]);
  });

  test("case 59: only one of the family is there, which is said", () => {
    const sibling = { a: recipe({ image: '"vllm/v:1"', framework: "dynamo-vllm" }) };
    expect(codes({ base: sibling, head: { ...sibling, k: trt } })).toContain(
      "pass engine_family_sibling",
    );
  });

  test("a sibling for another model or hardware is none", () => {
    const others = {
      a: recipe({ image: '"vllm/v:1"', "model-prefix": "other" }),
      b: recipe({ image: '"vllm/v:1"', runner: '"cluster:x"' }),
    };
    expect(codes({ base: others, head: { ...others, k: trt } })).toContain("fail engine_missing");
  });

  test("MODELS.md gives the model to the other engine, which is said and changes nothing", () => {
    const sibling = { a: recipe({ image: '"vllm/v:1"' }) };
    const head = { ...sibling, k: trt };
    expect(codes({ base: sibling, head, policy: { "MODELS.md": MODELS } })).toEqual([
      "na images_other_engine",
      "pass engine_sibling",
      "pass engine_mapped_elsewhere",
    ]);
  });

  test("each sentence belongs to the half of the check that the checklist asks for", () => {
    expect(imageParts("images_upstream")).toEqual(["6a"]);
    expect(imageParts("engine_missing")).toEqual(["6b"]);
  });
});
