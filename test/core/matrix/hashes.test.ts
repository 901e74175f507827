import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { annotatePriorities } from "../../../src/core/matrix/annotate.ts";
import { pickCanary } from "../../../src/core/matrix/canary.ts";
import { sha256Hex } from "../../../src/core/matrix/canonical.ts";
import { NO_FILTER } from "../../../src/core/matrix/expand.ts";
import { generateRows } from "../../../src/core/matrix/generate.ts";
import { DEFAULT_PATHS, parseInputs } from "../../../src/core/matrix/inputs.ts";
import { resolveGlobKey } from "../../../src/core/matrix/keys.ts";
import { planSweep } from "../../../src/core/matrix/plan-sweep.ts";
import type { SweepOptions } from "../../../src/core/matrix/plan-sweep.ts";
import { parsePriorityPolicy } from "../../../src/core/matrix/priority-policy.ts";
import { describeShared } from "../../support/shared.ts";
import { cloneData } from "./data-repository.ts";
import type { DataRepository } from "./data-repository.ts";
import { file } from "./fixture.ts";
import type { Call } from "./fixture.ts";

/** JSON as Python's default writes it: a space after `,` and `:`, everything else than ASCII escaped. */
function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(", ")}]`;
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value);
    return `{${members.map(([name, member]) => `${spaced(name)}: ${spaced(member)}`).join(", ")}}`;
  }
  return JSON.stringify(value);
}

type Hash = readonly [keys: string, call: Call, rows: number, sha256: string];

const calls: readonly Hash[] = [
  ["*", {}, 1820, "c2bd5a17400ed7f190784f0212836370d272589a457f16ad8ff0e2a1db930dbf"],
  [
    "*",
    { evals: "none" },
    1820,
    "e4119599c592275457cf6204701fa2b91796613399552b00e6e5c91cba09cd53",
  ],
  ["*", { evals: "only" }, 645, "cebc05c0d680a9057ef01e07734b27081c775da04f6f7ea06be69c4118539201"],
  ["*", { evals: "all" }, 1663, "488e874aee77c126e7075ba6901d3aac820194a25088c5a780f3b88827ef2a7c"],
  [
    "*",
    { scenarioTypes: ["agentic-coding"] },
    746,
    "b3ddda440c7d037c0abbbca5b1d6d2abe8e661a9b1b878f7d07108e58cec644d",
  ],
  [
    "*",
    { scenarioTypes: ["fixed-seq-len"], evals: "none" },
    1074,
    "c4ee75985935e409894906befda83aec7a4bf1424fde4ab32e2915bebfe6136a",
  ],
  [
    "*",
    { sequenceNames: ["8k1k"], concurrencies: [16, 32] },
    342,
    "2934ea2144725f5118daccca10d17d86f6935c26acd81d0f881f003afbb98fb6",
  ],
  [
    "*",
    { nodeFilter: "b200-dgxc" },
    3359,
    "4b59644f06e02c611152278fb6e6f3e7e70435620e0b57d5d6b93e316bcb8a75",
  ],
  ["dsr1* *-sglang", {}, 559, "a479c4af7a8d680532f40c6685a8e40d75cd04ee0ebe0e008b09b305d79dc2fc"],
];
const nvidiaCalls: readonly Hash[] = [
  ["*", {}, 1355, "e3b61a7cce7846fe49f2c412e342b0ee22e555e12ab624e81b241952b3528dc7"],
  [
    "dsr1-fp4-b200-dynamo-trt",
    {},
    13,
    "414fd95b71747e73e2c21b98e0007eb1a5874aad443abc98c62072dfef9fa7ac",
  ],
];

const synthetic = `
- config-keys:
    - dsr1-fp8-mi3*-sglang
    - dsr1-fp4-b200-dynamo-trt
    - dsv4-fp4-b200-vllm-agentic-mtp
    - minimaxm3-fp4-gb300-dynamo-vllm-agentic-mtp-disagg
  description:
    - "golden 中文"
  pr-link: XXX
`;
const plain = { trimConc: false, allEvals: false, evalsOnly: false };

describeShared("reference hashes (spec/matrix §11)", (shared) => {
  let repository: DataRepository;
  beforeAll(() => {
    repository = cloneData(shared);
  });
  afterAll(() => repository.remove());

  async function hashOf([keys, call]: Hash, masters: readonly string[]): Promise<unknown> {
    const paths = { ...DEFAULT_PATHS, masters };
    const inputs = parseInputs(await repository.files.readInputs("HEAD", paths), paths);
    const { recipes } = inputs.masters;
    const named = keys.split(" ").flatMap((pattern) => {
      const resolution = resolveGlobKey(pattern, [...recipes.keys()]);
      return resolution.kind === "keys" ? resolution.keys : [];
    });
    const wanted = [...new Set(named)].flatMap((key) => recipes.get(key) ?? []);
    const filter = { ...NO_FILTER, evals: "marked", ...call } as const;
    const { jobs } = generateRows(wanted, inputs.runners, filter);
    return [jobs.length, sha256Hex(`${spaced(jobs.map(({ row }) => row))}\n`)];
  }

  async function syntheticText(options: Partial<SweepOptions>): Promise<string> {
    const { files } = repository;
    const inputs = await files.readInputs("HEAD", DEFAULT_PATHS);
    const before = await files.readFile("HEAD", DEFAULT_PATHS.changelog);
    const text = new TextDecoder().decode(before?.bytes);
    const plan = planSweep({
      base: inputs,
      head: inputs,
      changelog: { base: before, head: file(DEFAULT_PATHS.changelog, text + synthetic) },
      paths: DEFAULT_PATHS,
      refs: { base: "base", head: "head" },
      options: { ...plain, ...options },
    });
    return JSON.stringify(plan.kind === "matrix" ? plan.document : plan.problems);
  }

  test.each(calls)("rows of %s with %j", async (...hash) => {
    expect(await hashOf(hash, DEFAULT_PATHS.masters)).toEqual([hash[2], hash[3]]);
  });

  test.each(nvidiaCalls)("rows of the second master file alone: %s with %j", async (...hash) => {
    expect(await hashOf(hash, DEFAULT_PATHS.masters.slice(1))).toEqual([hash[2], hash[3]]);
  });

  test.each([
    [{}, "1d2fd897b2d20e716b30c759c3dcc4591d0807bd5c80a902c9c509a66a6d544f"],
    [{ trimConc: true }, "136203b701ce3dc3a159b2c91f45ad557d97491ffa3199f995531a54fc7b837b"],
    [{ allEvals: true }, "146e2adff9858f93305570e746010dfc6125a2456747beb2ea645e156379e11e"],
    [{ evalsOnly: true }, "e9b9735702f4d97451842c3dccbebfaf2cc6edfef3911c7824a4ce352245934b"],
    [
      { evalsOnly: true, allEvals: true },
      "71140aea9ee9b19f3f45d600e7aba5d42bff1e916aacae1685873447f00532e6",
    ],
  ])("the document of a mixed change with %j", async (options, sha256) => {
    expect(sha256Hex(`${await syntheticText(options)}\n`)).toBe(sha256);
  });

  test("priorities, queue tokens and the canary of the mixed change", async () => {
    const policyFile = await repository.files.readFile("HEAD", "configs/ci-priority.yaml");
    const reading = parsePriorityPolicy(policyFile ?? file("", ""));
    if (reading.kind === "problems") throw new Error("The policy is broken");
    const annotated = annotatePriorities(JSON.parse(await syntheticText({})), {
      policy: reading.policy,
      eventName: "pull_request",
      namespace: "123:1",
      labels: new Set(["skip_queue"]),
      pull: 7,
      criteria: null,
    });
    const document = annotated.kind === "annotated" ? (annotated.value as object) : {};
    const ascii = JSON.stringify(document).replace(
      /[\u007f-\uffff]/g,
      (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
    const canary = pickCanary(document);
    expect([sha256Hex(`${ascii}\n`), canary.canary]).toMatchObject([
      "5e379caae07dd69c9f4b4ec92b72bf57b3e8544204dbbe5352ecf3c38e276ba4",
      [{ tp: 8, conc: 4, priority: "2.250", "queue-token": "5c9d29d8d9da1bd6a2ce12e9c206a6ab" }],
    ]);
    expect(sha256Hex(`${JSON.stringify(canary)}\n`)).toBe(
      "48aa2e0494bf1b26dc0d80e54f4d53a3c22e18043a2c61512b16d9ced4c76121",
    );
  });
});
