/** Causes of failures, for tests of what is concluded from them and said about them. */
import type { FailuresVerdict, Failure } from "../../src/core/decide/failures.ts";
import type { RetryVerdict } from "../../src/core/decide/retry.ts";
import { CAUSE_CLASSES, type CauseReading, type Finding } from "../../src/core/model/cause.ts";
import { known, unknown } from "../../src/core/model/reading.ts";
import type { Explanation } from "../../src/core/render/blame.ts";
import { NASTY } from "./verdicts.ts";

export function aFinding(more: Partial<Finding> = {}): Finding {
  return {
    class: "collective",
    infrastructure: false,
    where: "log",
    text: "RuntimeError: NCCL error: unhandled cuda error",
    line: 812,
    ...more,
  };
}

export const LOST: Finding = aFinding({
  class: "runner_lost",
  infrastructure: true,
  where: "annotation",
  text: "The self-hosted runner: b200-01 lost communication with the server.",
  line: null,
});

export function aFailure(cause: CauseReading | null, more: Partial<Failure> = {}): Failure {
  return {
    jobId: 1,
    name: "eval / a",
    url: "https://github.com/acme/gpu-benchmarks/actions/runs/900/job/1",
    failedStep: "Benchmark",
    runnerName: "b200-01",
    cause,
    ...more,
  };
}

/** A cause of every kind, nasty where people write. */
export const CAUSES: readonly (CauseReading | null)[] = [
  null,
  known(null),
  ...CAUSE_CLASSES.map((each) => known(aFinding({ class: each, text: NASTY }))),
  known(aFinding({ where: "step", text: NASTY, line: null })),
  known({ ...LOST, text: NASTY }),
  ...(["forbidden", "not_found", "truncated", "too_large", "unreadable"] as const).map(unknown),
];

export function someFailures(more: Partial<FailuresVerdict> = {}): FailuresVerdict {
  return { failures: [aFailure(known(LOST))], cancelledByFailFast: 0, blame: "machines", ...more };
}

const count = { nth: 1, most: 2, jobs: 3 };
export const RETRIES: readonly RetryVerdict[] = [
  { kind: "none" },
  { kind: "due", key: "k", runId: 900, attempt: 1, sentAt: null, ...count },
  { kind: "again", ...count },
  { kind: "spent", most: 2 },
  { kind: "refused", reason: NASTY },
];

/** Everything that may be known of a sweep that failed. */
export const EXPLANATIONS: readonly Explanation[] = [
  { failures: null, retry: { kind: "none" } },
  ...(["none", "machines", "benchmark", "trigger", "unknown"] as const).map(
    (blame): Explanation => ({ failures: someFailures({ blame }), retry: { kind: "none" } }),
  ),
  {
    failures: someFailures({ failures: [aFailure(known(aFinding({ class: "timeout" })))] }),
    retry: { kind: "none" },
  },
  ...RETRIES.map((retry): Explanation => ({ failures: someFailures(), retry })),
];
