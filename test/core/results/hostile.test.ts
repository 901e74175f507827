import { describe, expect, test } from "@jest/globals";
import type { ArtifactRows } from "../../../src/core/model/results.ts";
import { parseArtifact } from "../../../src/core/results/artifact-rows.ts";
import { fixedRow } from "../../support/results.ts";

function parsed(text: string): ArtifactRows {
  return parseArtifact([{ name: "agg_bmk.json", bytes: new TextEncoder().encode(text) }]);
}

describe("rows that somebody wrote to do harm", () => {
  test.each([
    ["an object without a text", { toString: 1, valueOf: 1 }],
    ["a list in a list in a list", JSON.parse(`${"[".repeat(50_000)}${"]".repeat(50_000)}`)],
    ["null", null],
  ])("with %s for a flag count as not flagged", (_, flag) => {
    const text = JSON.stringify([fixedRow({ disagg: "FLAG", is_multinode: "FLAG" })]);
    const { bench } = parsed(text.replaceAll('"FLAG"', hostileText(flag)));
    expect(bench.map(({ disaggregated }) => disaggregated)).toEqual([false]);
  });

  test("with names that no database and no picture can hold are read without those characters", () => {
    const name = `ti\u0000ny\uD800 \u0007\uFFFE${"😀".repeat(70)}`;
    const { bench } = parsed(JSON.stringify([fixedRow({ infmax_model_prefix: name })]));
    const [model = ""] = bench.map((row) => row.model ?? "");
    expect(model.startsWith("tiny 😀")).toBe(true);
    expect(model).not.toMatch(/[\p{Cc}\p{Cs}\uFFFE]/u);
  });

  test("with text that never ends are given up at once", () => {
    const text = `[NaN, "${String.raw`\"`.repeat(400_000)}`;
    const begun = performance.now();
    expect(parsed(text)).toEqual({ bench: [], evals: [], unreadable: 1 });
    expect(performance.now() - begun).toBeLessThan(2_000);
  });

  test("with numbers beyond anything that is measured have no number there", () => {
    const row = fixedRow({ tput_per_gpu: 1.7e308, median_ttft: 5e-324, conc: -1e300 });
    const [{ metrics, concurrency } = { metrics: null, concurrency: 0 }] = parsed(
      JSON.stringify([row]),
    ).bench;
    expect([metrics?.tputPerGpu, concurrency]).toEqual([null, null]);
  });
});

function hostileText(value: unknown): string {
  return Array.isArray(value)
    ? `${"[".repeat(50_000)}${"]".repeat(50_000)}`
    : JSON.stringify(value);
}
