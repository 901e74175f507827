import type { Facts } from "../model/facts.ts";
import { claimRefusal } from "./claim-refusal.ts";
import type { SweepVerdict } from "./sweep.ts";

/** Why a repair is offered instead of pushed. */
export type PushObstacle =
  | "head_repository_deleted"
  | "fork_closed"
  | "sweep_running"
  | "conflict_elsewhere"
  | "trees_unread";

/** Names the push for one command comment: the claim's key, and a line of the commit's message. */
export function repairKey({ repository, pull }: Facts, commentId: number): string {
  return `repair-${repository.id}-${pull.number}-${commentId}`;
}

/** What keeps sweepbot from pushing to the head branch now; null when nothing does. */
export function pushObstacle(facts: Facts, sweep: SweepVerdict | null): PushObstacle | null {
  const { headRepository, maintainerCanModify } = facts.pull;
  if (headRepository === null) return "head_repository_deleted";
  const isFork = headRepository.id !== facts.repository.id;
  if (isFork && !maintainerCanModify) return "fork_closed";
  const kind = sweep?.decision.kind;
  const runs = facts.runs.some(({ run }) => run.status !== "completed");
  return runs || kind === "start" || kind === "starting" || kind === "running"
    ? "sweep_running"
    : null;
}

/**
 * What an earlier pass has recorded for the key: in our database or, after a crash before that, in the
 * message of a commit of the branch. A claim without either was not carried out.
 */
export function repairRecord(
  { claims, commits }: Facts,
  key: string,
):
  | { readonly kind: "pushed"; readonly sha: string }
  | { readonly kind: "failed"; readonly reason: string }
  | null {
  const result = claims.find((claim) => claim.key === key)?.result ?? null;
  const sha = /^pushed:([0-9a-f]{40})$/u.exec(result ?? "")?.[1] ?? shaOf(commits, key);
  if (sha !== undefined) return { kind: "pushed", sha };
  const reason = claimRefusal({ result });
  return reason === null ? null : { kind: "failed", reason };
}

function shaOf(commits: Facts["commits"], key: string): string | undefined {
  if (commits.kind === "unknown") return undefined;
  return commits.value.find(({ message }) => message.split("\n").includes(repairTrailer(key)))?.sha;
}

/** The last line of the commit's message. */
export function repairTrailer(key: string): string {
  return `Sweepbot-Repair: ${key}`;
}
