import { describe, expect, test } from "@jest/globals";
import { annotatePriorities } from "../../../src/core/matrix/annotate.ts";
import type { QueueContext } from "../../../src/core/matrix/annotate.ts";
import { sum, threeDecimals } from "../../../src/core/matrix/decimal.ts";
import { parsePriorityPolicy } from "../../../src/core/matrix/priority-policy.ts";
import type { PriorityPolicy } from "../../../src/core/matrix/priority-policy.ts";
import { file, refusal } from "./fixture.ts";

type Case = readonly [number: number, title: string, actual: () => unknown, expected: unknown];
type Json = Readonly<Record<string, unknown>>;

const POLICY = `
version: 1
base-score: 1.0
adjustments:
  event: {push: 2.0}
  multi-node: 1.25
  agentic: 1.0
  eval-only: 0.0
  precision: {fp4: 0.75}
  spec-decoding: {mtp: 0.75, eagle: 0.75, eagle3: 0.75}
  framework-prefix: {sglang: 0.5, vllm: 0.5, dynamo-sglang: 0.5, dynamo-vllm: 0.5}
  model-prefix: {kimik3: 1.5, glm5: 0.75, glm5.1: 0.75, dsv4: 0.75, dsr1: 0.75}
labels:
  skip-queue: {name: skip_queue}
  checklist-complete: {names: [ci-checklist-complete], adjustment: 0.25}
  patchwork: {names: [ci-patchwork, engine-patch], score: 0.0, waived-by: [ci-patchwork-waived]}
`;

function policyOf(text: string): PriorityPolicy {
  const reading = parsePriorityPolicy(file("p.yaml", text));
  if (reading.kind === "problems") throw new Error(refusal(reading.problems));
  return reading.policy;
}

function problemsOf(text: string): string {
  const reading = parsePriorityPolicy(file("p.yaml", text));
  return reading.kind === "problems" ? refusal(reading.problems) : "valid";
}

interface Terms extends Partial<Omit<QueueContext, "labels" | "criteria" | "policy">> {
  readonly labels?: readonly string[];
  readonly criteria?: readonly string[];
  readonly policy?: string;
}

function annotate(document: unknown, terms: Terms = {}): unknown {
  const annotated = annotatePriorities(document, {
    eventName: "",
    namespace: "local",
    pull: null,
    ...terms,
    policy: policyOf(terms.policy ?? POLICY),
    labels: new Set(terms.labels ?? []),
    criteria: terms.criteria === undefined ? null : new Set(terms.criteria),
  });
  return annotated.kind === "annotated" ? annotated.value : annotated.names;
}

function score(row: Json, terms: Terms = {}): unknown {
  const value = annotate({ runner: "h", framework: "trt", ...row }, terms);
  return Array.isArray(value) ? value : (value as Json)["priority"];
}

const rich = {
  precision: "fp4",
  "spec-decoding": "mtp",
  framework: "vllm",
  "model-prefix": "dsr1",
};
const base = (text: string): unknown =>
  score({}, { policy: POLICY.replace("base-score: 1.0", `base-score: ${text}`) });
const skip = (pull: number | null): unknown =>
  (annotate({ runner: "h", framework: "trt" }, { labels: ["skip_queue"], pull }) as Json)[
    "skip-queue-pr"
  ];

const cases: readonly Case[] = [
  [
    148,
    "events",
    () => ["", "push", "pull_request"].map((eventName) => score({}, { eventName })),
    ["1.000", "3.000", "1.000"],
  ],
  [
    149,
    "frameworks by prefix",
    () =>
      ["sglang", "sglang-disagg", "sglangx", "dynamo-trt", "llmd-vllm"].map((framework) =>
        score({ framework }),
      ),
    ["1.500", "1.500", "1.000", "1.000", "1.000"],
  ],
  [
    150,
    "models by exact prefix field",
    () =>
      ["glm5.1", "glm5.2", "dsr1-x", "kimik3"].map((prefix) => score({ "model-prefix": prefix })),
    ["1.750", "1.000", "1.000", "2.500"],
  ],
  [
    151,
    "many facts at once, a null prefill, an eval",
    () => [
      score({
        precision: "fp4",
        "spec-decoding": "mtp",
        "scenario-type": "agentic-coding",
        prefill: {},
      }),
      score({ prefill: null }),
      score({ "eval-only": true }),
    ],
    ["4.750", "1.000", "1.000"],
  ],
  [
    152,
    "patchwork labels, and their waiver",
    () => [
      score({}, { labels: ["ci-patchwork"] }),
      score({}, { labels: ["engine-patch"] }),
      score({ precision: "fp4" }, { labels: ["engine-patch", "ci-patchwork-waived"] }),
    ],
    ["0.000", "0.000", "1.750"],
  ],
  [
    153,
    "a complete checklist counts once",
    () => [
      score({}, { labels: ["ci-checklist-complete"] }),
      score({}, { labels: ["ci-checklist-complete"], criteria: ["checklist-complete"] }),
    ],
    ["1.250", "1.250"],
  ],
  [
    154,
    "criteria credit what they name",
    () => [
      score({ ...rich, prefill: {} }, { criteria: [] }),
      score(
        { ...rich, prefill: {}, "scenario-type": "agentic-coding" },
        { criteria: ["fp4", "agentic"] },
      ),
    ],
    ["1.000", "2.750"],
  ],
  [
    155,
    "unknown criteria, and credit by prefix",
    () => [
      score({}, { criteria: ["zz"] }),
      score({}, { criteria: ["zz", "patchwork"] }),
      score({ framework: "vllm" }, { criteria: ["sglang"] }),
      score({ framework: "dynamo-sglang" }, { criteria: ["sglang"] }),
    ],
    [["zz"], "0.000", "1.000", "1.000"],
  ],
  [156, "the pull request that skips the queue", () => [12, null, 0].map(skip), [12, undefined, 0]],
  [
    157,
    "no labels at all (a set in the types: a mapping or numbers cannot be given)",
    () => score({}, { labels: [] }),
    "1.000",
  ],
  [
    158,
    "halves go away from zero; text is refused by decision 21",
    () => [
      ...["1.0005", "-1.0005", "-0.0004"].map(base),
      problemsOf(POLICY.replace("base-score: 1.0", 'base-score: "2.5"')),
      threeDecimals(sum([0.1, 0.2])),
    ],
    ["1.001", "-1.001", "-0.000", "refused: expected_number", "0.300"],
  ],
  [
    159,
    "another version; a policy without skip-queue skips nothing",
    () => [
      problemsOf(POLICY.replace("version: 1", "version: 2")),
      problemsOf(POLICY.replace("version: 1", 'version: "1"')),
      (
        annotate(
          { runner: "h", framework: "trt" },
          { policy: POLICY.replace("  skip-queue: {name: skip_queue}\n", ""), pull: 7 },
        ) as Json
      )["skip-queue-pr"],
    ],
    ["refused: not_allowed", "refused: not_allowed_near", undefined],
  ],
  [
    160,
    "a priority that is there already keeps its place",
    () => {
      const row = { priority: "old", runner: "h", framework: "trt" };
      const fresh = annotate({ ...row }) as Json;
      const again = annotate(fresh) as Json;
      return [Object.keys(fresh), fresh["priority"], fresh["queue-token"] === again["queue-token"]];
    },
    [["priority", "runner", "framework", "queue-token"], "1.000", false],
  ],
  [
    161,
    "rows at any depth, and no row at all",
    () => {
      const row = { runner: "h", framework: "trt" };
      const text = JSON.stringify(annotate({ a: { b: [row, { x: [row] }] } }));
      return [text.match(/"priority"/g)?.length, annotate("x")];
    },
    [2, "x"],
  ],
];

describe("edge cases of priority (spec/matrix §10.7)", () => {
  test.each(cases)("#%i %s", (_number, _title, actual, expected) => {
    expect(actual()).toEqual(expected);
  });

  test.each([
    ["local", "667742b08d1208d39fe669d4404a1b80"],
    ["123:1", "a2dd106c617e445b951209641e5619a6"],
  ])("names a job in the queue of %s", (namespace, token) => {
    expect(annotate([{ runner: "h", framework: "trt" }], { namespace })).toEqual([
      { runner: "h", framework: "trt", priority: "1.000", "queue-token": token },
    ]);
  });
});
