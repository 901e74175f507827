import type { BranchPush } from "../core/model/effect.ts";
import type { PullRequest } from "../core/model/github.ts";
import { isRefusal } from "./dispatch-workflow.ts";
import type { ExecuteContext, Outcome } from "./execution.ts";
import type { GitHub } from "./port.ts";

/**
 * Pushes one commit to the head branch, once for its key: claim, head read again, commit, branch moved
 * without force, record. A crash in between repeats harmlessly: until the branch has moved nobody sees
 * the commit, and once it has, the head is no longer the one that was judged.
 */
export async function pushCommitOnce(push: BranchPush, context: ExecuteContext): Promise<Outcome> {
  const { claims, github, pull } = context;
  const claim = await claims.claim(push.key, { pull, kind: "repair" });
  if (claim.state === "recorded") return { kind: "done", note: claim.result };
  if (hasMoved(await github.readPull(pull.pull), push)) return stale(push, context);
  let result: string;
  try {
    const target = await targetOf(push, context);
    const { sha } = await target.createCommit(push.commit);
    await target.advanceBranch(push.branch, sha);
    result = `pushed:${sha}`;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    if (hasMoved(await github.readPull(pull.pull), push)) return stale(push, context);
    result = `failed:${error.message}`;
  }
  await claims.record(push.key, result);
  return { kind: "done", note: result };
}

function hasMoved(live: PullRequest, push: BranchPush): boolean {
  return live.headSha !== push.headSha || live.state === "closed";
}

/** The next look decides again, on the head that is there now. */
async function stale({ key }: BranchPush, { claims }: ExecuteContext): Promise<Outcome> {
  await claims.release(key);
  return { kind: "stale", note: "head_moved" };
}

async function targetOf({ fork }: BranchPush, context: ExecuteContext): Promise<GitHub> {
  if (fork === null) return context.github;
  const [owner = "", name = ""] = fork.split("/");
  return context.repositoryOf(owner, name);
}
