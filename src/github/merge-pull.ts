import type { PullMerge } from "../core/model/effect.ts";
import { isRefusal } from "./dispatch-workflow.ts";
import type { GitHubFailure } from "./errors.ts";
import type { ExecuteContext, Outcome } from "./execution.ts";
import { recordClaim, takeClaim } from "./take-claim.ts";

/**
 * Merges a pull request once for its key: claim, merge of exactly the head that was judged, record. After a
 * crash in between the pull request itself tells whether it is merged. What GitHub refuses is recorded with
 * its reason and never forced; a head or a base that has moved is for the next look to judge.
 */
export async function mergePullOnce(merge: PullMerge, context: ExecuteContext): Promise<Outcome> {
  const { github, claims, pull } = context;
  const { key } = merge;
  const find = async (): Promise<string | null> => {
    const live = await github.readPull(pull.pull);
    return live.merged ? `merged:${live.mergeCommitSha ?? ""}` : null;
  };
  const settled = await takeClaim({ key, kind: "merge", find }, context);
  if (settled !== null) return settled;
  try {
    const { sha } = await github.mergePull(pull.pull, merge);
    return await recordClaim(key, `merged:${sha}`, context);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    if (hasMoved(error)) {
      await claims.release(key);
      return { kind: "stale", note: "head_or_base_moved" };
    }
    const found = await find();
    return recordClaim(key, found ?? `failed:${error.message}`, context);
  }
}

/** GitHub says 409 of another head, and 405 of a base branch that was pushed to while it merged. */
function hasMoved({ status, message }: GitHubFailure): boolean {
  return status === 409 || (status === 405 && /base branch was modified/iu.test(message));
}
