import type { LabelHead } from "../model/fork.ts";
import type { LabelEvent, Permission, Person } from "../model/github.ts";
import type { Reading } from "../model/reading.ts";
import { hasLabel } from "./labels.ts";
import { mayStartSweeps } from "./sweep-obstacles.ts";

/** Somebody's word that exactly this commit of a fork may be measured (decision 11). */
export interface Approval {
  readonly headSha: string;
  readonly actor: Person;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/**
 * How much later than the label event GitHub may have last touched the pull request in the delivery of
 * that event. Both are whole seconds of GitHub's clock. Never earlier: that would be the delivery of an
 * earlier label. Not much later: GitHub may fill a payload in late, and then a newer head stands in it.
 */
export const DELIVERY_SLACK_MS = 2_000;

/**
 * What the label that this event put on approves, by the delivery of the event: the earliest at or
 * after it with the same label and sender. Null when there is none, or when two of the same second
 * disagree about the head: nothing is approved on a guess.
 */
export function labelApproval(event: LabelEvent, heads: readonly LabelHead[]): Approval | null {
  const { actor, label } = event;
  if (actor === null) return null;
  const from = Math.floor(event.createdAt / 1000) * 1000;
  const matching = heads.filter(
    (head) =>
      head.sender.id === actor.id &&
      hasLabel([head.label], label) &&
      head.at >= from &&
      head.at <= from + DELIVERY_SLACK_MS,
  );
  const earliest = Math.min(...matching.map((head) => head.at));
  const shas = matching.filter((head) => head.at === earliest).map((head) => head.headSha);
  const [headSha, ...others] = new Set(shas);
  if (headSha === undefined || others.length > 0) return null;
  return { headSha, actor, at: event.createdAt };
}

/** The approvals that count: those of people who may start sweeps now, by GitHub's word; programs never approve. */
export function countingApprovals(
  approvals: readonly Approval[],
  permissions: Readonly<Record<string, Reading<Permission>>>,
): readonly Approval[] {
  return approvals.filter(
    ({ actor }) => !actor.isBot && mayStartSweeps(permissions[actor.login]) === true,
  );
}

/** The newest approval of exactly this commit, by its whole SHA; null when there is none. */
export function approvalOfHead(approvals: readonly Approval[], headSha: string): Approval | null {
  return approvals.findLast((approval) => approval.headSha === headSha) ?? null;
}
