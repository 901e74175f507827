import type { Effect, RecoveryAct } from "../core/model/effect.ts";
import { isRefusal } from "./dispatch-workflow.ts";
import type { ExecuteContext, Outcome } from "./execution.ts";
import type { GitHub } from "./port.ts";
import { recordClaim, takeClaim } from "./take-claim.ts";

type RecoverEffect = Extract<Effect, { kind: "recover" }>;

/**
 * One step towards a recovery pull request, once for its key: claim, do, record. After a crash in
 * between it is looked for first; and GitHub itself refuses a branch, a pull request or a move of the
 * branch that another process was quicker with, which then counts as done.
 */
export async function recoverOnce(
  { key, act }: RecoverEffect,
  context: ExecuteContext,
): Promise<Outcome> {
  const { github } = context;
  const find = (): Promise<string | null> => findDone(act, github);
  const settled = await takeClaim({ key, kind: "recover", find }, context);
  if (settled !== null) return settled;
  try {
    return await recordClaim(key, await perform(act, github), context);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const found = await find();
    return recordClaim(key, found ?? `failed:${error.message}`, context);
  }
}

async function findDone(act: RecoveryAct, github: GitHub): Promise<string | null> {
  switch (act.kind) {
    case "branch":
      return github.readBranchTip(act.branch);
    case "pull": {
      const pulls = await github.listPullsFrom(act.branch);
      const standing = pulls.find(({ state }) => state === "open");
      return standing === undefined ? null : String(standing.number);
    }
    case "authorise": {
      const [first] = act.body.split("\n", 1);
      const comments = await github.listComments(act.pull);
      const standing = comments.find(
        ({ appId, body }) => appId === github.app.id && body.startsWith(first ?? ""),
      );
      return standing === undefined ? null : String(standing.id);
    }
    case "label":
      return (await github.readPull(act.pull)).labels.includes(act.label) ? act.label : null;
    case "entries": {
      const tip = await github.readBranchTip(act.branch);
      return tip === null || tip === act.headSha ? null : `moved:${tip}`;
    }
  }
}

async function perform(act: RecoveryAct, github: GitHub): Promise<string> {
  switch (act.kind) {
    case "branch": {
      const { branch, parent, message } = act;
      const { sha } = await github.createEmptyCommit({ parents: [parent], message });
      await github.createBranch(branch, sha);
      return sha;
    }
    case "pull":
      return String((await github.openPull(act)).number);
    case "authorise":
      return String((await github.createComment(act.pull, act.body)).id);
    case "label":
      await github.addLabel(act.pull, act.label);
      return act.label;
    case "entries":
      return pushEntries(act, github);
  }
}

/** Both commits arrive with one push: whoever listens sees the entries and what they were measured with at once. */
async function pushEntries(
  { branch, headSha, commit, carrier }: Extract<RecoveryAct, { kind: "entries" }>,
  github: GitHub,
): Promise<string> {
  const first = commit === null ? headSha : (await github.createCommit(commit)).sha;
  const { sourceSha, message } = carrier;
  const { sha } = await github.createEmptyCommit({ parents: [first, sourceSha], message });
  await github.advanceBranch(branch, sha);
  return sha;
}
