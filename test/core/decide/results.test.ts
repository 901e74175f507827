import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { decide } from "../../../src/core/decide/decide.ts";
import type { ResultsVerdict } from "../../../src/core/decide/results.ts";
import type { Facts, MergeFacts } from "../../../src/core/model/facts.ts";
import { known, unknown } from "../../../src/core/model/reading.ts";
import type { ResultFacts } from "../../../src/core/model/results.ts";
import { aPull, aRun, NOW } from "../../support/build.ts";
import { aFile, someFacts } from "../../support/facts.ts";
import { agenticRow, benchRow, evalRow, fixedRow, runResults } from "../../support/results.ts";

function factsWith(results: Partial<ResultFacts>, more: Partial<Facts> = {}): Facts {
  const none = { runs: [], baselines: {}, thresholds: null, pictures: {} };
  return someFacts({ runs: [aRun(900)], results: { ...none, ...results }, ...more });
}

function judged(rows: readonly unknown[], more: Partial<ResultFacts> = {}): ResultsVerdict {
  const { results } = decide(factsWith({ runs: [runResults(rows)], ...more }));
  if (results === null) throw new Error("no results");
  return results;
}

/** Published measurements of these rows, by run 812. */
function published(...rows: readonly Record<string, unknown>[]): ResultFacts["baselines"] {
  const entries = rows.map((row) => {
    const { identity, metrics } = benchRow(row);
    return [identity ?? "", { runId: 812, metrics }] as const;
  });
  return Object.fromEntries(entries);
}

describe("the results of a run", () => {
  test("are shown for the run that the card shows, and for no other", () => {
    const results = { runs: [runResults([fixedRow()])] };
    const shown = (runs: Facts["runs"]): unknown =>
      decide(factsWith(results, { runs })).results?.runId ?? null;
    expect(shown([aRun(900)])).toBe(900);
    expect(shown([aRun(901, { status: "in_progress" }), aRun(900)])).toBeNull();
    expect(shown([])).toBeNull();
  });

  test("are told apart, and the best is named", () => {
    const verdict = judged([fixedRow(), fixedRow({ conc: 8, tput_per_gpu: 9000 }), agenticRow()]);
    expect([verdict.fixed.length, verdict.agentic.length]).toEqual([2, 1]);
    expect(verdict.best?.concurrency).toBe(8);
  });
});

describe("the comparison with what was published", () => {
  test.each<[string, number, number, number]>([
    ["better", 1111, 1, 0],
    ["worse", 900, 0, 1],
    ["the same, where less than one percent lies between them", 1005, 0, 0],
  ])("calls a point %s", (_story, tput, better, worse) => {
    const baselines = published({ tput_per_gpu: 1000 });
    const verdict = judged([fixedRow({ tput_per_gpu: tput })], { baselines });
    expect(verdict).toMatchObject({ better, worse, baseRuns: [812] });
  });

  test("goes by percent, for throughput, TTFT and interactivity", () => {
    const baselines = published({ tput_per_gpu: 1000, median_ttft: 0.2, median_intvty: 100 });
    const row = fixedRow({ tput_per_gpu: 1100, median_ttft: 0.1, median_intvty: 80 });
    const [compared] = judged([row], { baselines }).fixed;
    expect(compared?.change?.tput).toBeCloseTo(10);
    expect(compared?.change?.ttft).toBeCloseTo(-50);
    expect(compared?.change?.interactivity).toBeCloseTo(-20);
  });

  test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ["a model whose name only begins so (W35)", { infmax_model_prefix: "tiny2" }, {}],
    ["another concurrency", { conc: 8 }, {}],
    ["a row that does not name its hardware", {}, { hw: undefined }],
  ])("is not made with %s", (_story, base, head) => {
    const verdict = judged([fixedRow(head)], { baselines: published(base) });
    expect(verdict.fixed.map(({ change }) => change)).toEqual([null]);
    expect(verdict.baseRuns).toEqual([]);
  });

  test.each([0, null])("is not made with a throughput of %p", (tput_per_gpu) => {
    const [row] = judged([fixedRow()], { baselines: published({ tput_per_gpu }) }).fixed;
    expect(row?.change?.tput).toBeNull();
  });

  test("is drawn beside the run, one line for each config and length", () => {
    const rows = [4, 8].flatMap((conc) => [
      fixedRow({ conc, median_intvty: 100 / conc }),
      fixedRow({ conc, isl: 8192, median_intvty: 100 / conc }),
    ]);
    const { curve } = judged(rows, { baselines: published({ conc: 8, median_intvty: 10 }) });
    expect(curve?.series.map(({ name, head, base }) => [name, head.length, base.length])).toEqual([
      ["tiny b200 vllm fp8 1k/1k", 2, 1],
      ["tiny b200 vllm fp8 8k/1k", 2, 0],
    ]);
    const across = curve?.series[0]?.head.map(({ x }) => x);
    expect(across).toEqual([12.5, 25]);
  });

  test("has no picture where no row has both numbers", () => {
    expect(judged([fixedRow({ median_intvty: null })]).curve).toBeNull();
  });
});

const THRESHOLDS = "default:\n  gsm8k: 0.90\nmodels:\n  tiny:\n    gsm8k: 0.95\n";

describe("eval scores", () => {
  const asked = (
    row: Record<string, unknown>,
    thresholds: ResultFacts["thresholds"],
  ): readonly unknown[] =>
    judged([evalRow(row)], { thresholds }).evals.flatMap(({ least, passed }) => [least, passed]);
  const file = aFile("utils/evals/thresholds.yaml", THRESHOLDS);

  test.each<[string, Record<string, unknown>, number | null, boolean | null]>([
    ["the model's own threshold", {}, 0.95, false],
    ["the default of the task", { model_prefix: "other" }, 0.9, true],
    ["no threshold for a task that has none", { task: "aime26" }, null, null],
    ["every score of exact matches", { model_prefix: "other", em_flexible: 0.2 }, 0.9, false],
    ["a score that is there", { score: null, em_strict: null, em_flexible: null }, 0.95, null],
  ])("are held against %s", (_story, row, least, passed) => {
    expect(asked(row, file)).toEqual([least, passed]);
  });

  test("bring their own bounds and verdicts before the file's", () => {
    const own = { speedbench_min_acceptance_length: 2, score_name: "acceptance_length" };
    expect(asked({ ...own, score: 2.5, speedbench_passed: false }, file)).toEqual([2, false]);
    const bounded = { ...own, em_strict: null, em_flexible: null, score: 3.5 };
    expect(asked({ ...bounded, speedbench_max_acceptance_length: 3 }, file)).toEqual([2, false]);
  });

  test("take a plain mapping of tasks for the default, also as JSON", () => {
    expect(asked({}, aFile("thresholds.json", '{"gsm8k": 0.85}'))).toEqual([0.85, true]);
  });

  test.each<[string, ResultFacts["thresholds"], boolean]>([
    ["is not there", known(null), false],
    ["could not be read", unknown("forbidden"), true],
    ["is no YAML", aFile("t.yaml", "a: [1"), true],
    ["holds something else", aFile("t.yaml", "default: high\n"), true],
  ])("are not judged when the file %s, and that is said where it matters", (_s, given, unread) => {
    const verdict = judged([evalRow()], { thresholds: given });
    expect(verdict.evals.map(({ passed }) => passed)).toEqual([null]);
    expect(verdict.thresholdsUnread).toBe(unread);
  });

  test("never take a name that every object has for a threshold", () => {
    expect(asked({ task: "constructor", model_prefix: "__proto__" }, file)).toEqual([null, null]);
  });
});

describe("what counts as published", () => {
  const merged = aPull({ merged: true, state: "closed", mergedAt: NOW, mergeCommitSha: "m" });
  const merge = (more: Partial<MergeFacts["run"] & object> = {}): MergeFacts => ({
    mergeSha: "m",
    run: { ...aRun(950, { event: "push", createdAt: NOW + 1 }).run, ...more },
    artifacts: [],
    checkRuns: [],
  });
  const runs = [runResults([fixedRow()]), runResults([fixedRow()], { runId: 950 })];
  const publishedIn = (more: Partial<Facts>): readonly (readonly [number, number])[] =>
    decide(factsWith({ runs }, { pull: merged, ...more })).published.map(({ runId, at }) => [
      runId,
      at,
    ]);

  test("are the rows of the workflow's run for the merge, once it has ended", () => {
    expect(publishedIn({ merge: merge() })).toEqual([[950, NOW + 1]]);
    expect(publishedIn({ merge: merge({ status: "in_progress" }) })).toEqual([]);
  });

  test("are no rows of a sweep that nobody published, and none of another branch", () => {
    expect(publishedIn({ merge: null })).toEqual([]);
    const elsewhere = { ...merged, baseRef: "release" };
    expect(publishedIn({ merge: merge(), pull: elsewhere })).toEqual([]);
  });
});

test("a curve holds no more than can be told apart, whatever the rows", () => {
  const row = fc
    .record({
      conc: fc.integer({ min: 1, max: 500 }),
      isl: fc.integer({ min: 1, max: 30 }).map((k) => k * 1024),
      tput_per_gpu: fc.double({ min: 0.1, max: 1e6, noNaN: true }),
      median_intvty: fc.double({ min: 0, max: 1e4, noNaN: true }),
    })
    .map(fixedRow);
  fc.assert(
    fc.property(fc.array(row, { maxLength: 120 }), (rows) => {
      const { series = [], more = 0 } = judged(rows).curve ?? {};
      expect(series.length).toBeLessThanOrEqual(8);
      expect(series.length + more).toBe(new Set(rows.map(({ isl }) => isl)).size);
      for (const { head } of series) {
        expect(head).toEqual(head.toSorted((a, b) => a.x - b.x || a.y - b.y));
      }
    }),
    { numRuns: 60 },
  );
});
