import { describe, expect, test } from "@jest/globals";
import type { Facts } from "../../../src/core/model/facts.ts";
import { known, unknown } from "../../../src/core/model/reading.ts";
import { aJob, anArtifact } from "../../support/build.ts";
import { documentsOf, exampleFile } from "../../support/facts.ts";
import { fullBench, fullEvals } from "../../support/full-sweep.ts";
import { runResults } from "../../support/results.ts";
import {
  earlier,
  file,
  IMAGE,
  jobs,
  NVIDIA,
  row,
  run,
  situation,
  source,
} from "../../support/swept.ts";

describe("check 2: evals of that run meet the bar (spec/signoff §3.2)", () => {
  const measured = (
    rows: readonly unknown[],
    more: Parameters<typeof runResults>[1] = {},
  ): Partial<Facts> => ({
    results: { ...situation().results, runs: [runResults(rows, more)] },
  });
  const evals = (more: Parameters<typeof fullEvals>[0]): Partial<Facts> =>
    measured(fullEvals(more));

  test.each<[string, Partial<Facts>, string]>([
    ["all of them do", {}, "pass evals_pass"],
    [
      "case 42: a score exactly at the bar",
      evals({ em_strict: 0.92, score: 0.92, em_flexible: 0.92 }),
      "pass evals_pass",
    ],
    [
      "a score below the model's own bar",
      evals({ em_strict: 0.91, score: 0.91 }),
      "fail evals_below",
    ],
    ["any of the scores below it", evals({ em_flexible: 0.5 }), "fail evals_below"],
    ["a row that says itself that it failed", evals({ passed: false }), "fail evals_below"],
    ["a task without a bar, and a good score", evals({ task: "other" }), "human evals_no_bar"],
    [
      "a task without a bar, and a bad score",
      evals({ task: "other", em_strict: 0.84 }),
      "fail evals_below",
    ],
    [
      "no score",
      evals({ em_strict: null, em_flexible: null, score: null }),
      "human evals_no_score",
    ],
    ["fewer questions than there are", evals({ n_eff: 200 }), "human evals_few_samples"],
    ["how many questions is not said", evals({ n_eff: null }), "human evals_few_samples"],
    ["no rows", measured([fullBench(IMAGE)]), "fail evals_no_rows"],
    [
      "no results at all",
      { ...measured([]), runs: [run(900, { artifacts: [] })] },
      "fail evals_no_rows",
    ],
    ["rows of another precision", evals({ precision: "fp4" }), "fail evals_missing"],
    ["rows of other hardware", evals({ hw: "h100" }), "fail evals_missing"],
    ["rows with speculative decoding", evals({ spec_decoding: "mtp" }), "fail evals_missing"],
    ["case 44: results have expired", measured([], { expired: true }), "human evals_expired"],
    [
      "results have expired, and were not read before",
      {
        results: { ...situation().results, runs: [] },
        runs: [run(900, { artifacts: [anArtifact("eval_results_all", { expired: true })] })],
      },
      "human evals_expired",
    ],
    [
      "results were not read",
      { results: { ...situation().results, runs: [] } },
      "human evals_unreadable",
    ],
    [
      "one of the results could not be read",
      measured(fullEvals(), { failures: [{ name: "eval_results_all", cause: "unreadable" }] }),
      "human evals_unreadable",
    ],
    [
      "the bars could not be read",
      { results: { ...situation().results, thresholds: unknown("too_large") } },
      "human evals_bar_unreadable",
    ],
    [
      "case 43: results of another image",
      measured([...fullEvals(), fullBench("vllm/vllm-openai:v0.21.0")]),
      "fail evals_other_image",
    ],
    [
      "the same image, written otherwise",
      measured([...fullEvals(), fullBench(`docker.io#${IMAGE.replace("/", "#")}`)]),
      "pass evals_pass",
    ],
    [
      "case 43: the head pins another image than the commit that was measured",
      {
        runs: earlier(),
        sources: source({
          masters: situation().documents.masters.map(({ path, base, head }) =>
            path === NVIDIA ? base : head,
          ),
        }),
        ...measured(fullEvals()),
      },
      "fail evals_other_image",
    ],
    [
      "an eval failed",
      { runs: [run(900, { jobs: jobs({ "eval / tiny tp4": "failure" }) })] },
      "fail evals_job_failed",
    ],
    [
      "evals were left out",
      { runs: [run(900, { jobs: jobs({ "eval /": "skipped" }) })] },
      "fail evals_skipped",
    ],
    ["there is no run", { runs: [] }, "fail evals_no_run"],
    [
      "it is not known which run counts",
      { commits: unknown("truncated") },
      "human evals_run_unknown",
    ],
    ["the run goes on", { runs: [run(900, { status: "in_progress" })] }, "human evals_running"],
    [
      "only words change",
      { files: known([file("docs/x.md"), file(".github/CODEOWNERS")]) },
      "na no_benchmark_change",
    ],
  ])("%s", (_, more, expected) => {
    expect(row(2, more)).toBe(expected);
  });

  test("case 44b: an append-only change schedules no evals: check 1 goes by throughput, a person decides check 2", () => {
    const grown = exampleFile(NVIDIA).replace(
      "{ tp: 4, conc-start: 4, conc-end: 64 }",
      "{ tp: 4, conc-start: 4, conc-end: 128 }",
    );
    const entry = [
      "",
      "- config-keys:",
      "    - tiny-fp8-b200-vllm",
      '  description: ["One more point"]',
      "  append-only: true",
      "  pr-link: https://github.com/acme/gpu-benchmarks/pull/42",
      "",
    ].join("\n");
    const documents = documentsOf({
      recipes: grown,
      changelog: exampleFile("perf-changelog.yaml") + entry,
    });
    const runs = [run(900, { jobs: [aJob("single-node 1k1k / tiny tp4 conc128")], artifacts: [] })];
    const results = { ...situation().results, runs: [] };
    expect(row(1, { documents, runs, results })).toBe("pass sweep_green");
    expect(row(2, { documents, runs, results })).toBe("human evals_none_planned");
  });
});
