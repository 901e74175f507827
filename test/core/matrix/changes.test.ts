import { describe, expect, test } from "@jest/globals";
import { A, S } from "./fixture.ts";
import { entry, sweep } from "./repository.ts";

describe("what changed", () => {
  test("tells added, removed and altered recipes, and which of them an entry selects", () => {
    const plan = sweep(entry("nv.a"), {
      base: { "nv.gone": S("{tp: 8, conc-list: [1]}") },
      recipes: {
        "nv.a": S("{tp: 8, conc-list: [4,16,64,128]}, {tp: 4, conc-list: [8]}", {
          image: '"img:2"',
        }),
        "nv.b": S("{tp: 8, conc-list: [1,2]}", { model: "org/B" }, { isl: "1024" }),
        "nv.new": S("{tp: 8, conc-list: [1]}"),
        "nv.gone": null,
      },
    });
    expect(plan.changes).toMatchObject([
      {
        key: "nv.a",
        kind: "altered",
        image: { base: "img:1", head: "img:2" },
        scenarios: { added: [], removed: [], altered: ["fixed-seq-len"] },
        points: { added: 5, removed: 5 },
        selectedBy: [1],
        unselected: [],
      },
      {
        key: "nv.b",
        kind: "altered",
        points: { added: 1, removed: 0 },
        selectedBy: [],
        unselected: ["fixed-seq-len"],
      },
      { key: "nv.new", kind: "added", image: { base: null, head: "img:1" } },
      { key: "nv.gone", kind: "removed", image: { base: "img:1", head: null }, unselected: [] },
    ]);
  });

  test("warns of changed recipes that no new entry names, on their line (decision 19)", () => {
    const plan = sweep(entry("nv.a"), { recipes: { "nv.b": S("{tp: 4, conc-list: [1]}") } });
    const warnings = plan.kind === "matrix" ? plan.warnings : [];
    expect(warnings.filter(({ code }) => code === "recipe_without_entry")).toMatchObject([
      {
        severity: "warning",
        path: "configs/nvidia-master.yaml",
        line: 2,
        values: { key: "nv.b", scenarios: "fixed-seq-len" },
      },
    ]);
  });

  test("names the scenario alone that changed", () => {
    const scenarios =
      "{fixed-seq-len: [{isl: 8192, osl: 1024, search-space: [{tp: 8, conc-list: [16,32]}]}], agentic-coding: [{search-space: [{tp: 8, kv-offloading: none, conc-list: [4]}]}]}";
    const plan = sweep(entry("nv.a"), {
      recipes: { "amd-mix": A("", {}, { model: "org/MX", scenarios }) },
    });
    expect(plan.changes).toMatchObject([
      { scenarios: { altered: ["agentic-coding"] }, points: { added: 0, removed: 1 } },
    ]);
  });
});

describe("what it costs", () => {
  const nominal = { throughput: { "8k1k": 30 }, other: 10, eval: 60 };

  test("adds up jobs, points, GPUs and GPU-hours of each recipe and scenario", () => {
    const plan = sweep(entry("nv.a, amd-mn"), {
      options: { nominalMinutes: nominal },
    });
    expect(plan.kind === "matrix" ? plan.summary : []).toEqual([
      {
        ...{ key: "nv.a", scenario: "8k1k", purpose: "throughput", runner: "b200", poolSize: 2 },
        ...{ jobs: 5, points: 5, gpus: 8, gpuHours: 16 },
      },
      {
        ...{ key: "amd-mn", scenario: "8k1k", purpose: "throughput", runner: "b200", poolSize: 2 },
        // One prefill worker of 4 GPUs and two decode workers of 8, at two concurrencies.
        ...{ jobs: 1, points: 2, gpus: 20, gpuHours: 20 },
      },
      {
        ...{ key: "nv.a", scenario: "8k1k", purpose: "eval", runner: "b200", poolSize: 2 },
        ...{ jobs: 2, points: 2, gpus: 8, gpuHours: 12 },
      },
      {
        ...{ key: "amd-mn", scenario: "8k1k", purpose: "eval", runner: "b200", poolSize: 2 },
        ...{ jobs: 1, points: 1, gpus: 20, gpuHours: 20 },
      },
    ]);
  });

  test("refuses a family with more jobs than GitHub runs of one matrix (decision 8)", () => {
    const list = Array.from({ length: 257 }, (_, index) => index + 1).join(",");
    const plan = sweep(entry("m-many"), {
      recipes: { "m-many": S(`{tp: 8, conc-list: [${list}]}`) },
    });
    expect(plan).toMatchObject({
      kind: "problems",
      problems: [
        {
          code: "matrix_too_large",
          values: { family: "sweep-single-node-8k1k", jobs: 257, limit: 256 },
        },
      ],
    });
  });
});
