import { diffTrees, type FileDifference } from "../git/diff.ts";
import { commitsBetween, mergeBase } from "../git/history.ts";
import { mergeTrees } from "../git/merge.ts";
import type { CommitObject } from "../git/store.ts";
import type { Pull, TestMerge } from "./records.ts";
import { worldOf } from "./world.ts";

/** The base commit that a pull request is compared with: the live tip, or the one it was merged into. */
export function baseOf(pull: Pull): string {
  if (pull.mergedAt !== null) return pull.baseSha;
  return pull.issue.repository.refs.get(`refs/heads/${pull.baseRef}`) ?? pull.baseSha;
}

interface PullContent {
  readonly key: string;
  readonly commits: readonly CommitObject[];
  readonly differences: readonly FileDifference[];
}

const contents = new WeakMap<Pull, PullContent>();

function contentOf(pull: Pull): PullContent {
  const base = baseOf(pull);
  const key = `${base}:${pull.headSha}`;
  const seen = contents.get(pull);
  if (seen?.key === key) return seen;
  const { git } = pull.issue.repository;
  const ancestor = mergeBase(git, base, pull.headSha);
  const from = ancestor === null ? null : git.commit(ancestor).tree;
  const content = {
    key,
    commits: commitsBetween(git, base, pull.headSha).toReversed(),
    differences: diffTrees(git, from, git.commit(pull.headSha).tree),
  };
  contents.set(pull, content);
  return content;
}

/** The pull request's own commits, oldest first. */
export function commitsOf(pull: Pull): readonly CommitObject[] {
  return contentOf(pull).commits;
}

/** Files that the pull request changes, against the merge base. */
export function differencesOf(pull: Pull): readonly FileDifference[] {
  return contentOf(pull).differences;
}

/** The test merge of the present base and head; its id depends on nothing else. */
export function testMergeOf(pull: Pull): TestMerge {
  const base = baseOf(pull);
  const key = `${base}:${pull.headSha}`;
  if (pull.testMerge?.key === key) return pull.testMerge;
  const { git } = pull.issue.repository;
  const [ours, theirs] = [git.commit(base), git.commit(pull.headSha)];
  const ancestor = mergeBase(git, base, pull.headSha);
  const outcome = mergeTrees(git, {
    base: ancestor === null ? null : git.commit(ancestor).tree,
    ours: ours.tree,
    theirs: theirs.tree,
  });
  const seconds = Math.max(ours.committer.seconds, theirs.committer.seconds);
  const signature = { name: "GitHub", email: "noreply@github.com", seconds };
  const sha =
    outcome.kind === "conflict"
      ? null
      : git.writeCommit({
          tree: outcome.tree,
          parents: [base, pull.headSha],
          author: signature,
          committer: signature,
          message: `Merge ${pull.headSha} into ${base}`,
        });
  const merge = { key, sha };
  pull.testMerge = merge;
  if (sha !== null) pull.issue.repository.refs.set(`refs/pull/${pull.issue.number}/merge`, sha);
  return merge;
}

export interface Mergeability {
  readonly mergeable: boolean | null;
  readonly state: "clean" | "dirty" | "unknown" | "draft" | "blocked" | "behind" | "unstable";
  readonly mergeCommitSha: string | null;
}

/** What a read of the pull request says about merging; null at first while `mergeableDelay` lasts. */
export function readMergeability(pull: Pull): Mergeability {
  if (pull.mergedAt !== null || pull.issue.state === "closed") {
    return { mergeable: null, state: "unknown", mergeCommitSha: pull.mergeCommitSha };
  }
  const key = `${baseOf(pull)}:${pull.headSha}`;
  if (pull.mergeReads.key !== key) pull.mergeReads = { key, count: 0 };
  pull.mergeReads.count += 1;
  if (pull.mergeReads.count <= worldOf(pull.issue.repository).mergeableDelay) {
    return { mergeable: null, state: "unknown", mergeCommitSha: pull.testMerge?.sha ?? null };
  }
  const { sha } = testMergeOf(pull);
  if (sha === null) return { mergeable: false, state: "dirty", mergeCommitSha: null };
  return { mergeable: true, state: pull.draft ? "draft" : stateByRules(pull), mergeCommitSha: sha };
}

function stateByRules(pull: Pull): Mergeability["state"] {
  if (missingChecks(pull).length > 0) return "blocked";
  if (isBehind(pull)) return "behind";
  const isGreen = checksOf(pull).every(({ state }) => state === "success");
  return isGreen ? "clean" : "unstable";
}

/** The head lacks commits of a base that asks for all of them. */
export function isBehind(pull: Pull): boolean {
  const { git, rules } = pull.issue.repository;
  const base = baseOf(pull);
  const isAsked = rules.get(pull.baseRef)?.upToDate === true;
  return isAsked && mergeBase(git, base, pull.headSha) !== base;
}

interface HeadCheck {
  readonly name: string;
  readonly state: "success" | "pending" | "failure";
}

/** What check runs and statuses say on the head: the newest of each name. */
function checksOf({ issue, headSha }: Pull): readonly HeadCheck[] {
  const { checkRuns, statuses } = issue.repository;
  const found = new Map<string, HeadCheck>();
  for (const { context, state } of (statuses.get(headSha) ?? []).toReversed()) {
    found.set(context, { name: context, state: state === "error" ? "failure" : state });
  }
  for (const { headSha: sha, name, status, conclusion } of checkRuns.values()) {
    if (sha !== headSha) continue;
    const isGreen = ["success", "neutral", "skipped"].includes(conclusion ?? "");
    const ended = isGreen ? "success" : "failure";
    found.set(name, { name, state: status === "completed" ? ended : "pending" });
  }
  return [...found.values()];
}

/** Required checks that are not green, with the word GitHub has for how they are. */
export function missingChecks(
  pull: Pull,
): readonly { readonly name: string; readonly word: "expected" | "pending" | "failing" }[] {
  const required = pull.issue.repository.rules.get(pull.baseRef)?.requiredChecks ?? [];
  const present = checksOf(pull);
  return required.flatMap((name) => {
    const state = present.find((check) => check.name === name)?.state;
    if (state === "success") return [];
    const word = state === undefined ? "expected" : state === "pending" ? "pending" : "failing";
    return [{ name, word } as const];
  });
}
