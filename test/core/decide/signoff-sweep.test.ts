import { describe, expect, test } from "@jest/globals";
import { decide } from "../../../src/core/decide/decide.ts";
import type { Facts } from "../../../src/core/model/facts.ts";
import { known, unknown } from "../../../src/core/model/reading.ts";
import { aJob, aPull, FULL, REPOSITORY } from "../../support/build.ts";
import { documentsOf, exampleFile } from "../../support/facts.ts";
import { fullSweep } from "../../support/reuse.ts";
import {
  earlier,
  file,
  FILES,
  jobs,
  NVIDIA,
  recipes,
  reused,
  row,
  run,
  situation,
  source,
} from "../../support/swept.ts";

describe("check 1: a green sweep of what stands at head (spec/signoff §3.1)", () => {
  test.each<[string, Partial<Facts>, string]>([
    ["a full sweep is green", {}, "pass sweep_green"],
    [
      "in dispatch mode, started by the app",
      { runs: [run(900, { planKey: "k" })] },
      "pass sweep_green",
    ],
    [
      "case 35 and SGN-15: the collectors are green, and every eval was left out",
      {
        runs: [
          run(900, { jobs: [...jobs({ "eval /": "skipped" }), aJob("collect-evals / collect")] }),
        ],
      },
      "fail sweep_lane_missing",
    ],
    [
      "an eval failed",
      { runs: [run(900, { jobs: jobs({ "eval / tiny tp4": "failure" }) })] },
      "fail sweep_red",
    ],
    [
      "case 39: one lane was cancelled",
      {
        runs: [
          run(900, {
            conclusion: "cancelled",
            jobs: jobs({ "1k1k / tiny tp4 conc4": "cancelled" }),
          }),
        ],
      },
      "fail sweep_red",
    ],
    [
      "case 38: the same, named for reuse by somebody who may",
      {
        ...reused,
        runs: [
          run(900, {
            conclusion: "cancelled",
            jobs: jobs({ "1k1k / tiny tp4 conc4": "cancelled" }),
          }),
        ],
      },
      "pass sweep_green note_reused_with_failures",
    ],
    [
      "named for reuse, and an eval failed",
      {
        ...reused,
        runs: [run(900, { conclusion: "failure", jobs: jobs({ "eval / tiny tp8": "failure" }) })],
      },
      "fail sweep_red",
    ],
    [
      "case 44a: started under the label of a trimmed sweep",
      { labelEvents: fullSweep(["sweep-enabled"]).labelEvents },
      "fail sweep_trimmed",
    ],
    [
      "fewer jobs than a full sweep has",
      {
        runs: [run(900, { jobs: jobs().filter(({ name }) => !name.includes("1k1k / tiny tp8")) })],
      },
      "fail sweep_partial",
    ],
    [
      "one of the jobs ran first, as the canary",
      { runs: [run(900, { jobs: [...jobs().slice(1), aJob("canary / tiny tp4 conc4")] })] },
      "pass sweep_green",
    ],
    [
      "one is missing, and no canary ran",
      { runs: [run(900, { jobs: jobs().slice(1) })] },
      "fail sweep_partial",
    ],
    [
      "a canary stands for one job, not for two",
      { runs: [run(900, { jobs: [...jobs().slice(2), aJob("canary / tiny tp4 conc4")] })] },
      "fail sweep_partial",
    ],
    ["no run at all", { runs: [] }, "fail sweep_none"],
    [
      "a run that left all jobs out",
      { runs: [run(900, { conclusion: "skipped", jobs: [] })] },
      "fail sweep_only_skipped",
    ],
    [
      "case 34: only on a commit that was force-pushed away",
      { runs: [run(900, { planKey: "k", headSha: "9".repeat(40) })] },
      "fail sweep_none note_sweep_on_lost_commit",
    ],
    [
      "case 37: a script was edited after it",
      { runs: earlier(), sources: source({ changedPaths: known(["benchmarks/a.sh"]) }) },
      "fail sweep_stale",
    ],
    [
      "on an earlier commit, and nothing of it changed",
      { runs: earlier(), sources: source() },
      "pass sweep_green",
    ],
    [
      "on an earlier commit, and what changed is not known",
      { runs: earlier() },
      "human sweep_freshness_unknown",
    ],
    [
      "a newer run failed, an older one is good",
      { runs: [run(901, { jobs: jobs({ "eval /": "failure" }) }), run(900)] },
      "pass sweep_green",
    ],
    ["it is still running", { runs: [run(900, { status: "in_progress" })] }, "human sweep_running"],
    [
      "one is running, an older one is good",
      { runs: [run(901, { status: "in_progress" }), run(900)] },
      "pass sweep_green",
    ],
    ["its jobs were not read", { runs: [run(900, { jobs: null })] }, "human sweep_unreadable"],
    ["the commits were not read", { commits: unknown("truncated") }, "human sweep_unreadable"],
    [
      "case 40: another workflow with the same job names",
      { runs: [run(900, { path: ".github/workflows/mine.yml" })] },
      "fail sweep_none",
    ],
    [
      "case 40: the pull request edits the workflow itself",
      { files: known([...FILES, file(".github/workflows/run-sweep.yml")]) },
      "human sweep_guarded",
    ],
    [
      "the pull request edits what the jobs run",
      { files: known([...FILES, file("utils/process_result.py")]) },
      "human sweep_guarded",
    ],
    [
      "the pull request edits tests of it",
      { files: known([...FILES, file("utils/tests/test_result.py")]) },
      "pass sweep_green",
    ],
    [
      "the changed files are not known",
      { files: unknown("truncated") },
      "human sweep_files_unread",
    ],
    [
      "case 45: a fork's own run",
      {
        pull: aPull({ labels: [FULL], headRepository: { id: REPOSITORY.id + 1, fullName: "x/y" } }),
      },
      "fail sweep_fork",
    ],
    [
      "a fork's commit, swept here",
      {
        pull: aPull({ labels: [FULL], headRepository: { id: REPOSITORY.id + 1, fullName: "x/y" } }),
        runs: [run(900, { planKey: "k" })],
      },
      "pass sweep_green",
    ],
    [
      "case 46: only words change",
      { files: known([file("docs/x.md"), file(".github/CODEOWNERS")]) },
      "na no_benchmark_change",
    ],
    [
      "a recipe that no entry names changes as well",
      {
        documents: documentsOf({
          recipes: recipes.replace("lmsysorg/sglang:v", "lmsysorg/sglang:w"),
        }),
      },
      "human sweep_keys_unmeasured",
    ],
    [
      "the entries cannot be planned",
      { documents: documentsOf({ recipes: recipes.replace("runner: b200", "runner: nowhere") }) },
      "human sweep_lanes_unknown",
    ],
  ])("%s", (_, more, expected) => {
    expect(row(1, more)).toBe(expected);
  });

  test("only what is taken away needs no sweep", () => {
    const only = exampleFile(NVIDIA).slice(exampleFile(NVIDIA).indexOf("grand-fp4"));
    const documents = documentsOf({ recipes: only, changelog: exampleFile("perf-changelog.yaml") });
    const removed = file("benchmarks/a.sh", { status: "removed" });
    const files = known([file(NVIDIA), removed]);
    expect(row(1, { documents, files, runs: [] })).toBe("na sweep_only_removals");
    expect(row(2, { documents, files, runs: [] })).toBe("na sweep_only_removals");
    const more = known([file(NVIDIA), removed, file("runners/launch_b200.sh")]);
    expect(row(1, { documents, files: more, runs: [] })).toBe("fail sweep_none");
  });

  test("names the run, its commit and the first thing that differs", () => {
    const sources = source({ changedPaths: known(["docs/a.md", "benchmarks/a.sh"]) });
    const { rows } = decide(situation({ runs: earlier(), sources })).signoff;
    expect(rows[1]?.values).toMatchObject({ run: 900, sha: "ccccccc", path: "`benchmarks/a.sh`" });
  });
});
