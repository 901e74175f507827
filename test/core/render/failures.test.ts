import { describe, expect, test } from "@jest/globals";
import { renderFailures } from "../../../src/core/render/failures.ts";
import { withBlame } from "../../../src/core/render/blame.ts";
import { sweepRow } from "../../../src/core/render/rows.ts";
import { sweepCheck } from "../../../src/core/render/checks.ts";
import { known, unknown } from "../../../src/core/model/reading.ts";
import { aRun } from "../../support/build.ts";
import { aFailure, aFinding, CAUSES, LOST, RETRIES, someFailures } from "../../support/causes.ts";
import { dictionary, someFacts } from "../../support/facts.ts";
import { SWEEP_PLAN } from "../../support/verdicts.ts";

const { en, zh } = dictionary;

describe("the list of failures", () => {
  test.each([en, zh])(
    "says every cause in $language, with a next step where one is asked about",
    (words) => {
      for (const cause of CAUSES) {
        const text = renderFailures(someFailures({ failures: [aFailure(cause)] }), words);
        expect(text).toContain("eval / a");
        expect(text.includes("\n- ")).toBe(cause !== null);
      }
    },
  );

  test("names job, step, machine, cause and the line of the log", () => {
    const failures = [aFailure(known(aFinding())), aFailure(known(LOST))];
    expect(renderFailures(someFailures({ failures }), en).split("\n")).toEqual([
      "Failed first:",
      "1. [eval / a](https://github.com/acme/gpu-benchmarks/actions/runs/900/job/1): step Benchmark — NCCL or RCCL error: `RuntimeError: NCCL error: unhandled cuda error` (line 812)",
      "1. [eval / a](https://github.com/acme/gpu-benchmarks/actions/runs/900/job/1): step Benchmark — the runner was lost (on `b200-01`): `The self-hosted runner: b200-01 lost communication with the server.`",
      "",
      expect.stringMatching(/^- NCCL or RCCL: /u),
      expect.stringMatching(/^- A machine failed: .*`\/sweep rerun failed`/u),
    ]);
  });

  test("shows five and counts the others, says each next step once, and counts what fail-fast cancelled", () => {
    const failures = Array.from({ length: 7 }, () => aFailure(known(null)));
    const text = renderFailures(someFailures({ failures, cancelledByFailFast: 12 }), en);
    expect(text.match(/^1\. /gmu)).toHaveLength(5);
    expect(text).toContain("and 2 more");
    expect(text).toContain("Cancelled by fail-fast because of these: 12");
    expect(text.match(/^- /gmu)).toHaveLength(1);
  });

  test("is empty where nothing failed", () => {
    expect([renderFailures(null, en), renderFailures(someFailures({ failures: [] }), en)]).toEqual([
      "",
      "",
    ]);
  });
});

describe("who failed", () => {
  const shown = aRun(900, { conclusion: "failure", planKey: SWEEP_PLAN.key, jobs: [] });
  const sweep = {
    decision: { kind: "ended", plan: SWEEP_PLAN, runId: 900 },
    shown,
    cancel: [],
  } as const;
  const none = { kind: "none" } as const;

  test.each([
    ["none", "sweep_failure", "the benchmark failed, not the trigger"],
    ["benchmark", "sweep_failure", "the benchmark failed, not the trigger"],
    ["machines", "sweep_machines_failed", "the machines failed, not the recipe"],
    ["trigger", "sweep_setup_failed", "The trigger failed, no benchmark ran"],
    ["unknown", "sweep_failure_unknown", "the cause could not be found out"],
  ] as const)("%s: on the card and in the check run", (blame, code, title) => {
    const explanation = { failures: someFailures({ blame }), retry: none };
    expect(withBlame(sweepRow(sweep), explanation)).toMatchObject({ code, mark: "fail" });
    const check = sweepCheck(sweep, null, { facts: someFacts(), dictionary, explanation });
    expect(check).toMatchObject({
      conclusion: "failure",
      title: expect.stringContaining(title) as unknown,
    });
    expect(check?.summary).toContain("the runner was lost");
  });

  test.each(RETRIES.map((retry) => [retry.kind, retry] as const))(
    "with a re-run that is %s the check is over only when nothing more comes",
    (kind, retry) => {
      const explanation = { failures: someFailures(), retry };
      const check = sweepCheck(sweep, null, { facts: someFacts(), dictionary, explanation });
      expect(check?.conclusion).toBe(kind === "due" ? null : "failure");
    },
  );

  test("a run that was cancelled is so, unless a job ran out of time", () => {
    const cancelled = { ...sweep, shown: aRun(900, { conclusion: "cancelled" }) };
    const code = (cause: Parameters<typeof aFailure>[0]): string =>
      withBlame(sweepRow(cancelled), {
        failures: someFailures({ failures: [aFailure(cause)], blame: "benchmark" }),
        retry: none,
      }).code;
    expect(code(known(aFinding({ class: "timeout" })))).toBe("sweep_timed_out");
    expect(code(unknown("not_found"))).toBe("sweep_cancelled");
  });

  test("other lines stay as they are", () => {
    const row = sweepRow({ decision: { kind: "observing" }, shown: null, cancel: [] });
    expect(withBlame(row, { failures: someFailures(), retry: none })).toBe(row);
  });
});
