import type { Facts } from "../model/facts.ts";
import type { PublishedRows } from "../model/results.ts";
import { decideChangelog } from "./changelog.ts";
import { type CommandsVerdict, decideCommands } from "./commands.ts";
import { decideGate, type GateVerdict } from "./gate.ts";
import { decideMatrix } from "./matrix.ts";
import { decideMerge, type MergeVerdict } from "./merge.ts";
import { stillAsksForReuse } from "./needs.ts";
import { type Progress, progressOf } from "./progress.ts";
import { decidePublished } from "./published.ts";
import { decideResults, type ResultsVerdict } from "./results.ts";
import { reuseInForce } from "./reuse-record.ts";
import { reuseContext } from "./reuse-sources.ts";
import { judgeBinding, judgeReuse, type ReuseVerdict } from "./reuse.ts";
import type { ReuseContext } from "./reuse-rules.ts";
import { decideSignoff, type SignoffVerdict } from "./signoff.ts";
import { decideSweep, type SweepVerdict } from "./sweep.ts";
import type { ChangelogVerdict, MatrixVerdict } from "./validation.ts";

/** Everything that is concluded about a pull request in one pass. */
export interface Verdicts {
  readonly changelog: ChangelogVerdict;
  readonly matrix: MatrixVerdict;
  readonly gate: GateVerdict;
  readonly reuse: ReuseVerdict;
  readonly sweep: SweepVerdict;
  readonly progress: Progress | null;
  readonly commands: CommandsVerdict;
  readonly signoff: SignoffVerdict;
  readonly merge: MergeVerdict;
  /** What the shown run measured; null while it goes on. */
  readonly results: ResultsVerdict | null;
  /** Measurements that count as published, to be kept for later comparisons. */
  readonly published: readonly PublishedRows[];
}

/** Facts to verdicts, nothing else: the same facts always give the same verdicts. */
export function decide(facts: Facts): Verdicts {
  const changelog = decideChangelog(facts);
  const matrix = decideMatrix(facts, changelog);
  const context = reuseContext(facts, matrix);
  const { verdict: reuse, since } = decideReuse(facts, context);
  const reuseSince = reuse.kind === "authorised" ? since : null;
  const sweep = decideSweep({ facts, changelog, matrix, reuseSince });
  const merge = decideMerge(facts, reuse, { changelog, matrix });
  return {
    changelog,
    matrix,
    gate: decideGate(facts, { changelog, matrix }),
    reuse,
    sweep,
    progress: decideProgress(sweep, matrix),
    commands: decideCommands(facts, context, { changelog, matrix }, sweep),
    signoff: decideSignoff(facts, reuse),
    merge,
    results: decideResults(facts, sweep),
    published: decidePublished(facts, merge),
  };
}

function decideReuse(
  facts: Facts,
  context: ReuseContext,
): { readonly verdict: ReuseVerdict; readonly since: number | null } {
  const inForce = reuseInForce(facts.comments, facts.app.id, (comment, binding) =>
    stillAsksForReuse(comment, binding, facts.repository),
  );
  if (inForce !== null) {
    return { verdict: judgeBinding(inForce.binding, facts.runs, context), since: inForce.at };
  }
  const candidate =
    facts.pull.state === "open"
      ? judgeReuse({ runId: null, pinned: false }, facts.runs, context)
      : null;
  const suggestion = candidate?.kind === "eligible" ? candidate.binding : null;
  return { verdict: { kind: "none", suggestion }, since: null };
}

/** Progress of the run on the card; planned job counts only where it is the run of the present plan. */
function decideProgress(sweep: SweepVerdict, matrix: MatrixVerdict): Progress | null {
  const { shown, decision } = sweep;
  if (shown?.jobs == null) return null;
  const current = "plan" in decision && shown.planKey === decision.plan.key;
  const planned = current && matrix.kind === "planned" ? matrix.families : {};
  const progress = progressOf(shown.jobs, planned);
  return progress.total === 0 ? null : progress;
}
