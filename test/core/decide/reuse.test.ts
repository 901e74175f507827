import { describe, expect, test } from "@jest/globals";
import { REUSE_RULES, resultArtifacts } from "../../../src/core/decide/reuse-rules.ts";
import { DEFAULT_CONFIG } from "../../../src/core/model/config.ts";
import type { Facts, RunFacts } from "../../../src/core/model/facts.ts";
import { unknown } from "../../../src/core/model/reading.ts";
import { aLabelEvent, anArtifact, aRun, EARLIER, FULL, HEAD, NOW } from "../../support/build.ts";
import { configured } from "../../support/facts.ts";
import { ask, brokenRule, fullSweep, unchanged } from "../../support/reuse.ts";

const ELSEWHERE = "e".repeat(40);

describe("a run that is named for reuse", () => {
  test.each<[string, RunFacts, Partial<Facts>, string | null]>([
    ["all green", aRun(900), {}, null],
    [
      "REU-01: on a commit before the head, with an empty pull request list",
      aRun(900, { sourceSha: EARLIER }),
      {},
      null,
    ],
    [
      "REU-05: cancelled by fail-fast, results present",
      aRun(900, { conclusion: "cancelled" }),
      {},
      null,
    ],
    ["with failed jobs", aRun(900, { conclusion: "failure" }), {}, null],
    ["with only agentic results", aRun(900, { artifacts: ["bmk_agentic_x"] }), {}, null],
    [
      "started by sweepbot",
      aRun(900, { planKey: "k", headSha: ELSEWHERE, sourceSha: HEAD }),
      {},
      null,
    ],
    ["all-evals is compatible", aRun(900), fullSweep([FULL, "all-evals"]), null],
    ["REU-07: no full label now", aRun(900), { pull: fullSweep([]).pull }, "one_full_label_now"],
    [
      "two full labels now (decision 10)",
      aRun(900),
      fullSweep([FULL, "full-sweep-enabled"]),
      "one_full_label_now",
    ],
    ["only a trimmed label now", aRun(900), fullSweep(["sweep-enabled"]), "one_full_label_now"],
    ["evals-only now", aRun(900), fullSweep([FULL, "evals-only"]), "no_incompatible_label_now"],
    [
      "LBL-11: agentx-fast now",
      aRun(900),
      fullSweep([FULL, "agentx-fast"]),
      "no_incompatible_label_now",
    ],
    ["not there", aRun(901), {}, "run_exists"],
    [
      "of another workflow",
      aRun(900, { path: ".github/workflows/e2e-tests.yml" }),
      {},
      "sweep_workflow",
    ],
    ["for a push", aRun(900, { event: "push" }), {}, "sweep_workflow"],
    [
      "dispatched by a person, not by sweepbot",
      aRun(900, { event: "workflow_dispatch" }),
      {},
      "sweep_workflow",
    ],
    ["still running", aRun(900, { status: "in_progress" }), {}, "run_completed"],
    ["timed out", aRun(900, { conclusion: "timed_out" }), {}, "conclusion_usable"],
    ["skipped", aRun(900, { conclusion: "skipped" }), {}, "conclusion_usable"],
    ["of another pull request", aRun(900, { sourceSha: ELSEWHERE }), {}, "commit_in_pull"],
    ["without artifacts", aRun(900, { artifacts: [] }), {}, "results_available"],
    [
      "with raw results only",
      aRun(900, { artifacts: ["bmk_x", "eval_y"] }),
      {},
      "results_available",
    ],
    [
      "REU-13: its results have expired",
      aRun(900, { artifacts: [anArtifact("results_bmk", { expired: true })] }),
      {},
      "results_available",
    ],
    [
      "REU-09: started under a trimmed label (decision 16)",
      aRun(900),
      { labelEvents: [aLabelEvent("sweep-enabled", { createdAt: 0 })] },
      "full_label_at_start",
    ],
    [
      "started before any label",
      aRun(900),
      { labelEvents: [aLabelEvent(FULL, { createdAt: NOW })] },
      "full_label_at_start",
    ],
    [
      "started under evals-only, gone since (decision 16)",
      aRun(900),
      {
        labelEvents: [
          ...fullSweep([FULL, "evals-only"]).labelEvents,
          aLabelEvent("evals-only", { kind: "unlabeled", createdAt: NOW }),
        ],
      },
      "full_label_at_start",
    ],
  ])("%s", (_story, run, facts, broken) => {
    const judgement = ask(900, [run], unchanged(facts));
    expect(brokenRule(judgement)).toBe(broken);
    expect(judgement.kind).toBe(broken === null ? "eligible" : "refused");
  });

  test("is bound to run, attempt, source and head (decision 15)", () => {
    const run = aRun(900, { attempt: 3, sourceSha: EARLIER });
    expect(ask(900, [run])).toMatchObject({
      kind: "eligible",
      binding: { runId: 900, attempt: 3, sourceSha: EARLIER, headSha: HEAD, pinned: true },
    });
  });

  test("shows every rule, in order (decision 14)", () => {
    expect(ask(900, [aRun(900)]).rules.map(({ rule }) => rule)).toEqual(REUSE_RULES);
  });

  test.each(["recipesUnchanged", "scriptsUnchanged"] as const)(
    "is refused when %s says no",
    (name) => {
      const rule = name === "recipesUnchanged" ? "recipes_unchanged" : "scripts_unchanged";
      const context = {
        ...unchanged(),
        [name]: () => ({ rule, outcome: "fail", values: { path: "benchmarks/x.sh" } }) as const,
      };
      expect(brokenRule(ask(900, [aRun(900)], context))).toBe(rule);
    },
  );

  test("is undecided while the commits cannot be read: unknown is neither yes nor no", () => {
    const context = unchanged({ commits: unknown("truncated") });
    expect(ask(900, [aRun(900)], context)).toMatchObject({ kind: "undecided", runId: 900 });
    expect(ask(900, [aRun(900, { artifacts: [] })], context).kind).toBe("refused");
  });

  test("says what has expired and what is there", () => {
    const run = aRun(900, {
      artifacts: [anArtifact("results_bmk", { expired: true }), "eval_results_all"],
    });
    const values = ask(900, [run]).rules.find(({ rule }) => rule === "results_available")?.values;
    expect(values).toEqual({ found: "eval_results_all", expired: "results_bmk" });
  });
});

describe("a request without a run (decision 14)", () => {
  const older = aRun(901, { createdAt: NOW - 9_000 });
  test.each<[string, readonly RunFacts[], number | null]>([
    ["takes the newest green run", [older, aRun(902, { createdAt: NOW - 8_000 })], 902],
    ["whatever the order of the list", [aRun(902, { createdAt: NOW - 8_000 }), older], 902],
    [
      "the higher id when both started at once",
      [older, aRun(902, { createdAt: NOW - 9_000 })],
      902,
    ],
    [
      "REU-03: passes over a green run without results",
      [older, aRun(902, { createdAt: NOW, artifacts: ["changelog-metadata"] })],
      901,
    ],
    [
      "REU-05: passes over a cancelled one",
      [older, aRun(902, { createdAt: NOW, conclusion: "cancelled" })],
      901,
    ],
    [
      "passes over a failed one",
      [older, aRun(902, { createdAt: NOW, conclusion: "failure" })],
      901,
    ],
  ])("%s", (_story, runs, id) => {
    const judgement = ask(null, runs);
    expect(judgement).toMatchObject({ kind: "eligible", binding: { runId: id, pinned: false } });
  });

  const newer = aRun(902, { createdAt: NOW, sourceSha: EARLIER });
  const unread = {
    ...unchanged(),
    recipesUnchanged: (sha: string) =>
      ({
        rule: "recipes_unchanged",
        outcome: sha === EARLIER ? "unknown" : "pass",
        values: {},
      }) as const,
  };

  test("stops at a newer run that is not decided: an older one is not taken in its place", () => {
    expect(ask(null, [older, newer], unread)).toMatchObject({ kind: "undecided", runId: 902 });
  });

  test("stops at an older run that is not decided behind one that is refused", () => {
    const refused = aRun(903, { createdAt: NOW + 1, conclusion: "failure" });
    expect(ask(null, [refused, newer, older], unread)).toMatchObject({
      kind: "undecided",
      runId: 902,
    });
  });

  test("does not get past an eligible run to one that is not decided", () => {
    const newest = aRun(903, { createdAt: NOW + 1 });
    expect(ask(null, [newer, newest], unread)).toMatchObject({ binding: { runId: 903 } });
  });

  test("passes over runs that were only named, though naming one has it judged", () => {
    const foreign = aRun(902, { createdAt: NOW, belongs: false });
    expect(ask(null, [older, foreign])).toMatchObject({ binding: { runId: 901 } });
    expect(ask(null, [foreign])).toMatchObject({ kind: "refused", runId: null });
    expect(ask(902, [older, foreign])).toMatchObject({ binding: { runId: 902 } });
  });

  test("is refused with the newest run's rules when none is eligible", () => {
    const runs = [aRun(901, { conclusion: "failure" }), aRun(902, { conclusion: "cancelled" })];
    const judgement = ask(null, runs);
    expect(judgement).toMatchObject({ kind: "refused", runId: 902 });
    expect(brokenRule(judgement)).toBe("conclusion_usable");
  });

  test("is refused when there is no run at all: no standing orders", () => {
    expect(ask(null, [])).toMatchObject({ kind: "refused", runId: null });
    expect(brokenRule(ask(null, []))).toBe("run_exists");
  });
});

test("result artifacts are those of the configuration, unexpired", () => {
  const { inForce } = configured({
    results: { artifacts: ["numbers"], artifactPrefixes: ["raw-"] },
  });
  const artifacts = ["numbers", "numbers2", "raw-1", "results_bmk"].map((name) => anArtifact(name));
  const names = (config: typeof inForce): string[] =>
    resultArtifacts(artifacts, config).map((each) => each.name);
  expect(names(inForce)).toEqual(["numbers", "raw-1"]);
  expect(names(DEFAULT_CONFIG)).toEqual(["results_bmk"]);
});
