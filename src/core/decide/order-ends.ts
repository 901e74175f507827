/** What ends an order before it is carried out (spec/control-plane §8.4.3, §8.4.4). */
import type { Facts } from "../model/facts.ts";
import { isFromFork } from "./fork.ts";
import { stillAsksToMerge } from "./needs.ts";
import { coversHead } from "./order-heads.ts";
import {
  type EndCode,
  orderCancels,
  type StageValues,
  type StandingOrder,
} from "./order-record.ts";
import { reuseCancelledAt } from "./reuse-record.ts";
import type { ReuseVerdict } from "./reuse.ts";
import type { SignoffVerdict } from "./signoff.ts";
import { mayStartSweeps } from "./sweep-obstacles.ts";

export interface End {
  readonly code: EndCode;
  readonly values: StageValues;
}

/** Longest value that our answer keeps: what GitHub refused may be told at length. */
const VALUE_CHARACTERS = 400;

/** An end with what its sentence is filled with, short enough to be kept in our answer. */
export function end(code: EndCode, values: StageValues = {}): End {
  const short = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === "string" ? value.slice(0, VALUE_CHARACTERS) : value,
  ]);
  // Entries of these values again, shortened.
  return { code, values: Object.fromEntries(short) as StageValues };
}

export interface EndGround {
  readonly facts: Facts;
  /** The verdict on the run that the order is about, whether its authorisation is recorded yet or not. */
  readonly reuse: ReuseVerdict;
  readonly signoff: SignoffVerdict;
}

/** Why the order is over now; null while it goes on. What could not be read ends nothing. */
export function endOf(standing: StandingOrder, ground: EndGround): End | null {
  const { facts } = ground;
  return (
    pullEnd(facts) ??
    wordEnd(standing, facts) ??
    (coversHead(facts, standing) ? null : end("head_moved", shortSha(facts.pull.headSha))) ??
    sweepEnd(standing, facts) ??
    reuseEnd(standing, ground.reuse) ??
    signoffEnd(standing, ground)
  );
}

function shortSha(sha: string): StageValues {
  return { sha: sha.slice(0, 7) };
}

function pullEnd({ config, pull, repository }: Facts): End | null {
  if (!config.inForce.merge.withReuse) return end("switched_off");
  if (pull.state === "closed") return end("closed");
  if (pull.draft) return end("draft");
  if (isFromFork({ pull, repository })) return end("fork");
  return pull.baseRef === repository.defaultBranch
    ? null
    : end("other_base", { base: pull.baseRef });
}

/** What people have said since, and whether whoever ordered it still may. */
function wordEnd({ answer, order }: StandingOrder, facts: Facts): End | null {
  const { comments, app, permissions, repository } = facts;
  if (orderCancels(facts).some((id) => id > answer.id)) return end("cancelled");
  const command = comments.find(({ id }) => id === order.commentId);
  if (command === undefined || !stillAsksToMerge(command, repository)) return end("withdrawn");
  const taken = reuseCancelledAt(comments, app.id);
  if (taken !== null && taken >= answer.createdAt) return end("reuse_withdrawn");
  return mayStartSweeps(permissions[order.login]) === false
    ? end("no_permission", { login: order.login })
    : null;
}

/** A sweep that somebody has started since is wanted: merging would cancel it. */
function sweepEnd({ order }: StandingOrder, { runs }: Facts): End | null {
  const started = runs.find(
    ({ run, planKey, belongs }) =>
      belongs && planKey !== null && run.status !== "completed" && run.id !== order.binding.runId,
  );
  return started === undefined ? null : end("sweep_started", { run: started.run.id });
}

function reuseEnd({ order }: StandingOrder, reuse: ReuseVerdict): End | null {
  const { runId } = order.binding;
  if (reuse.kind === "none") return end("reuse_withdrawn");
  if (reuse.binding.runId !== runId) return end("reuse_changed", { run: reuse.binding.runId });
  if (reuse.kind === "authorised") return null;
  const broken = reuse.rules.find(({ outcome }) => outcome === "fail");
  if (broken === undefined) return null;
  return end("reuse_suspended", { ...broken.values, rule: broken.rule, suspended: runId });
}

/** Before it is prepared the head must stay signed; afterwards the checks wait for the sign-off to be carried over. */
function signoffEnd({ order }: StandingOrder, { facts, signoff }: EndGround): End | null {
  const { state } = signoff.status;
  if (!facts.config.inForce.merge.requireSignoff) return null;
  const isAccepted = facts.pull.headSha === order.binding.headSha;
  const isLost = state === "failure" || (state === "pending" && isAccepted);
  const { context } = facts.config.inForce.signoff;
  return isLost ? end("signoff_lost", { context }) : null;
}
