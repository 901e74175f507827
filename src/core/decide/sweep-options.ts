import type { SweepOptions } from "../matrix/plan-sweep.ts";
import type { Config } from "../model/config.ts";
import { selectLabels, sweepFlags } from "./labels.ts";

/** What labels and settings say about planning a sweep; without exactly one primary label the plan is a full sweep's. */
export function sweepOptionsOf(labels: readonly string[], config: Config): SweepOptions {
  const selection = selectLabels(labels, config);
  const { allEvals, evalsOnly } = sweepFlags(labels, config);
  return {
    trimConc: selection.kind === "one" && !selection.primary.full,
    allEvals,
    evalsOnly,
    nominalMinutes: nominalMinutes(config),
  };
}

function nominalMinutes({ sweep }: Config): NonNullable<SweepOptions["nominalMinutes"]> {
  const { other, eval: evals, ...throughput } = sweep.nominalMinutes;
  return { throughput, other, eval: evals };
}
