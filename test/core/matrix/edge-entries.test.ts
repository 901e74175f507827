import { describe, expect, test } from "@jest/globals";
import { S } from "./fixture.ts";
import { AMD, documentOf, entry, outline, sweep } from "./repository.ts";

type Case = readonly [number: number, title: string, actual: () => unknown, expected: unknown];

const nvA = ["M:8@4", "M:8@16", "M:8@64", "M:4@8", "M:4@32"];
const nvAEvals = ["M:8@64", "M:4@32"];
const text = (more: string): string => `\n- ${more.replaceAll("; ", "\n  ")}\n`;
const valid = "config-keys: [nv.a]; description: [d]; pr-link: L";
const added = (...fields: readonly string[]): unknown =>
  outline(sweep(text([valid, ...fields].join("; "))));

const cases: readonly Case[] = [
  [
    119,
    "broken entries",
    () => [
      added("scenario-type: []"),
      added("scenario-type: [foo]"),
      added("scenario-type: agentic-coding"),
      outline(sweep(text(valid.replace("[nv.a]", "[]")))),
      outline(sweep(text(valid.replace("[d]", "hi")))),
      outline(sweep(text(valid.replace("; pr-link: L", "")))),
      outline(sweep(text(valid.replace("pr-link: L", "pr-link: 12")))),
      added("foo: 0"),
      added("eval-min-prefill-ep: 0"),
    ],
    [
      ...["empty_list", "not_allowed", "expected_list", "empty_list", "expected_list"],
      ...["missing_field", "expected_text", "unknown_field", "too_small"],
    ].map((code) => `refused: ${code}`),
  ],
  [
    120,
    "underscores and yes in quotes, refused by decision 21",
    () => [
      added("evals_only: true"),
      outline(sweep(text(valid.replace("pr-link", "pr_link")))),
      added('evals-only: "yes"'),
    ],
    ["refused: underscore_field", "refused: underscore_field", "refused: expected_boolean"],
  ],
  [
    121,
    "evals only, all evals, both",
    () =>
      [{ evalsOnly: true }, { allEvals: true }, { evalsOnly: true, allEvals: true }].map(
        (options) => outline(sweep(entry("nv.a"), { options })),
      ),
    [
      { single: [], multi: [], evals: nvAEvals },
      { single: nvA, multi: [], evals: nvA },
      { single: [], multi: [], evals: nvA },
    ],
  ],
  [
    122,
    "trimming keeps the lowest point, and every multi-node agentic one",
    () => outline(sweep(entry("nv.a, amd-ag, amd-mn, amd-mnag"), { options: { trimConc: true } })),
    {
      single: ["M:8@4", "M:4@8", "M:8@2", "M:8@8"],
      multi: ["MN:mn@8", "MA:mn@64", "MA:mn@8"],
      evals: ["M:8@64", "M:4@32", "M:8@8", "MN:mn@64,8", "MA:mn@64"],
    },
  ],
  [
    123,
    "two recipes with the same curve keep one point",
    () =>
      outline(
        sweep(entry("nv.one, nv.two"), {
          recipes: {
            "nv.one": S("{tp: 8, conc-list: [4,16]}"),
            "nv.two": S("{tp: 8, conc-list: [2,9]}"),
          },
          options: { trimConc: true },
        }),
      ),
    { single: ["M:8@2"], multi: [], evals: ["M:8@16"] },
  ],
  [
    124,
    "repeated points are trimmed to one",
    () =>
      outline(
        sweep(entry("nv.one"), {
          recipes: { "nv.one": S("{tp: 8, conc-list: [8,8,9]}, {tp: 8, conc-list: [8]}") },
          options: { trimConc: true },
        }),
      ),
    { single: ["M:8@8"], multi: [], evals: [] },
  ],
  [
    125,
    "eval-min-prefill-ep drops multi-node evals only",
    () =>
      ["8", "4"].map((ep) => outline(sweep(entry("nv.a, amd-mn", `eval-min-prefill-ep: ${ep}`)))),
    [
      { single: nvA, multi: ["MN:mn@64,8"], evals: nvAEvals },
      { single: nvA, multi: ["MN:mn@64,8"], evals: [...nvAEvals, "MN:mn@64,8"] },
    ],
  ],
  [
    126,
    "the first entry of a recipe decides",
    () => {
      const picky = entry("amd-mn", "eval-min-prefill-ep: 99");
      return [entry("amd-mn") + picky, picky + entry("amd-mn")].map((both) => outline(sweep(both)));
    },
    [
      { single: [], multi: ["MN:mn@64,8"], evals: ["MN:mn@64,8"] },
      { single: [], multi: ["MN:mn@64,8"], evals: [] },
    ],
  ],
  [
    127,
    "recipes of one entry share the choice of evals",
    () => {
      const change = { recipes: { "nv.d": S("{tp: 2, conc-list: [16]}") } };
      return [entry("nv.a, nv.d"), entry("nv.a") + entry("nv.d")].map((entries) => {
        const plan = outline(sweep(entries, change));
        return typeof plan === "string" ? plan : plan.evals;
      });
    },
    [nvAEvals, [...nvAEvals, "M:2@16"]],
  ],
  [
    129,
    "text and floats for numbers, refused by decision 21",
    () =>
      outline(
        sweep(entry("nv.c"), {
          recipes: { "nv.c": S('{tp: "8", dp-attn: "yes", conc-list: [16.0]}') },
        }),
      ),
    "refused: expected_integer, expected_boolean, whole_float",
  ],
  [
    130,
    "an unrelated invalid recipe, and one that the hardware cannot run",
    () => [
      outline(sweep(entry("nv.a"), { recipes: { "nv.z": S("{tp: 8}") } })),
      outline(
        sweep(entry("amd-ag"), {
          recipes: {
            "amd-ag": (AMD["amd-ag"] ?? "").replace(
              "{tp: 8, kv-offloading: dram",
              "{tp: 16, kv-offloading: dram",
            ),
          },
        }),
      ),
    ],
    ["refused: concurrency_missing", "refused: gpus_exceed_node"],
  ],
];

describe("edge cases of entries (spec/matrix §10.5)", () => {
  test.each(cases)("#%i %s", (_number, _title, actual, expected) => {
    expect(actual()).toEqual(expected);
  });

  test("#131 writes Chinese as it is", () => {
    const document = documentOf(sweep(entry("nv.a").replace('"d"', '"golden 中文"')));
    expect(JSON.stringify(document)).toContain('"description":["golden 中文"]');
  });
});
