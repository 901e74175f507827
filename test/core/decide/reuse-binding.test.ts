import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { judgeBinding } from "../../../src/core/decide/reuse.ts";
import type { Facts, RunFacts } from "../../../src/core/model/facts.ts";
import { known } from "../../../src/core/model/reading.ts";
import { anArtifact, aRun, EARLIER, FULL, HEAD, NOW } from "../../support/build.ts";
import { ask, brokenRule, fullSweep, judgeAgain, unchanged } from "../../support/reuse.ts";

const DAY_MS = 24 * 3_600_000;
const ELSEWHERE = "e".repeat(40);

describe("an authorisation, judged again (decision 15)", () => {
  const binding = { runId: 900, attempt: 1, sourceSha: HEAD, headSha: HEAD, pinned: false };
  test("stands while every rule holds", () => {
    expect(judgeBinding(binding, [aRun(900)], unchanged())).toMatchObject({
      kind: "authorised",
      binding,
    });
  });

  test.each<[string, RunFacts[], Partial<Facts>, string]>([
    ["the run is gone", [], {}, "run_exists"],
    ["the run was started again", [aRun(900, { attempt: 2 })], {}, "run_exists"],
    ["its results expired", [aRun(900, { artifacts: [] })], {}, "results_available"],
    ["its commit was rebased away", [aRun(900)], { commits: known([]) }, "commit_in_pull"],
    ["the label changed", [aRun(900)], fullSweep(["sweep-enabled"]), "one_full_label_now"],
  ])("is suspended when %s", (_story, runs, facts, rule) => {
    const verdict = judgeBinding(binding, runs, unchanged(facts));
    expect(verdict).toMatchObject({ kind: "suspended", binding });
    expect(brokenRule("rules" in verdict ? verdict : { rules: [] })).toBe(rule);
  });

  test.each([
    ["six days from now", 6, null],
    ["four days from now", 4, NOW + 4 * DAY_MS],
  ])("warns before its results expire: %s", (_, days, expiresAt) => {
    const results = anArtifact("results_bmk", { expiresAt: NOW + days * DAY_MS });
    const artifacts = [results, anArtifact("server_logs_x", { expiresAt: NOW })];
    expect(judgeBinding(binding, [aRun(900, { artifacts })], unchanged())).toMatchObject({
      kind: "authorised",
      expiresAt,
    });
  });

  test("names the attempt that replaced the authorised one", () => {
    const verdict = judgeBinding(binding, [aRun(900, { attempt: 2 })], unchanged());
    expect(verdict).toMatchObject({
      rules: expect.arrayContaining([
        { rule: "run_exists", outcome: "fail", values: { run: 900, attempt: 2 } },
      ]) as unknown,
    });
  });

  test("keeps the allowance that a person gave by naming the run", () => {
    const failed = [aRun(900, { conclusion: "failure" })];
    expect(judgeBinding({ ...binding, pinned: true }, failed, unchanged()).kind).toBe("authorised");
    expect(judgeBinding(binding, failed, unchanged()).kind).toBe("suspended");
  });

  test("agrees with the answer to the comment on any run", () => {
    const run = fc.record({
      conclusion: fc.constantFrom(
        "success" as const,
        "failure" as const,
        "cancelled" as const,
        "timed_out" as const,
      ),
      event: fc.constantFrom("pull_request", "push"),
      sourceSha: fc.constantFrom(HEAD, EARLIER, ELSEWHERE),
      attempt: fc.constantFrom(1, 2),
      artifacts: fc.constantFrom<string[]>([], ["results_bmk"], ["bmk_x"]),
    });
    const labels = fc.constantFrom<string[]>([], [FULL], ["sweep-enabled"], [FULL, "evals-only"]);
    fc.assert(
      fc.property(fc.array(run, { maxLength: 3 }), labels, fc.boolean(), (shapes, on, pinned) => {
        const runs = shapes.map((shape, index) => aRun(900 + index, shape));
        const context = unchanged(fullSweep(on));
        const judgement = ask(pinned ? 900 : null, runs, context);
        const again = judgeAgain(judgement, pinned, runs, context);
        expect(again.kind === "authorised").toBe(judgement.kind === "eligible");
        if (judgement.kind === "eligible" || judgement.runId !== null) {
          expect(again).toMatchObject({ rules: judgement.rules });
        }
      }),
    );
  });
});
