import { refusedKey } from "../core/decide/order-heads.ts";
import type { BranchPush } from "../core/model/effect.ts";
import { isRefusal } from "./dispatch-workflow.ts";
import type { ExecuteContext, Outcome } from "./execution.ts";

const MADE = /^made:([0-9a-f]{40})$/u;

/**
 * Prepares a head once for its key: claim, commit, record, then the branch is moved without force. The
 * commit is on record before anybody can see it, so that after a crash at any place the head that stands
 * there is known to be ours, or is made so; whoever pushed meanwhile keeps the branch.
 */
export async function prepareHeadOnce(push: BranchPush, context: ExecuteContext): Promise<Outcome> {
  const { claims, github, pull } = context;
  const { key, branch } = push;
  const sha = await madeCommit(push, context);
  if (sha === null) return { kind: "done", note: "refused" };
  if ((await liveHead(context)) !== push.headSha) return { kind: "stale", note: "head_moved" };
  try {
    await github.advanceBranch(branch, sha);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    if ((await liveHead(context)) !== push.headSha) return { kind: "stale", note: "head_moved" };
    await claims.claim(refusedKey(key), { pull, kind: "prepare" });
    await claims.record(refusedKey(key), `failed:${error.message}`);
    return { kind: "done", note: "refused" };
  }
  return { kind: "done", note: `made:${sha}` };
}

/** The commit of the key, made now or by an earlier try; null where GitHub refused to make it. */
async function madeCommit(push: BranchPush, context: ExecuteContext): Promise<string | null> {
  const { claims, github, pull } = context;
  const about = { pull, kind: "prepare" };
  const claim = await claims.claim(push.key, about);
  if (claim.state === "recorded") return shaIn(claim.result);
  try {
    const { sha } = await github.createCommit(push.commit);
    await claims.record(push.key, `made:${sha}`);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    await claims.record(push.key, `failed:${error.message}`);
  }
  // Of two processes that came this far the first one's commit counts.
  const settled = await claims.claim(push.key, about);
  return settled.state === "recorded" ? shaIn(settled.result) : null;
}

function shaIn(result: string): string | null {
  return MADE.exec(result)?.[1] ?? null;
}

async function liveHead({ github, pull }: ExecuteContext): Promise<string | null> {
  const live = await github.readPull(pull.pull);
  return live.state === "closed" ? null : live.headSha;
}
