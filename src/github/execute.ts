/** Does what a plan says, in its order. Knows no rule: what to do was decided before. */
import type { Effect } from "../core/model/effect.ts";
import { createReviewOnce } from "./create-review.ts";
import { dispatchRepositoryOnce } from "./dispatch-repository.ts";
import { dispatchWorkflowOnce, isRefusal } from "./dispatch-workflow.ts";
import type { ExecuteContext, Outcome } from "./execution.ts";
import { mergePullOnce } from "./merge-pull.ts";
import { prepareHeadOnce } from "./prepare-head.ts";
import { pushCommitOnce } from "./push-commit.ts";
import { recoverOnce } from "./recover-step.ts";
import { rerunOnce } from "./rerun-run.ts";

export interface Execution {
  /** Set when something waits for GitHub to show what an earlier attempt did. */
  readonly lookAgainMs: number | null;
}

/**
 * Performs effects one after another and writes an audit row for each. The first failure ends it and
 * is thrown: the queue repeats the pass, which then plans only what is still missing.
 */
export async function execute(
  effects: readonly Effect[],
  context: ExecuteContext,
): Promise<Execution> {
  let lookAgainMs: number | null = null;
  for (const effect of effects) {
    // The queue may have handed this pull request to another process meanwhile.
    context.signal?.throwIfAborted();
    const outcome = await perform(effect, context);
    await context.audit(effect.kind, describe(effect, outcome));
    if (outcome.kind === "waiting") {
      lookAgainMs = Math.min(lookAgainMs ?? outcome.lookAgainMs, outcome.lookAgainMs);
    }
  }
  return { lookAgainMs };
}

const DONE: Outcome = { kind: "done" };
/** A run that GitHub has only just queued again cannot be cancelled for a moment: the rest goes on. */
const CANCEL_AGAIN: Outcome = { kind: "waiting", lookAgainMs: 5_000 };

async function perform(effect: Effect, context: ExecuteContext): Promise<Outcome> {
  const { github, pull } = context;
  switch (effect.kind) {
    case "createComment":
      return done(github.createComment(pull.pull, effect.body));
    case "updateComment":
      return done(github.updateComment(effect.commentId, effect.body));
    case "deleteComment":
      return done(github.deleteComment(effect.commentId));
    case "minimizeComment":
      return done(github.minimizeComment(effect.nodeId));
    case "react":
      return addReaction(effect, context);
    case "createCheckRun":
      return done(github.createCheckRun(effect.check));
    case "updateCheckRun":
      return done(github.updateCheckRun(effect.checkRunId, effect.check));
    case "setStatus":
      return done(github.setStatus(effect.status));
    case "removeLabel":
      return done(github.removeLabel(pull.pull, effect.label));
    case "cancelRun":
      return (await github.cancelRun(effect.runId)) === "done" ? DONE : CANCEL_AGAIN;
    case "rerunRun":
      return rerunOnce(effect, context);
    case "dispatchWorkflow":
      return dispatchWorkflowOnce(effect, context);
    case "dispatchRepository":
      return dispatchRepositoryOnce(effect, context);
    case "createReview":
      return createReviewOnce(effect, context);
    case "pushCommit":
      return pushCommitOnce(effect.push, context);
    case "recover":
      return recoverOnce(effect, context);
    case "takeTurn":
      return takeTurnOf(context);
    case "prepareHead":
      return prepareHeadOnce(effect.push, context);
    case "mergePull":
      return mergePullOnce(effect.merge, context);
  }
}

async function done(write: Promise<unknown>): Promise<Outcome> {
  await write;
  return DONE;
}

async function takeTurnOf({ takeTurn, pull }: ExecuteContext): Promise<Outcome> {
  return { kind: "done", note: (await takeTurn(pull)) ? "taken" : "held_by_another" };
}

/** A reaction is a courtesy: a locked conversation or a deleted comment must not end the pass. */
async function addReaction(
  { commentId, content }: Extract<Effect, { kind: "react" }>,
  { github }: ExecuteContext,
): Promise<Outcome> {
  try {
    await github.addReaction(commentId, content);
    return DONE;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { kind: "done", note: error.message };
  }
}

function describe(effect: Effect, outcome: Outcome): Readonly<Record<string, unknown>> {
  if (effect.kind === "pushCommit" || effect.kind === "prepareHead") {
    const { commit, ...push } = effect.push;
    const { parents, file, changes } = commit;
    const bytes = file.bytes.byteLength;
    return { ...push, parents, path: file.path, bytes, merged: changes.length, outcome };
  }
  if (effect.kind === "recover") {
    const { key, act } = effect;
    return { key, step: act.kind, outcome };
  }
  if (effect.kind === "createReview") {
    const { key, review } = effect;
    return { key, headSha: review.headSha, comments: review.comments.length, outcome };
  }
  if (!("body" in effect)) return { ...effect, outcome };
  const { body, ...fields } = effect;
  return { ...fields, characters: body.length, outcome };
}
