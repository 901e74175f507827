import type { Config } from "../model/config.ts";
import type { PastDuration } from "../model/run-states.ts";
import type { PlannedJobs } from "./validation.ts";

export interface Estimate {
  readonly ms: number;
  /** Of how many earlier jobs this is the median; 0: from the nominal times of the settings. */
  readonly pastJobs: number;
}

/** How long a job of a family on a pool takes. */
export type EstimateOf = (family: string, pool: string) => Estimate;

const MINUTE_MS = 60_000;

/** Estimates from earlier jobs of the same family and pool, else from the nominal minutes of each point (spec/control-plane §10 row 15). */
export function estimates(
  past: readonly PastDuration[],
  planned: readonly PlannedJobs[],
  { sweep }: Config,
): EstimateOf {
  const nominal = sweep.nominalMinutes;
  return (family, pool) => {
    const found = past.find((each) => each.family === family && each.pool === pool);
    if (found !== undefined) return { ms: found.medianMs, pastJobs: found.jobs };
    const plan = planned.find((each) => each.family === family && each.pool === pool);
    const points = plan === undefined ? 1 : plan.points / plan.jobs;
    return { ms: nominal[scenarioOf(family)] * points * MINUTE_MS, pastJobs: 0 };
  };
}

/** The scenario that a family measures, by its name (spec/control-plane §6.2). */
function scenarioOf(family: string): keyof Config["sweep"]["nominalMinutes"] {
  if (family.endsWith("eval")) return "eval";
  if (family.endsWith("agentic")) return "agentic";
  if (family.endsWith("1k1k")) return "1k1k";
  return family.endsWith("8k1k") ? "8k1k" : "other";
}
