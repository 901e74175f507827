import { describe, expect, test } from "@jest/globals";
import type { Facts, RunFacts } from "../../../src/core/model/facts.ts";
import { known } from "../../../src/core/model/reading.ts";
import { aCheckRun, aComment, aJob, aPerson, HEAD, ownComment } from "../../support/build.ts";
import { aFile, documentsOf } from "../../support/facts.ts";
import { answerWith } from "../../support/reuse.ts";
import { jobs, recipes, reused, row, run, situation } from "../../support/swept.ts";

/** An order, and our answer that bound it to a run. */
function order(commentId: number, body: string, runId: number): Facts["comments"] {
  const binding = { runId, attempt: 1, sourceSha: HEAD, headSha: HEAD, pinned: /\d/u.test(body) };
  return [
    aComment({ id: commentId, body, updatedAt: commentId * 1_000, createdAt: commentId * 1_000 }),
    ownComment({ id: commentId + 1, body: answerWith({ kind: "bound", commentId, binding }) }),
  ];
}

const [signed] = situation().comments;
const signoff = signed === undefined ? [] : [signed];

describe("check 4: a reuse order on record (spec/signoff §3.4)", () => {
  test("case 49: an order by somebody who may not write is none; our refusal says so", () => {
    const comments = [
      ...signoff,
      aComment({ id: 2, body: "/reuse-sweep-run 900", author: aPerson("tov") }),
    ];
    const permissions = { ...situation().permissions, tov: known("read" as const) };
    expect(row(4, { comments, permissions })).toBe("fail reuse_none");
  });

  test("case 50: a run of another pull request is refused, whoever named it", () => {
    const elsewhere = run(900, { headSha: "9".repeat(40), belongs: false });
    expect(row(4, { ...reused, runs: [elsewhere] })).toBe("fail reuse_refused");
  });

  test("case 51: of two orders the newest counts, although only the older one names a run", () => {
    const comments = [
      ...signoff,
      ...order(2, "/reuse-sweep-run 900", 900),
      ...order(4, "/reuse-sweep-run", 901),
    ];
    const red = run(900, { conclusion: "timed_out" });
    expect(row(4, { comments, runs: [run(901), red] })).toBe("pass reuse_on_record");
    expect(row(4, { comments, runs: [run(900), { ...red, run: { ...red.run, id: 901 } }] })).toBe(
      "fail reuse_refused",
    );
  });
});

describe("check 1 asks for the lanes of what is submitted, by GitHub Actions alone", () => {
  const agentic = recipes
    .replace(
      / {4}fixed-seq-len:\n(?: {6}.*\n| {8}.*\n| {10}.*\n)+/u,
      "    agentic-coding:\n      - search-space:\n          - { tp: 4, kv-offloading: none, conc-list: [4, 8] }\n",
    )
    .replace("runner: b200", "runner: cluster:b200-lab");
  const RUNNERS = "labels:\n  b200: [b200-node_0]\n  cluster:b200-lab: [b200-lab_0]\n";
  const names = ["agentic / tiny conc4", "agentic / tiny conc8"];
  const evals = ["agentic eval / tiny conc4", "agentic eval / tiny conc8"];
  const runOf = (lanes: readonly string[]): RunFacts =>
    run(900, { jobs: lanes.map((name, id) => aJob(name, { id })) });

  test("case 36: an agentic pull request needs its own two lanes, and no others", () => {
    const runners = aFile("configs/runners.yaml", RUNNERS);
    const documents = {
      ...documentsOf({ recipes: agentic }),
      runners: { base: runners, head: runners },
    };
    expect(row(1, { documents, runs: [runOf([...names, ...evals])] })).toBe("pass sweep_green");
    expect(row(1, { documents, runs: [runOf(names)] })).toBe("fail sweep_lane_missing");
  });

  test("case 41: a check run of that name by another app is no job of the sweep", () => {
    const checkRuns = [aCheckRun("eval / tiny tp4 conc32", { appId: 77 })];
    expect(row(1, { checkRuns, runs: [] })).toBe("fail sweep_none");
    const skipped = run(900, { jobs: jobs({ "eval /": "skipped" }) });
    expect(row(1, { checkRuns, runs: [skipped] })).toBe("fail sweep_lane_missing");
  });
});
