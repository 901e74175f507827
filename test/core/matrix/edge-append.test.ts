import { describe, expect, test } from "@jest/globals";
import type { SweepPlan } from "../../../src/core/matrix/plan-sweep.ts";
import { A, MD, RUNNERS, S, workers } from "./fixture.ts";
import { AMD, entry, outline, sweep } from "./repository.ts";
import type { Change } from "./repository.ts";

type Case = readonly [number: number, title: string, actual: () => unknown, expected: unknown];

const append = (keys: string, change: Change, ...more: readonly string[]): SweepPlan =>
  sweep(entry(keys, "append-only: true", ...more), change);
const nvA = (space: string, top = {}): Change => ({ recipes: { "nv.a": S(space, top) } });
const four = "{tp: 4, conc-list: [8,32]}";
const rowsOf = (plan: SweepPlan): unknown => {
  const made = outline(plan);
  return typeof made === "string" ? made : [...made.single, ...made.multi, ...made.evals];
};
const appended = (keys: string, change: Change, ...more: readonly string[]): unknown =>
  rowsOf(append(keys, change, ...more));

const mixed = (fixed: string, agentic: string, top = {}): Change => ({
  recipes: {
    "amd-mix": A(
      "",
      {},
      {
        model: "org/MX",
        scenarios: `{${[
          fixed &&
            `fixed-seq-len: [{isl: 8192, osl: 1024, search-space: [{tp: 8, conc-list: [${fixed}]}]}]`,
          `agentic-coding: [{search-space: [{tp: 8, kv-offloading: none, conc-list: [${agentic}]}]}]`,
        ]
          .filter(Boolean)
          .join(", ")}}`,
        ...top,
      },
    ),
  },
});
const agenticOnly = "scenario-type: [agentic-coding]";
const eight = "{tp: 8, conc-list: [4,16,64,128]}";
const grown = nvA(`${eight}, ${four}`);

const cases: readonly Case[] = [
  [
    132,
    "a new concurrency, named twice",
    () => appended("nv.a", nvA(`{tp: 8, conc-list: [4,16,64,128,128]}, ${four}`)),
    ["M:8@128"],
  ],
  [
    133,
    "a new size",
    () =>
      appended("nv.a", nvA(`{tp: 8, conc-list: [4,16,64]}, ${four}, {tp: 2, conc-list: [1,2]}`)),
    ["M:2@1", "M:2@2"],
  ],
  [
    134,
    "new concurrencies of a multi-node row, once each, in the order written",
    () =>
      appended("amd-mn", {
        recipes: { "amd-mn": MD(workers("conc-list: [128,64,8,32,128]"), { model: "org/MN" }) },
      }),
    ["MN:mn@128,32"],
  ],
  [135, "nothing new", () => appended("nv.a", {}), "refused: append_only_nothing_added"],
  [
    136,
    "a point replaced, a recipe replaced, an image bumped",
    () => [
      appended("nv.a", nvA(`{tp: 8, conc-list: [4,16,128]}, ${four}`)),
      appended("nv.a", nvA("{tp: 8, conc-list: [4,16,64]}, {tp: 2, conc-list: [8,32]}")),
      appended("nv.a", nvA(`${eight}, ${four}`, { image: '"img:2"' })),
    ],
    [
      "refused: append_only_points_removed",
      "refused: append_only_recipe_changed",
      "refused: append_only_recipe_changed",
    ],
  ],
  [
    137,
    "recipes that are not selected, and a selected one that is new",
    () => [
      appended("nv.a", { recipes: { ...grown.recipes, "nv.b": S("{tp: 4, conc-list: [1]}") } }),
      appended("nv.a", { recipes: { ...grown.recipes, "nv.n": S("{tp: 4, conc-list: [1]}") } }),
      appended("nv.n", { recipes: { "nv.n": S("{tp: 4, conc-list: [1]}") } }),
    ],
    [
      "refused: append_only_unselected",
      "refused: append_only_unselected",
      "refused: append_only_new_recipe",
    ],
  ],
  [
    138,
    "together with what chooses evals",
    () => [
      rowsOf(sweep(entry("nv.a", "append-only: true") + entry("nv.b"), grown)),
      appended("nv.a", { ...grown, options: { evalsOnly: true } }),
      appended("nv.a", { ...grown, options: { allEvals: true } }),
      appended("nv.a", grown, "evals-only: true"),
      appended("nv.a", grown, "eval-min-prefill-ep: 4"),
    ],
    [
      "refused: append_only_mixed",
      "refused: append_only_with_eval_labels",
      "refused: append_only_with_eval_labels",
      "refused: append_only_with_evals",
      "refused: append_only_with_evals",
    ],
  ],
  [
    139,
    "an entry about one scenario of two",
    () => [
      appended("amd-mix", mixed("16,32", "4,8,9"), agenticOnly),
      appended("amd-mix", mixed("16,32,64", "4,8,9"), agenticOnly),
      appended("amd-mix", mixed("16,32", "4,8,9", { model: "org/MY" }), agenticOnly),
      appended("amd-mix", mixed("", "4,8,9"), agenticOnly),
    ],
    [
      ["MX:8@9"],
      "refused: append_only_other_scenario",
      "refused: append_only_shared_fields",
      "refused: append_only_scenario_set",
    ],
  ],
  [
    140,
    "new curves: another length, fixed mtp, dram; agentic mtp stays on its curve",
    () => {
      const old =
        "{isl: 8192, osl: 1024, search-space: [{tp: 8, conc-list: [4,16,64]}, {tp: 4, conc-list: [8,32]}]}";
      const block = "{isl: 1024, osl: 1024, search-space: [{tp: 8, conc-list: [4]}]}";
      const ag = AMD["amd-ag"] ?? "";
      const noneOnly = A("{tp: 8, kv-offloading: none, conc-list: [4,2]}", {
        "dram-utilization": "0.5",
      });
      return [
        appended("nv.a", nvA("", { scenarios: `{fixed-seq-len: [${old}, ${block}]}` })),
        appended(
          "nv.a",
          nvA(
            `{tp: 8, conc-list: [4,16,64]}, ${four}, {tp: 8, spec-decoding: mtp, conc-list: [4]}`,
          ),
        ),
        appended("amd-ag", {
          recipes: {
            "amd-ag": ag.replace(
              "search-space: [",
              "search-space: [{tp: 8, spec-decoding: mtp, kv-offloading: none, conc-list: [1]}, ",
            ),
          },
        }),
        appended("amd-ag", { base: { "amd-ag": noneOnly }, recipes: { "amd-ag": ag } }),
      ];
    },
    [
      "refused: append_only_new_curve",
      "refused: append_only_new_curve",
      ["M:8@1"],
      "refused: append_only_new_curve",
    ],
  ],
  [
    141,
    "a list that becomes a range",
    () => appended("nv.a", nvA(`{tp: 8, conc-start: 4, conc-end: 64}, ${four}`)),
    ["M:8@8", "M:8@32"],
  ],
  [
    142,
    "defaults written out change nothing",
    () =>
      appended("nv.a", nvA(`{tp: 8, ep: 1, dp-attn: false, conc-list: [4,16,64,128]}, ${four}`)),
    ["M:8@128"],
  ],
  [
    143,
    "comments elsewhere",
    () =>
      appended("nv.a", {
        recipes: {
          ...grown.recipes,
          "nv.b": `${S("{tp: 8, conc-list: [1]}", { model: "org/B" }, { isl: "1024" })} # more`,
        },
      }),
    ["M:8@128"],
  ],
  [
    144,
    "a second entry for the same recipe brings an unchanged one",
    () =>
      rowsOf(
        sweep(entry("nv.a", "append-only: true") + entry("nv.a, nv.b", "append-only: true"), grown),
      ),
    "refused: append_only_nothing_added",
  ],
  [145, "one of two recipes of an entry grows", () => appended("nv.a, nv.b", grown), ["M:8@128"]],
  [
    146,
    "the runner's memory changed under a dram recipe",
    () =>
      appended("amd-ag", {
        recipes: { "amd-ag": (AMD["amd-ag"] ?? "").replace("conc-list: [8]", "conc-list: [8,16]") },
        baseRunners: RUNNERS,
        runners: RUNNERS.replace("2_000_000", "1_900_000"),
      }),
    "refused: append_only_recipe_changed",
  ],
  [
    147,
    "a curve of two images, and one of them alone",
    () => {
      const change: Change = {
        base: { "nv.i": S("{tp: 2, conc-list: [4]}", { image: '"img:2"' }) },
        recipes: { "nv.a": S(`${eight}, ${four}`) },
      };
      return [appended("nv.a, nv.i", change), appended("nv.a", change)];
    },
    ["refused: append_only_new_curve", ["M:8@128"]],
  ],
];

describe("edge cases of append-only changes (spec/matrix §10.6)", () => {
  test.each(cases)("#%i %s", (_number, _title, actual, expected) => {
    expect(actual()).toEqual(expected);
  });

  test("names the points that went missing", () => {
    const plan = append("nv.a", nvA(`{tp: 8, conc-list: [4,128]}, ${four}`));
    const problems = plan.kind === "problems" ? plan.problems : [];
    expect(problems.filter(({ severity }) => severity === "error")).toMatchObject([
      { code: "append_only_points_removed", values: { key: "nv.a", points: "16, 64" } },
    ]);
  });
});
