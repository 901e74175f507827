import type { Facts } from "../model/facts.ts";
import type { CheckRun } from "../model/github.ts";
import type { ReadinessVerdict } from "./readiness.ts";

/** Whether everything that was looked at on a head is green, by the names of what is not. */
export interface HeadChecks {
  readonly failed: readonly string[];
  readonly pending: readonly string[];
}

const GREEN: ReadonlySet<string | null> = new Set(["success", "neutral", "skipped"]);
const READINESS = "sweepbot/merge-readiness";

/**
 * Everything on the head that was looked at by anybody, what the settings name besides, and our own
 * verdict instead of our own check runs, which are as old as the last look (spec/control-plane §8.1
 * steps 11 and 12). Jobs of the run that is published say nothing of this head.
 */
export function headChecks(
  facts: Facts,
  readiness: ReadinessVerdict | null,
  runId: number,
): HeadChecks {
  const own = ownChecks(facts, readiness);
  const others = othersChecks(facts, runId);
  const seen = [...othersRuns(facts, runId).map(({ name }) => name), ...contextsOf(facts)];
  const missing = facts.config.inForce.merge.checks.filter((name) => !seen.includes(name));
  return {
    failed: unique([...own.failed, ...others.failed]),
    pending: unique([...own.pending, ...others.pending, ...missing]),
  };
}

function ownChecks({ config }: Facts, readiness: ReadinessVerdict | null): HeadChecks {
  const { merge } = config.inForce;
  const all = readiness !== null && "items" in readiness ? readiness.items : [];
  const items = all.filter(({ aspect }) => aspect !== "signoff" || merge.requireSignoff);
  const named = (outcomes: readonly string[]): readonly string[] =>
    items
      .filter(({ outcome }) => outcomes.includes(outcome))
      .map(({ aspect }) => (aspect === "signoff" ? config.inForce.signoff.context : READINESS));
  return { failed: named(["fail"]), pending: named(["missing", "waiting"]) };
}

function othersChecks(facts: Facts, runId: number): HeadChecks {
  const runs = othersRuns(facts, runId);
  const statuses = othersStatuses(facts);
  const isOpen = ({ status }: CheckRun): boolean => status !== "completed";
  return {
    failed: [
      ...runs.filter((run) => !isOpen(run) && !GREEN.has(run.conclusion)).map(({ name }) => name),
      ...statuses
        .filter(({ state }) => state === "failure" || state === "error")
        .map(({ context }) => context),
    ],
    pending: [
      ...runs.filter(isOpen).map(({ name }) => name),
      ...statuses.filter(({ state }) => state === "pending").map(({ context }) => context),
    ],
  };
}

function othersRuns({ app, checkRuns }: Facts, runId: number): readonly CheckRun[] {
  const ofRun = new RegExp(`/actions/runs/${runId}(?:/|$)`, "u");
  return checkRuns.filter(
    ({ appId, detailsUrl }) => appId !== app.id && !ofRun.test(detailsUrl ?? ""),
  );
}

function othersStatuses({ app, statuses }: Facts): Facts["statuses"] {
  return statuses.filter(({ creator }) => creator?.login !== app.login);
}

function contextsOf(facts: Facts): readonly string[] {
  return othersStatuses(facts).map(({ context }) => context);
}

function unique(names: readonly string[]): readonly string[] {
  return [...new Set(names)];
}
