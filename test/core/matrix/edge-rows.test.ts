import { describe, expect, test } from "@jest/globals";
import { fields, M, MA, marks, rows, rowsOf, S, workers } from "./fixture.ts";

type Case = readonly [number: number, title: string, actual: () => unknown, expected: unknown];

const plain = S("{tp: 8, conc-list: [4]}");
const withRunners = (runners: string): unknown => fields(rows(plain, { runners }), "runner");
const hardware = (fact: string): unknown => withRunners(`labels: {}\nhardware: ${fact}`);
const topology = (...lists: readonly string[]): string =>
  lists.map((list) => workers(`conc-list: [${list}]`)).join(", ");
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
    () =>
      ["n_1", "b200", "zz", ""].map((nodeFilter) => fields(rows(plain, { nodeFilter }), "runner")),
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
    () => [byKeys("b*", "a*"), byKeys("b-b200", "*-b200"), byKeys("[ab]-b2*"), byKeys("[!a]-b2*")],
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
    () => fields(rows(M(topology("4,2,9")), { concurrencies: [9, 4], evals: "none" }), "conc"),
    [[4, 9]],
  ],
];

describe("edge cases of runners, keys and flags (spec/matrix §10.3)", () => {
  test.each([...runnerCases, ...keyCases])("#%i %s", (_number, _title, actual, expected) => {
    expect(actual()).toEqual(expected);
  });
});
