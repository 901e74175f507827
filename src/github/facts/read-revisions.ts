import type { MergeFacts, Revisions } from "../../core/model/facts.ts";
import type { Commit, PullRequest } from "../../core/model/github.ts";
import { PULL_COMMITS } from "../../core/model/limits.ts";
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
  const base = await readMergedBase(github, pull, commit.value);
  if (base.kind === "unknown") return base;
  return known({
    baseSha: base.value,
    headSha: commit.value.sha,
    tipSha: base.value,
    behindBy: 0,
    headMessage: commit.value.message,
  });
}

/** A rebase leaves at most as many commits as a pull request may have. */
const MOST_REBASED = PULL_COMMITS;

/** Where the default branch stood before the merge: a rebase leaves several commits of the pull request on it. */
async function readMergedBase(
  github: GitHubReader,
  pull: PullRequest,
  merge: Commit,
): Promise<Reading<string>> {
  let [parent] = merge.parents;
  const isMergeCommit = merge.parents.length > 1;
  for (let step = 0; parent !== undefined && step < MOST_REBASED; step += 1) {
    if (isMergeCommit) return known(parent);
    if (!(await github.listPullsOfCommit(parent)).includes(pull.number)) return known(parent);
    const earlier = await github.readCommit(parent);
    if (earlier.kind === "unknown") return earlier;
    [parent] = earlier.value.parents;
  }
  return unknown("unreadable");
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
