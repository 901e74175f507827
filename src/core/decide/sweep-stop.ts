/** What orders and stops mean for runs that are there. */
import type { Facts, RunFacts } from "../model/facts.ts";
import { standingOrders } from "./sweep-request.ts";
import { sweepRecords, type SweepStop } from "./sweep-record.ts";

function stops(facts: Pick<Facts, "app" | "comments">): readonly SweepStop[] {
  return sweepRecords(facts).filter((record) => record.kind === "stopped");
}

/** Plan keys of sweeps that `/sweep cancel` stopped before their run could be seen: they are not started any more. */
export function stoppedKeys(facts: Pick<Facts, "app" | "comments">): readonly string[] {
  return stops(facts).flatMap(({ key }) => key ?? []);
}

/** True for exactly the attempt that `/sweep cancel` stopped; one that a person opens later goes on. */
export function isStopped({ run, planKey }: RunFacts, facts: Facts): boolean {
  return stops(facts).some(
    (stop) =>
      stop.runs.some(({ id, attempt }) => id === run.id && attempt === run.attempt) ||
      (stop.key !== null && stop.key === planKey && run.attempt === 1),
  );
}

/** True for a run of a commit that a standing order names: a push alone does not cancel it (decision 7). */
export function isOrdered({ sourceSha }: RunFacts, facts: Facts): boolean {
  return standingOrders(facts).some((order) => order.headSha.startsWith(sourceSha));
}
