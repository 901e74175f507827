import { describe, expect, test } from "@jest/globals";
import { A, fields, M, rows, S, workers } from "./fixture.ts";

type Case = readonly [number: string, title: string, actual: () => unknown, expected: unknown];

const tp8 = "tp: 8, conc-list: [4]";
const mn = (top: string): string => workers(`conc-list: [4]${top}`);

const cases: readonly Case[] = [
  ["1", "no concurrency", () => rows(S("{tp: 8}")), "refused: concurrency_missing"],
  [
    "2",
    "a lone conc-start",
    () => rows(S("{tp: 8, conc-start: 3}")),
    "refused: concurrency_missing",
  ],
  [
    "3",
    "range and list",
    () => rows(S("{tp: 8, conc-start: 3, conc-end: 5, conc-list: [1]}")),
    "refused: concurrency_both_ways",
  ],
  [
    "4",
    "a lone conc-start beside a list is ignored, order and repetitions stay",
    () => fields(rows(S("{tp: 8, conc-start: 3, conc-list: [9,1,9]}")), "conc"),
    [9, 1, 9],
  ],
  ["5", "an empty list", () => rows(S("{tp: 8, conc-list: []}")), "refused: empty_list"],
  [
    "6",
    "an empty list beside a range, refused by decision 21",
    () => rows(S("{tp: 8, conc-list: [], conc-start: 1, conc-end: 2}")),
    "refused: empty_list",
  ],
  [
    "7",
    "the same over several nodes, refused by decision 21",
    () => rows(M(workers("conc-list: [], conc-start: 4, conc-end: 20"))),
    "refused: empty_list",
  ],
  [
    "8",
    "the same for agentic, refused by decision 21",
    () => rows(A("{tp: 8, kv-offloading: none, conc-list: [], conc-start: 1, conc-end: 3}")),
    "refused: empty_list",
  ],
  [
    "9",
    "a null list",
    () => rows(S("{tp: 8, conc-list: null, conc-start: 1, conc-end: 2}")),
    "refused: expected_list",
  ],
  [
    "10",
    "concurrencies at or below zero, and a range backwards",
    () => [
      rows(S("{tp: 8, conc-start: 0, conc-end: 2}")),
      rows(S("{tp: 8, conc-start: 4, conc-end: 2}")),
      rows(S("{tp: 8, conc-list: [1, 0]}")),
    ],
    [
      "refused: concurrency_not_positive",
      "refused: concurrency_range_reversed",
      "refused: concurrency_not_positive",
    ],
  ],
  [
    "11",
    "a 1k1k range",
    () =>
      fields(
        rows(S("{tp: 8, conc-start: 3, conc-end: 5}", {}, { isl: "1024" })),
        "conc",
        "max-model-len",
        "exp-name",
      ),
    [
      [3, 2304, "m_1k1k"],
      [5, 2304, "m_1k1k"],
    ],
  ],
  [
    "12",
    "a range of one, at lengths with a name of their own",
    () =>
      fields(
        rows(S("{tp: 8, conc-start: 7, conc-end: 7}", {}, { isl: "2048", osl: "512" })),
        "conc",
        "max-model-len",
        "exp-name",
      ),
    [[7, 2816, "m_2048_512"]],
  ],
  [
    "13",
    "concurrencies in quotes",
    () => [rows(S('{tp: 8, conc-list: ["4"]}')), rows(S('{tp: 8, conc-start: "4", conc-end: 8}'))],
    ["refused: expected_integer", "refused: expected_integer"],
  ],
  [
    "14",
    "4.0, 4.5 and true as concurrencies, refused by decision 21",
    () => ["4.0", "4.5", "true"].map((conc) => rows(S(`{tp: 8, conc-list: [${conc}]}`))),
    ["refused: whole_float", "refused: expected_integer", "refused: expected_integer"],
  ],
  [
    "15",
    "tp in quotes, refused by decision 21",
    () => rows(S('{tp: "8", conc-list: [4]}')),
    "refused: expected_integer",
  ],
  [
    "16",
    "tp 0 and below, refused by decision 21",
    () => [rows(S("{tp: 0, conc-list: [4]}")), rows(S("{tp: -4, conc-list: [4]}"))],
    ["refused: too_small", "refused: too_small"],
  ],
  [
    "17",
    "wrong kinds of pp",
    () => ['"1"', "0", "true", "2.0", "null"].map((pp) => rows(S(`{${tp8}, pp: ${pp}}`))),
    [
      "refused: expected_integer",
      "refused: too_small",
      "refused: expected_integer",
      "refused: whole_float",
      "refused: expected_integer",
    ],
  ],
  [
    "18",
    "dcp-size that does not divide tp",
    () => rows(S(`{${tp8}, dcp-size: 3}`)),
    "refused: dcp_does_not_divide_tp",
  ],
  [
    "19",
    "null for ep and dp-attn is their default",
    () => fields(rows(S(`{${tp8}, ep: null, dp-attn: null}`)), "ep", "dp-attn"),
    [[1, false]],
  ],
  [
    "20",
    "dp-attn yes is true; other kinds are refused by decision 21",
    () =>
      ["yes", '"yes"', "1", "2"].map((value) =>
        fields(rows(S(`{${tp8}, dp-attn: ${value}}`)), "dp-attn"),
      ),
    [[true], "refused: expected_boolean", "refused: expected_boolean", "refused: expected_boolean"],
  ],
  [
    "21",
    "spec-decoding",
    () =>
      ["eagle", "null", "draft_model"].map((value) =>
        fields(rows(S(`{${tp8}, spec-decoding: ${value}}`)), "spec-decoding"),
      ),
    ["refused: not_allowed", "refused: not_allowed", ["draft_model"]],
  ],
  ["22", "an unknown field", () => rows(S(`{${tp8}, foo: 1}`)), "refused: unknown_field"],
  [
    "23",
    "underscores that would be ignored, refused by decision 21",
    () => rows(S(`{${tp8}, dp_attn: true, pcp_size: 2}`)),
    "refused: underscore_field",
  ],
  ["24", "conc_list", () => rows(S("{tp: 8, conc_list: [4]}")), "refused: underscore_field"],
  [
    "24b",
    "underscores elsewhere, refused by decision 21",
    () => [
      rows(S("", { scenarios: "{fixed_seq_len: []}" })),
      rows(S("", { scenarios: "{fixed-seq-len: [{isl: 8192, osl: 1024, search_space: []}]}" })),
      rows(S(`{${tp8}, spec_decoding: mtp}`)),
      rows(M(mn(""), { disagg: "true", kv_p2p_transfer: "nixl" })),
      rows(S(`{${tp8}}`), {
        runners: "labels: {}\nhardware: {x: {available-cpu-dram-mib: 1, gpus_per_node: 8}}",
      }),
    ],
    Array(5).fill("refused: underscore_field"),
  ],
  [
    "25",
    "both spellings",
    () => rows(S(`{${tp8}, dp_attn: true, dp-attn: true}`)),
    "refused: underscore_field",
  ],
  ["26", "an empty search-space, refused by decision 21", () => rows(S("")), "refused: empty_list"],
  [
    "27",
    "8192.0, quotes, zero and below as lengths, refused by decision 21",
    () =>
      [{ isl: "8192.0" }, { isl: '"8192"' }, { isl: "0", osl: "-5" }].map((block) =>
        rows(S(`{${tp8}}`, {}, block)),
      ),
    ["refused: whole_float", "refused: expected_integer", "refused: too_small"],
  ],
];

describe("edge cases of loading and schema (spec/matrix §10.1)", () => {
  test.each(cases)("#%s %s", (_number, _title, actual, expected) => {
    expect(actual()).toEqual(expected);
  });
});
