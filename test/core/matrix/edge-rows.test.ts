import { describe, expect, test } from "@jest/globals";
import type { LooseRow } from "./fixture.ts";
import { A, fields, M, MA, marks, master, rows, rowsOf, RUNNERS, S, workers } from "./fixture.ts";

type Case = readonly [number: number, title: string, actual: () => unknown, expected: unknown];

const plain = S("{tp: 8, conc-list: [4]}");
const withRunners = (runners: string): unknown => fields(rows(plain, { runners }), "runner");
const hardware = (fact: string): unknown => withRunners(`labels: {}\nhardware: ${fact}`);
const topology = (...lists: readonly string[]): string =>
  lists.map((list) => workers(`conc-list: [${list}]`)).join(", ");
const both = (recipe: string, names: readonly string[], made = rows(recipe)): unknown =>
  fields(made, ...names);

const runnerCases: readonly Case[] = [
  [
    74,
    "broken runner files",
    () => [
      withRunners("hardware: {}"),
      withRunners("labels: []"),
      withRunners("labels: {a: []}"),
      withRunners("labels: {a: b}"),
      withRunners("labels: {a: [1]}"),
      withRunners("labels: {1: [a]}"),
      withRunners("labels: {}\nmore: 1"),
      hardware("null"),
      hardware("{a: {available-cpu-dram-mib: 1}}"),
      hardware("{a: {available-cpu-dram-mib: 1, gpus-per-node: 0}}"),
      hardware("{a: {available-cpu-dram-mib: 1, gpus-per-node: 8, more: 1}}"),
    ],
    [
      ...["missing_field", "expected_mapping", "empty_list", "expected_list", "expected_text"],
      ...["yaml_key_not_text", "unknown_field", "expected_mapping", "missing_field", "too_small"],
      "unknown_field",
    ].map((code) => `refused: ${code}`),
  ],
  [
    75,
    "no labels at all, or another label, still make rows (a sweep asks for more: decision 21)",
    () => [withRunners("labels: {}"), withRunners("labels: {a: [b]}")],
    [["b200"], ["b200"]],
  ],
  [
    76,
    "the node filter takes the label too",
    () => ["n_1", "b200", "zz", ""].map((nodeFilter) => fields(rows(plain, { nodeFilter }), "runner")),
    [["b200-n_1"], ["b200", "b200-n_0", "b200-n_1"], [], ["b200"]],
  ],
  [
    77,
    "single-node: concurrency outside, node inside",
    () => fields(rows(S("{tp: 8, conc-list: [4,2]}"), { nodeFilter: "n_" }), "conc", "runner"),
    [
      [4, "b200-n_0"],
      [4, "b200-n_1"],
      [2, "b200-n_0"],
      [2, "b200-n_1"],
    ],
  ],
  [
    78,
    "multi-node agentic: node outside, concurrency inside",
    () => fields(rows(MA(workers("conc-list: [4,2]")), { nodeFilter: "x_" }), "runner", "conc"),
    [
      ["x_0", [4]],
      ["x_0", [2]],
      ["x_1", [4]],
      ["x_1", [2]],
    ],
  ],
  [
    79,
    "the filter finds an unknown label itself",
    () =>
      fields(
        rows(S("{tp: 8, conc-list: [4]}", { runner: "other" }), { nodeFilter: "the" }),
        "runner",
      ),
    ["other"],
  ],
];

const named = ["a-b200", "A-b200", "a-b300", '"[x]"', "b-b200", "x"];
const zoo = named
  .map((key, index) => `${key}: ${S(`{tp: 8, conc-list: [${index + 1}]}`)}\n`)
  .join("");
const byKeys = (...keys: string[]): unknown => fields(rowsOf(zoo, { keys }), "conc");

const keyCases: readonly Case[] = [
  [
    80,
    "patterns in the order given, keys in file order",
    () => [
      byKeys("b*", "a*"),
      byKeys("b-b200", "*-b200"),
      byKeys("[ab]-b2*"),
      byKeys("[!a]-b2*"),
    ],
    [
      [5, 1, 3],
      [5, 1, 2],
      [1, 5],
      [2, 5],
    ],
  ],
  [
    81,
    "brackets alone are literal; ? is one character; each key once",
    () => [
      byKeys("[ab]-b200"),
      byKeys("[x]"),
      byKeys("[x]*"),
      byKeys("a-b?00"),
      byKeys("a-b300", "a-b300"),
    ],
    ["refused: key", [4], [6], [1, 3], [3]],
  ],
  [
    82,
    "keys that are not there",
    () => [byKeys("zz"), byKeys("z*"), byKeys("a-b300", "nope")],
    ["refused: key", "refused: key", "refused: key"],
  ],
  [
    85,
    "--conc keeps order and repetitions",
    () => marks(rows(S("{tp: 8, conc-list: [32,16,8,16]}"), { concurrencies: [16, 32] })),
    ["32*", "16", "16"],
  ],
  [
    86,
    "--conc narrows a multi-node row",
    () =>
      fields(rows(M(topology("4,2,9")), { concurrencies: [9, 4], evals: "none" }), "conc"),
    [[4, 9]],
  ],
];

const two = "{tp: 8, conc-list: [16,64,256]}, {tp: 4, conc-list: [32,64]}";
const k2 = (top = {}): unknown =>
  marks(rowsOf(master({ k: S(two), k2: S("{tp: 2, conc-list: [128]}", top) })));

const evalCases: readonly Case[] = [
  [
    87,
    "the highest and the middle concurrency",
    () => marks(rows(S("{tp: 8, conc-start: 4, conc-end: 64}"))),
    ["4", "8", "16", "32*", "64*"],
  ],
  [
    88,
    "nothing below 16",
    () => ["4,8,16", "4,8,15", "16,32,64,128"].map((list) => marks(rows(S(`{tp: 8, conc-list: [${list}]}`)))),
    [
      ["4", "8", "16*"],
      ["4", "8", "15"],
      ["16", "32", "64*", "128*"],
    ],
  ],
  [
    89,
    "entries of one group share the choice",
    () => marks(rows(S(two))),
    ["16", "64*", "256*", "32", "64*"],
  ],
  [
    90,
    "recipes of one model share it too, whatever their image",
    () => [
      k2(),
      marks(rows(S("{tp: 2, conc-list: [128]}"))),
      k2({ model: "org/Other" }),
      k2({ image: '"img:2"' }),
    ],
    [
      ["16", "64*", "256*", "32", "64*", "128"],
      ["128*"],
      ["16", "64*", "256*", "32", "64*", "128*"],
      ["16", "64*", "256*", "32", "64*", "128"],
    ],
  ],
  [
    91,
    "decoding and dp-attn make groups",
    () =>
      marks(
        rows(
          S(
            "{tp: 8, conc-list: [16,64]}, {tp: 8, spec-decoding: mtp, conc-list: [16]}, {tp: 8, dp-attn: true, conc-list: [128]}",
          ),
        ),
      ),
    ["16", "64*", "16*", "128*"],
  ],
  [
    92,
    "one row of a multi-node topology, the first on ties",
    () => [
      marks(rows(M(topology("8,15")))),
      both(M(topology("16,8", "64")), ["run-eval", "eval-conc"]),
      both(M(topology("64", "16,64")), ["run-eval", "eval-conc"]),
    ],
    [
      ["8,15"],
      [
        [false, undefined],
        [true, 64],
      ],
      [
        [true, 64],
        [false, undefined],
      ],
    ],
  ],
  [
    93,
    "defaults written out make no other topology, an empty list does",
    () => {
      const variant = (more: string): string =>
        `${topology("64")}, ${workers("conc-list: [128]", `{num-worker: 1, tp: 4, ep: 4, dp-attn: true, ${more}}`)}`;
      return ["pp: 1", "additional-settings: []"].map((more) =>
        fields(rows(M(variant(more))), "run-eval"),
      );
    },
    [
      [false, true],
      [true, true],
    ],
  ],
  [
    94,
    "all evals of a topology in one row",
    () =>
      both(
        "",
        ["conc", "eval-all-concs", "eval-conc", "eval-only"],
        rows(M(topology("64,8", "16,64")), { evals: "all" }),
      ),
    [[[8, 16, 64], true, undefined, true]],
  ],
  [
    95,
    "all evals are those of 8k1k",
    () => [
      rows(S("{tp: 8, conc-list: [4,16]}", {}, { isl: "1024" }), { evals: "all" }),
      fields(rows(S("{tp: 8, conc-list: [4,16]}"), { evals: "all" }), "conc", "eval-only"),
    ],
    [
      [],
      [
        [4, true],
        [16, true],
      ],
    ],
  ],
  [
    96,
    "one agentic row a group, below 16 too",
    () => {
      const space =
        "{tp: 8, kv-offloading: none, conc-list: [1,8]}, {tp: 4, spec-decoding: mtp, kv-offloading: none, conc-list: [8,2]}";
      return fields(rows(A(space), { evals: "only" }), "tp", "conc");
    },
    [[8, 8]],
  ],
  [
    97,
    "multi-node agentic rows need 16, unless all evals run",
    () => [
      rows(MA(workers("conc-list: [8]")), { evals: "only" }),
      both(
        "",
        ["conc", "eval-conc", "exp-name"],
        rows(MA(workers("conc-list: [8,2]")), { evals: "all" }),
      ),
    ],
    [[], [[[2, 8], 8, "m_p1x4ep4dpa_d2x8_conc8"]]],
  ],
  [
    98,
    "fixed rows come before agentic ones",
    () => {
      const scenarios =
        "{agentic-coding: [{search-space: [{tp: 8, kv-offloading: none, conc-list: [1]}]}], fixed-seq-len: [{isl: 8192, osl: 1024, search-space: [{tp: 8, conc-list: [4]}]}]}";
      return fields(rows(A("", {}, { scenarios })), "scenario-type");
    },
    [undefined, "agentic-coding"],
  ],
  [
    99,
    "every node gets the marked row",
    () =>
      fields(
        rows(S("{tp: 8, conc-list: [16,32]}"), { nodeFilter: "n_", evals: "only" }),
        "conc",
        "runner",
      ),
    [
      [32, "b200-n_0"],
      [32, "b200-n_1"],
    ],
  ],
];

describe("edge cases of runners, keys and flags (spec/matrix §10.3)", () => {
  test.each([...runnerCases, ...keyCases])("#%i %s", (_number, _title, actual, expected) => {
    expect(actual()).toEqual(expected);
  });
});

describe("edge cases of eval marking (spec/matrix §10.4)", () => {
  test.each(evalCases)("#%i %s", (_number, _title, actual, expected) => {
    expect(actual()).toEqual(expected);
  });

  test("benchmarks every point beside the one eval it runs (case CFG-02)", () => {
    const recipe = S("{tp: 8, conc-list: [4,8,16]}");
    const throughput = rows(recipe, { evals: "none", runners: RUNNERS }) as LooseRow[];
    const evals = rows(recipe, { evals: "only" }) as LooseRow[];
    expect([throughput.map((row) => row["conc"]), evals.map((row) => row["conc"])]).toEqual([
      [4, 8, 16],
      [16],
    ]);
  });
});
