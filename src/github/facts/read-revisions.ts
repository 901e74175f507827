import type { MergeFacts, Revisions } from "../../core/model/facts.ts";
import type { PullRequest } from "../../core/model/github.ts";
import { known, type Reading, unknown } from "../../core/model/reading.ts";
import type { GitHubReader } from "../port.ts";

/**
 * The two ends of what is judged. Open: merge base and head (decision 18). Merged: the first parent of
 * the merge commit and the merge commit, that is, what reached the default branch.
 */
export async function readRevisions(
  github: GitHubReader,
  pull: PullRequest,
): Promise<Reading<Revisions>> {
  if (pull.merged) return readMerged(github, pull);
  const tipSha = await github.readBranchTip(pull.baseRef);
  if (tipSha === null) return unknown("not_found");
  const [comparison, head] = await Promise.all([
    github.compare(tipSha, pull.headSha),
    github.readCommit(pull.headSha),
  ]);
  if (comparison.kind === "unknown") return comparison;
  if (head.kind === "unknown") return head;
  return known({
    baseSha: comparison.value.mergeBaseSha,
    headSha: pull.headSha,
    tipSha,
    behindBy: comparison.value.behindBy,
    headMessage: head.value.message,
  });
}

async function readMerged(github: GitHubReader, pull: PullRequest): Promise<Reading<Revisions>> {
  if (pull.mergeCommitSha === null) return unknown("not_found");
  const commit = await github.readCommit(pull.mergeCommitSha);
  if (commit.kind === "unknown") return commit;
  const [parent] = commit.value.parents;
  if (parent === undefined) return unknown("unreadable");
  return known({
    baseSha: parent,
    headSha: commit.value.sha,
    tipSha: parent,
    behindBy: 0,
    headMessage: commit.value.message,
  });
}

/** What happened on the default branch when the pull request was merged; null while it is not. */
export async function readMerge(
  github: GitHubReader,
  pull: PullRequest,
  workflow: string,
): Promise<MergeFacts | null> {
  const mergeSha = pull.mergeCommitSha;
  if (!pull.merged || mergeSha === null) return null;
  const [runs, checkRuns] = await Promise.all([
    github.listRuns(workflow, { event: "push", headSha: mergeSha }),
    github.listCheckRuns(mergeSha),
  ]);
  const run = runs.find((each) => each.headSha === mergeSha) ?? null;
  const artifacts = run === null ? [] : await github.listArtifacts(run.id);
  return { mergeSha, run, artifacts, checkRuns };
}
