import type { FailuresVerdict } from "../decide/failures.ts";
import type { RetryVerdict } from "../decide/retry.ts";
import type { CheckRunContent } from "../model/effect.ts";
import type { Row } from "./rows.ts";

/** What is known of the failures of the shown run. */
export interface Explanation {
  readonly failures: FailuresVerdict | null;
  readonly retry: RetryVerdict;
}

/**
 * The card's line of a sweep that failed, with who failed (decision 13) and what becomes of it; any
 * other line as it is.
 */
export function withBlame(row: Row, { failures, retry }: Explanation): Row {
  const said = (mark: Row["mark"], code: string, values: Row["values"] = {}): Row => ({
    ...row,
    mark,
    code: `sweep_${code}`,
    values: { ...row.values, ...values },
  });
  switch (retry.kind) {
    case "due":
    case "again":
      return said("wait", `retry_${retry.kind}`, {
        ...{ jobs: retry.jobs, nth: retry.nth, most: retry.most },
      });
    case "spent":
      return said("fail", "retry_spent", { most: retry.most });
    case "refused":
      return said("fail", "retry_refused", { reason: retry.reason });
    case "none":
      break;
  }
  if (row.code === "sweep_cancelled" && ranOutOfTime(failures)) return said("fail", "timed_out");
  const code = row.code === "sweep_failure" ? FAILURES[failures?.blame ?? "none"] : null;
  return code === null ? row : said("fail", code);
}

/** The sentence of each blame; null keeps the line that the benchmark failed. */
const FAILURES = {
  none: null,
  benchmark: null,
  machines: "machines_failed",
  trigger: "setup_failed",
  unknown: "failure_unknown",
} as const;

function ranOutOfTime(failures: FailuresVerdict | null): boolean {
  return (failures?.failures ?? []).some(
    ({ cause }) => cause?.kind === "known" && cause.value?.class === "timeout",
  );
}

interface CheckState {
  readonly title: string;
  readonly conclusion: CheckRunContent["conclusion"];
}

/** The state of the check run `sweepbot/sweep` with the same; a run that is run again is not over. */
export function checkStateWithBlame(
  state: CheckState,
  { failures, retry }: Explanation,
): CheckState {
  if (retry.kind === "due") return { title: "retrying", conclusion: null };
  if (state.title !== "failure") return state;
  const title = CHECK_TITLES[failures?.blame ?? "none"];
  return title === null ? state : { ...state, title };
}

const CHECK_TITLES = {
  none: null,
  benchmark: null,
  machines: "machines_failed",
  trigger: "trigger_failed",
  unknown: "failure_unknown",
} as const;
