/** A model of GitHub for tests of plans: the facts as they are once the effects have been carried out. */
import { parseRunName, runName } from "../../src/core/decide/plan-key.ts";
import type { CheckRunContent, Effect, StatusContent } from "../../src/core/model/effect.ts";
import type { Facts } from "../../src/core/model/facts.ts";
import type { CheckRun, Comment, CommitStatus, Review } from "../../src/core/model/github.ts";
import { aPerson, aRun, ownComment } from "./build.ts";

/** Carries effects out, one after another, on facts instead of GitHub. */
export function applied(facts: Facts, effects: readonly Effect[]): Facts {
  return effects.reduce(apply, facts);
}

function apply(facts: Facts, effect: Effect): Facts {
  switch (effect.kind) {
    case "createComment":
      return withNewComment(facts, newComment(facts, effect.body));
    case "updateComment":
      return withComment(facts, effect.commentId, { body: effect.body, updatedAt: facts.now });
    case "deleteComment": {
      const comments = facts.comments.filter((comment) => comment.id !== effect.commentId);
      if (comments.length === facts.comments.length) throw new Error("deleted twice");
      return { ...facts, comments };
    }
    case "react": {
      const [comment] = facts.comments.filter(({ id }) => id === effect.commentId);
      const given = comment?.reactionCounts[effect.content] ?? 0;
      const reactionCounts = { ...comment?.reactionCounts, [effect.content]: given + 1 };
      return withComment(facts, effect.commentId, { reactionCounts });
    }
    case "createCheckRun":
      return withCheck(facts, effect.check);
    case "updateCheckRun":
      return withCheck(facts, effect.check);
    case "setStatus":
      return withStatus(facts, effect.status);
    case "dispatchWorkflow":
      return withRun(withCheck(facts, effect.check), effect.dispatch.key);
    case "dispatchRepository": {
      const { key, kind } = effect.dispatch;
      return withRecord(facts, key, { kind, result: "sent" });
    }
    case "createReview":
      return { ...facts, reviews: [...facts.reviews, newReview(facts, effect.review.body)] };
    case "pushCommit": {
      const result = `pushed:${"e".repeat(40)}`;
      return withRecord(facts, effect.push.key, { kind: "repair", result });
    }
    case "recover":
      return withRecord(facts, effect.key, { kind: "recover", result: "done" });
    case "takeTurn": {
      const own = { pull: facts.pull.number, at: facts.now, holdsTurn: true };
      const others = facts.mergeQueue.filter(({ pull }) => pull !== own.pull);
      return { ...facts, mergeQueue: [...others, own] };
    }
    case "prepareHead": {
      const result = `made:${"e".repeat(40)}`;
      return withRecord(facts, effect.push.key, { kind: "prepare", result });
    }
    case "mergePull": {
      const mergeCommitSha = "f".repeat(40);
      const merged = {
        state: "closed",
        merged: true,
        mergeCommitSha,
        mergedAt: facts.now,
      } as const;
      const pull = { ...facts.pull, ...merged };
      const record = { kind: "merge", result: `merged:${mergeCommitSha}` };
      return withRecord({ ...facts, pull }, effect.merge.key, record);
    }
    case "cancelRun": {
      const runs = facts.runs.map((each) =>
        each.run.id === effect.runId
          ? {
              ...each,
              run: { ...each.run, status: "completed" as const, conclusion: "cancelled" as const },
            }
          : each,
      );
      return { ...facts, runs };
    }
    case "rerunRun":
      return withAttempt(withRecord(facts, effect.key, { kind: "rerun", result: "rerun" }), effect);
    case "removeLabel":
      return withoutLabel(facts, effect.label);
    case "minimizeComment":
      return facts;
  }
}

function withoutLabel(facts: Facts, label: string): Facts {
  const labels = facts.pull.labels.filter((each) => each !== label);
  const actor = aPerson(facts.app.login);
  const id = Math.max(0, ...facts.labelEvents.map((event) => event.id)) + 1;
  const event = { id, kind: "unlabeled", label, actor, createdAt: facts.now } as const;
  return {
    ...facts,
    pull: { ...facts.pull, labels },
    labelEvents: [...facts.labelEvents, event],
  };
}

function withAttempt(facts: Facts, effect: Extract<Effect, { kind: "rerunRun" }>): Facts {
  const runs = facts.runs.map((each) => {
    if (each.run.id !== effect.runId) return each;
    const attempt = effect.attempt + 1;
    return { ...each, run: { ...each.run, attempt, status: "queued" as const, conclusion: null } };
  });
  return { ...facts, runs };
}

function withRecord(facts: Facts, key: string, of: { kind: string; result: string }): Facts {
  const claim = { key, ...of, state: "recorded", at: facts.now } as const;
  return { ...facts, claims: [...facts.claims, claim] };
}

function newReview(facts: Facts, body: string): Review {
  const author = aPerson(facts.app.login);
  const [id, submittedAt, commitSha] = [700, facts.now, facts.pull.headSha];
  return {
    id,
    nodeId: `PRR_${id}`,
    author,
    state: "COMMENTED",
    body,
    commitSha,
    submittedAt,
    url: "",
  };
}

function newComment(facts: Facts, body: string): Comment {
  const id = 1 + Math.max(10_000, ...facts.comments.map((comment) => comment.id));
  return ownComment({ id, body, createdAt: facts.now });
}

/** Nobody has edited it yet. */
function withNewComment(facts: Facts, comment: Comment): Facts {
  const editors =
    facts.editors.kind === "known"
      ? { ...facts.editors, value: { ...facts.editors.value, [comment.nodeId]: null } }
      : facts.editors;
  return { ...facts, editors, comments: [...facts.comments, comment] };
}

function withComment(facts: Facts, id: number, change: Partial<Comment>): Facts {
  const comments = facts.comments.map((each) => (each.id === id ? { ...each, ...change } : each));
  return { ...facts, comments };
}

function withCheck(facts: Facts, check: CheckRunContent): Facts {
  const run: CheckRun = {
    ...check,
    id: 1 + facts.checkRuns.length,
    appId: facts.app.id,
    startedAt: facts.now,
  };
  const replaced = (runs: readonly CheckRun[]): readonly CheckRun[] => [
    run,
    ...runs.filter((each) => each.name !== check.name || each.appId !== facts.app.id),
  ];
  if (facts.merge !== null && check.headSha === facts.merge.mergeSha) {
    return { ...facts, merge: { ...facts.merge, checkRuns: replaced(facts.merge.checkRuns) } };
  }
  return { ...facts, checkRuns: replaced(facts.checkRuns) };
}

function withStatus(facts: Facts, status: StatusContent): Facts {
  const set: CommitStatus = { ...status, creator: aPerson(facts.app.login) };
  const others = facts.statuses.filter((each) => each.context !== status.context);
  return { ...facts, statuses: [set, ...others] };
}

function withRun(facts: Facts, key: string): Facts {
  const displayTitle = runName(facts.pull.number, facts.pull.headSha, key);
  const planKey = parseRunName(displayTitle)?.key ?? null;
  const id = 1 + Math.max(5_000, ...facts.runs.map((each) => each.run.id));
  const run = aRun(id, { planKey, displayTitle, status: "queued", artifacts: [] });
  return { ...facts, runs: [run, ...facts.runs] };
}
