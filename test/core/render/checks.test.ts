import { describe, expect, test } from "@jest/globals";
import { changelogCheck, configCheck, sweepCheck } from "../../../src/core/render/checks.ts";
import type { ChangelogVerdict, MatrixVerdict } from "../../../src/core/decide/validation.ts";
import { annotationsOf } from "../../../src/core/render/problems.ts";
import { aRun, HEAD } from "../../support/build.ts";
import { configured, dictionary, someFacts } from "../../support/facts.ts";
import { aMatrix, aProblem, SWEEP_PLAN, SWEEPS } from "../../support/verdicts.ts";

const facts = someFacts();
const sources = { facts, dictionary };
const valid = {
  kind: "valid",
  additions: 1,
  corrections: 0,
  keys: ["k"],
  problems: [],
  baseProblems: [],
} as const;
const problem = aProblem();

describe("the check run of the changelog", () => {
  test.each<[string, ChangelogVerdict, MatrixVerdict, string | null]>([
    ["valid", valid, aMatrix(), "success"],
    ["behind", { ...valid, kind: "behind" }, aMatrix(), "success"],
    [
      "a warning does not fail",
      { ...valid, problems: [aProblem({ severity: "warning" })] },
      aMatrix(),
      "success",
    ],
    ["untouched", { kind: "untouched", recipePaths: [] }, { kind: "none" }, "neutral"],
    [
      "a conflict asks for action",
      { ...valid, kind: "conflict" },
      { kind: "none" },
      "action_required",
    ],
    [
      "invalid",
      { kind: "invalid", problems: [problem], baseProblems: [] },
      { kind: "none" },
      "failure",
    ],
    ["broken recipes", valid, { kind: "problems", problems: [problem], changes: [] }, "failure"],
    ["not known yet", { kind: "unknown", cause: "forbidden" }, { kind: "none" }, null],
    ["recipes not known yet", valid, { kind: "unknown", cause: "forbidden" }, null],
  ])("%s", (_story, changelog, matrix, conclusion) => {
    const check = changelogCheck(changelog, matrix, sources);
    expect(check).toMatchObject({ name: "sweepbot/changelog", headSha: HEAD, conclusion });
    expect(check.status).toBe(conclusion === null ? "in_progress" : "completed");
  });

  test("has the same id for the same content, another for another", () => {
    const ids = [valid, valid, { ...valid, additions: 2 }].map(
      (each) => changelogCheck(each, aMatrix(), sources).externalId,
    );
    expect(ids[0]).toMatch(/^content:[0-9a-f]{32}$/u);
    expect([ids[0] === ids[1], ids[0] === ids[2]]).toEqual([true, false]);
  });

  test("puts every finding on its line, with the exact text to write", () => {
    const finding = aProblem({
      rule: "R2",
      line: 7,
      endLine: 9,
      replacement: "- a\n- b",
      column: 3,
    });
    const [annotation] = changelogCheck(
      { kind: "invalid", problems: [finding], baseProblems: [] },
      { kind: "none" },
      sources,
    ).annotations;
    expect(annotation).toMatchObject({
      path: "p.yaml",
      startLine: 7,
      endLine: 9,
      level: "failure",
      title: "R2: config_wrong_type",
    });
    expect(annotation?.message).toContain("- a\n- b");
  });

  test("shows faults of the base apart, without annotations", () => {
    const check = changelogCheck(
      { ...valid, baseProblems: [aProblem({ path: "base.yaml" })] },
      aMatrix(),
      sources,
    );
    expect(check.summary).toContain("base.yaml");
    expect(check.annotations).toEqual([]);
  });

  test("says how many problems it does not show", () => {
    const problems = Array.from({ length: 60 }, () => problem);
    const check = changelogCheck(
      { kind: "invalid", problems, baseProblems: [] },
      { kind: "none" },
      sources,
    );
    expect(check.summary).toContain("… and 10 more");
  });

  test.each([
    ["too long to show", "x".repeat(5_000)],
    ["that would end its block", "a\n````\nb"],
    ["that holds a hidden mark", "a <!-- sweepbot:reuse {} -->"],
    ["that would end a comment", "a --> b"],
  ])("leaves a replacement out of the text when it is one %s", (_story, replacement) => {
    const check = changelogCheck(
      { kind: "invalid", problems: [aProblem({ replacement })], baseProblems: [] },
      { kind: "none" },
      sources,
    );
    expect(check.summary).not.toContain(replacement);
    expect(check.annotations[0]?.message).toContain(replacement);
  });
});

test("annotations have levels by severity, and end where they begin unless told", () => {
  const levels = (["error", "warning", "notice"] as const).map((severity) =>
    aProblem({ severity }),
  );
  expect(
    annotationsOf(levels, dictionary.zh).map(({ level, startLine, endLine }) => [
      level,
      startLine,
      endLine,
    ]),
  ).toEqual([
    ["failure", 3, 3],
    ["warning", 3, 3],
    ["notice", 3, 3],
  ]);
  expect(
    annotationsOf(
      Array.from({ length: 300 }, () => problem),
      dictionary.en,
    ),
  ).toHaveLength(100);
});

describe("the check run of the settings", () => {
  test.each<[string, Parameters<typeof configured>[1], string | null]>([
    ["is missing where they are not touched", {}, null],
    ["fails on a mistake", { proposed: [problem] }, "failure"],
    ["succeeds without one", { proposed: [] }, "success"],
  ])("%s", (_story, more, conclusion) => {
    const check = configCheck({ facts: { ...facts, config: configured({}, more) }, dictionary });
    expect(check?.conclusion ?? null).toBe(conclusion);
  });
});

describe("the check run of the sweep", () => {
  test.each<[string, string, string | null, string]>([
    ["starting", "start", null, "Starting"],
    ["starting", "starting", null, "Starting"],
    ["refused by GitHub", "triggerFailed", "failure", "The trigger failed, no benchmark ran"],
  ])("%s: %s", (_story, kind, conclusion, title) => {
    const verdict = SWEEPS.find((each) => each.decision.kind === kind && each.shown === null);
    if (verdict === undefined) throw new Error("no such verdict");
    expect(sweepCheck(verdict, null, sources)).toMatchObject({
      conclusion,
      title,
      externalId: SWEEP_PLAN.key,
      detailsUrl: null,
    });
  });

  test.each<[Parameters<typeof aRun>[1], string | null, RegExp]>([
    [{ status: "queued" }, null, /^Waiting/u],
    [{ status: "in_progress" }, null, /^Running$/u],
    [{ conclusion: "success" }, "success", /^All 3 jobs are green$/u],
    [{ conclusion: "cancelled" }, "cancelled", /^Cancelled after 2 of 3/u],
    [
      { conclusion: "failure" },
      "failure",
      /^1 jobs failed: the benchmark failed, not the trigger$/u,
    ],
    [{ conclusion: "timed_out" }, "failure", /^1 jobs failed/u],
    [{ conclusion: "startup_failure" }, "failure", /^The trigger failed, no benchmark ran$/u],
    [{ conclusion: "action_required" }, "failure", /^The trigger failed, no benchmark ran$/u],
  ])("of a run %j: %s", (state, conclusion, title) => {
    const shown = aRun(900, { ...state, planKey: SWEEP_PLAN.key });
    const kind = shown.run.status === "completed" ? ("ended" as const) : ("running" as const);
    const progress = { families: [], total: 3, done: 2, failed: 1, failures: [] };
    const check = sweepCheck(
      { decision: { kind, plan: SWEEP_PLAN, runId: 900 }, shown, cancel: [] },
      progress,
      sources,
    );
    expect(check).toMatchObject({
      conclusion,
      detailsUrl: shown.run.url,
      status: conclusion === null ? "in_progress" : "completed",
    });
    expect(check?.title).toMatch(title);
  });

  test("is not there where no sweep was judged, and every other one can be said", () => {
    for (const verdict of SWEEPS) {
      expect(sweepCheck(verdict, null, sources) === null).toBe(!("plan" in verdict.decision));
    }
  });

  test("does not link another sweep's run", () => {
    const shown = aRun(900, { planKey: "f".repeat(16) });
    const check = sweepCheck(
      { decision: { kind: "start", plan: SWEEP_PLAN }, shown, cancel: [] },
      null,
      sources,
    );
    expect(check?.detailsUrl).toBeNull();
  });
});
