import type { Verdicts } from "../decide/decide.ts";
import { runName } from "../decide/plan-key.ts";
import type { SweepPlan } from "../decide/sweep.ts";
import type { Effect } from "../model/effect.ts";
import type { Facts } from "../model/facts.ts";
import { sweepCheck } from "../render/checks.ts";
import type { Dictionary } from "../render/words.ts";

/** The dispatches that are due: the sweep that was judged, and the ingest after the merge. */
export function planDispatch(
  verdicts: Verdicts,
  facts: Facts,
  dictionary: Dictionary,
): readonly Effect[] {
  const effects: Effect[] = [];
  const { decision } = verdicts.sweep;
  const check = sweepCheck(verdicts.sweep, null, { facts, dictionary });
  if (decision.kind === "start" && check !== null) {
    const { sweep } = facts.config.inForce;
    effects.push({
      kind: "dispatchWorkflow",
      check,
      dispatch: {
        key: decision.plan.key,
        workflow: sweep.workflow,
        ref: sweep.ref ?? facts.repository.defaultBranch,
        inputs: dispatchInputs(decision.plan, facts),
        headSha: decision.plan.headSha,
      },
    });
  }
  if (verdicts.merge.kind === "ingest") {
    effects.push({ kind: "dispatchRepository", dispatch: verdicts.merge.dispatch });
  }
  return effects;
}

/**
 * What the sweep workflow is told, as text; the same names stand in `templates/workflows/run-sweep.yml`.
 * The run's name comes ready, because a workflow expression cannot cut a commit to its first characters.
 */
export function dispatchInputs(
  plan: SweepPlan,
  facts: Pick<Facts, "pull">,
): Readonly<Record<string, string>> {
  const { primary, flags } = plan;
  return {
    "run-name": runName(facts.pull.number, plan.headSha, plan.key),
    "pull-request": String(facts.pull.number),
    "head-sha": plan.headSha,
    "base-sha": plan.baseSha,
    "plan-key": plan.key,
    "matrix-digest": plan.matrixDigest,
    "trim-conc": String(!primary.full),
    canary: String(primary.canary),
    "fail-fast": String(primary.failFast),
    "all-evals": String(flags.allEvals),
    "evals-only": String(flags.evalsOnly),
    "agentx-fast": String(flags.agentxFast),
    "labels-json": JSON.stringify(facts.pull.labels),
  };
}
