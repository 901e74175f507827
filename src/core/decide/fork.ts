/** A pull request from a fork: nothing of it is measured before a person approved exactly its head (decision 11). */
import type { Facts } from "../model/facts.ts";
import type { Person } from "../model/github.ts";
import { type Approval, approvalOfHead, countingApprovals, labelApproval } from "./approval.ts";
import { hasLabel, labelPutOn } from "./labels.ts";
import { type Blocked, blocked, permissionObstacle } from "./sweep-obstacles.ts";
import { standingOrders } from "./sweep-request.ts";

/** For so long the delivery of a label may still be on its way to us, or through our inbox. */
const DELIVERY_PATIENCE_MS = 60_000;
/** For so long GitHub's API may still give the head of before the push that was approved (FRK-05). */
const HEAD_LAG_MS = 10_000;
/** For so long after the approval GitHub's test merge is looked for every few seconds (FRK-11). */
const TEST_MERGE_PATIENCE_MS = 120_000;

/** True when the head lives in another repository; a deleted one was another, too. */
export function isFromFork({ pull, repository }: Pick<Facts, "pull" | "repository">): boolean {
  return pull.headRepository?.id !== repository.id;
}

/**
 * Every approval on record, oldest first, whoever gave it: by the label, and by `/sweep run` with the
 * commit written out in full (FRK-03).
 */
function approvalsOf(
  facts: Pick<Facts, "app" | "comments" | "config" | "labelEvents" | "pull" | "fork">,
  primary: string,
): readonly Approval[] {
  const event = labelPutOn(facts.labelEvents, primary);
  const heads = facts.fork?.labelHeads.kind === "known" ? facts.fork.labelHeads.value : [];
  const byLabel = event === undefined ? null : labelApproval(event, heads);
  const byOrder = standingOrders(facts).filter((order) => order.named);
  return [...(byLabel === null ? [] : [byLabel]), ...byOrder].toSorted((a, b) => a.at - b.at);
}

/** The head has moved since it was approved: what is on it now nobody has looked at (FRK-01, FRK-03). */
export function movedObstacle(facts: Facts, primary: string): Blocked | null {
  // Where the repository's own workflow approves, no label is ours to take off.
  const isOurs = facts.config.inForce.sweep.trigger === "dispatch";
  if (!isOurs || !isFromFork(facts)) return null;
  const { headSha } = facts.pull;
  const approvals = countingApprovals(approvalsOf(facts, primary), facts.permissions);
  const newest = approvals.at(-1);
  if (newest === undefined || approvalOfHead(approvals, headSha) !== null) return null;
  if (facts.now - newest.at < HEAD_LAG_MS) return null;
  return headMoved(primary, newest, headSha);
}

/**
 * What is said after sweepbot itself took the label off because the head had moved; null when a person
 * did, which means something else, and while the pull request is a draft.
 */
export function takenOffObstacle(facts: Facts): Blocked | null {
  const event = takenOffByUs(facts);
  if (event === null || facts.pull.draft) return null;
  if (facts.pull.headRepository === null) return blocked("head_repository_deleted", {});
  return headMoved(event.label, approvalsOf(facts, event.label).at(-1), facts.pull.headSha);
}

/** The event by which sweepbot took the last sweep label off a fork's pull request; null when it did not. */
export function takenOffByUs(
  facts: Pick<Facts, "pull" | "repository" | "labelEvents" | "config" | "app">,
): Facts["labelEvents"][number] | null {
  const { labels, sweep } = facts.config.inForce;
  if (!isFromFork(facts) || sweep.trigger === "observe") return null;
  const names = labels.primary.map(({ name }) => name);
  if (facts.pull.labels.some((label) => hasLabel(names, label))) return null;
  const newest = facts.labelEvents.findLast((event) => hasLabel(names, event.label));
  const isOurs = newest?.kind === "unlabeled" && newest.actor?.login === facts.app.login;
  return isOurs ? newest : null;
}

function headMoved(label: string, approval: Approval | undefined, headSha: string): Blocked {
  const isElsewhere = approval !== undefined && approval.headSha !== headSha;
  return blocked("fork_head_moved", {
    label,
    approved: isElsewhere ? shortSha(approval.headSha) : "",
    head: shortSha(headSha),
  });
}

/** Why the head does not count as approved; the label stays on as what somebody wishes for (LBL-13). */
export function approvalObstacle(facts: Facts, primary: string): Blocked | null {
  if (!isFromFork(facts)) return null;
  const approvals = countingApprovals(approvalsOf(facts, primary), facts.permissions);
  if (approvalOfHead(approvals, facts.pull.headSha) !== null) return null;
  if (facts.fork?.labelHeads.kind !== "known") return blocked("fork_approval_unknown", {});
  const event = labelPutOn(facts.labelEvents, primary);
  if (event === undefined || event.actor === null) return blocked("requester_unknown", {});
  const values = { label: primary, head: shortSha(facts.pull.headSha) };
  const refused = approverObstacle(event.actor, facts);
  if (refused !== null) return { ...refused, values: { ...values, ...refused.values } };
  const isOnItsWay = facts.now - event.createdAt < DELIVERY_PATIENCE_MS;
  return blocked(isOnItsWay ? "fork_approval_awaited" : "fork_approval_not_seen", values);
}

/** Why the word of whoever put the label on does not count. */
function approverObstacle({ login, isBot }: Person, { permissions }: Facts): Blocked | null {
  if (isBot) return blocked("fork_label_by_program", { login });
  const refused = permissionObstacle(login, permissions);
  return refused?.code === "no_permission" ? { ...refused, code: "fork_no_permission" } : refused;
}

/**
 * Why the approved head cannot be taken for what GitHub would merge: its test merge has to have the
 * newest base and exactly this head for parents. Not computed yet is not a conflict (FRK-11).
 */
export function testMergeObstacle(facts: Facts, primary: string): Blocked | null {
  if (!isFromFork(facts)) return null;
  const { pull } = facts;
  const values = { base: pull.baseRef, head: shortSha(pull.headSha) };
  if (pull.mergeable === false) return blocked("fork_conflict", values);
  if (pull.mergeable === true && isOfTheseTwo(facts)) return null;
  const approval = approvalOfHead(approvalsOf(facts, primary), pull.headSha);
  const isFresh = approval !== null && facts.now - approval.at < TEST_MERGE_PATIENCE_MS;
  return blocked(isFresh ? "fork_test_merge_pending" : "fork_test_merge_late", values);
}

function isOfTheseTwo({ fork, revisions, pull }: Facts): boolean {
  if (fork?.testMerge?.kind !== "known" || revisions.kind !== "known") return false;
  const [base, head, ...others] = fork.testMerge.value.parents;
  return base === revisions.value.tipSha && head === pull.headSha && others.length === 0;
}

function shortSha(sha: string): string {
  return sha.slice(0, 7);
}
