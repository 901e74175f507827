import { describe, expect, test } from "@jest/globals";
import type { LooseRow } from "./fixture.ts";
import { A, fields, M, MA, marks, master, rows, rowsOf, RUNNERS, S, workers } from "./fixture.ts";

type Case = readonly [number: number, title: string, actual: () => unknown, expected: unknown];

const topology = (...lists: readonly string[]): string =>
  lists.map((list) => workers(`conc-list: [${list}]`)).join(", ");
const both = (recipe: string, names: readonly string[], made = rows(recipe)): unknown =>
  fields(made, ...names);

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
    () =>
      ["4,8,16", "4,8,15", "16,32,64,128"].map((list) =>
        marks(rows(S(`{tp: 8, conc-list: [${list}]}`))),
      ),
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
