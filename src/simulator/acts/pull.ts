import type { Json } from "../render/json.ts";
import { renderAccount } from "../render/account.ts";
import type { Account } from "../state/accounts.ts";
import { commitsOf } from "../state/pull-view.ts";
import type { Issue, Pull, Repository } from "../state/records.ts";
import { worldOf } from "../state/world.ts";
import { addLabel, emitIssue, makeIssue, note, touch } from "./issue.ts";

export interface PullDraft {
  readonly author: Account;
  readonly title: string;
  readonly body: string | null;
  readonly headRepository: Repository;
  readonly headRef: string;
  readonly baseRef: string;
  readonly labels: readonly string[];
  readonly draft: boolean;
  readonly maintainerCanModify: boolean;
}

/** Opens a pull request between two branches that exist. */
export function openPull(repository: Repository, draft: PullDraft): Pull {
  const headSha = tipOf(draft.headRepository, draft.headRef);
  const baseSha = tipOf(repository, draft.baseRef);
  const issue = makeIssue(repository, draft.author, { title: draft.title, body: draft.body });
  const pull: Pull = {
    issue,
    id: worldOf(repository).nextId(),
    draft: draft.draft,
    baseRef: draft.baseRef,
    baseSha,
    headRef: draft.headRef,
    headSha,
    headOwner: draft.headRepository.owner,
    headRepository: draft.headRepository,
    maintainerCanModify: draft.maintainerCanModify,
    mergedAt: null,
    mergedBy: null,
    mergeCommitSha: null,
    reviews: [],
    reviewComments: [],
    requestedReviewers: [],
    mergeReads: { key: "", count: 0 },
    testMerge: null,
  };
  issue.pull = pull;
  repository.refs.set(`refs/pull/${issue.number}/head`, headSha);
  noteCommits(pull);
  emitIssue(issue, "opened", draft.author);
  for (const label of draft.labels) addLabel(issue, label, draft.author);
  return pull;
}

function tipOf(repository: Repository, branch: string): string {
  const sha = repository.refs.get(`refs/heads/${branch}`);
  if (sha === undefined) throw new Error(`${repository.name} has no branch ${branch}`);
  return sha;
}

function noteCommits(pull: Pull): void {
  const { timeline } = pull.issue;
  const known = new Set(timeline.map((item) => (item.kind === "committed" ? item.sha : "")));
  for (const { sha } of commitsOf(pull)) {
    if (!known.has(sha)) timeline.push({ kind: "committed", sha });
  }
}

/** Moves the head after a push to its branch. */
export function synchronize(
  pull: Pull,
  actor: Account,
  move: { readonly before: string; readonly after: string; readonly forced: boolean },
): void {
  const { issue } = pull;
  pull.headSha = move.after;
  pull.baseSha = issue.repository.refs.get(`refs/heads/${pull.baseRef}`) ?? pull.baseSha;
  issue.repository.refs.set(`refs/pull/${issue.number}/head`, move.after);
  touch(issue);
  if (move.forced) note(issue, "head_ref_force_pushed", actor, { commitSha: move.after });
  noteCommits(pull);
  emitIssue(issue, "synchronize", actor, { before: move.before, after: move.after });
}

/** Closes an issue or pull request without merging. */
export function closeIssue(issue: Issue, actor: Account): void {
  if (issue.state === "closed") return;
  setClosed(issue, actor);
  note(issue, "closed", actor);
  emitIssue(issue, "closed", actor);
}

function setClosed(issue: Issue, actor: Account): void {
  issue.state = "closed";
  issue.closedAt = worldOf(issue.repository).now();
  issue.closedBy = actor;
  touch(issue);
}

/** Marks a pull request as merged into its base at `mergeSha`; `baseSha` is the tip before that. */
export function markMerged(
  pull: Pull,
  actor: Account,
  merge: { readonly mergeSha: string; readonly baseSha: string },
): void {
  const { issue } = pull;
  pull.baseSha = merge.baseSha;
  pull.mergeCommitSha = merge.mergeSha;
  pull.mergedAt = worldOf(issue.repository).now();
  pull.mergedBy = actor;
  setClosed(issue, actor);
  note(issue, "merged", actor, { commitSha: merge.mergeSha });
  note(issue, "closed", actor);
  emitIssue(issue, "closed", actor);
}

/** Opens a closed, unmerged issue or pull request again. */
export function reopenIssue(issue: Issue, actor: Account): void {
  if (issue.state === "open") return;
  issue.state = "open";
  issue.closedAt = null;
  issue.closedBy = null;
  touch(issue);
  note(issue, "reopened", actor);
  emitIssue(issue, "reopened", actor);
}

/** Turns a pull request into a draft or back. */
export function setDraft(pull: Pull, actor: Account, draft: boolean): void {
  if (pull.draft === draft) return;
  pull.draft = draft;
  touch(pull.issue);
  note(pull.issue, draft ? "convert_to_draft" : "ready_for_review", actor);
  emitIssue(pull.issue, draft ? "converted_to_draft" : "ready_for_review", actor);
}

/** Changes title, text or base branch; says nothing when all stay as they were. */
export function editIssue(
  issue: Issue,
  actor: Account,
  edit: { readonly title?: string; readonly body?: string | null; readonly base?: string },
): void {
  const changes: Json = {};
  if (edit.title !== undefined && edit.title !== issue.title) {
    changes["title"] = { from: issue.title };
    note(issue, "renamed", actor, {
      detail: { kind: "rename", from: issue.title, to: edit.title },
    });
    issue.title = edit.title;
  }
  if (edit.body !== undefined && edit.body !== issue.body) {
    changes["body"] = { from: issue.body ?? "" };
    issue.body = edit.body;
  }
  if (issue.pull !== null && edit.base !== undefined && edit.base !== issue.pull.baseRef) {
    changes["base"] = { ref: { from: issue.pull.baseRef }, sha: { from: issue.pull.baseSha } };
    issue.pull.baseSha = tipOf(issue.repository, edit.base);
    issue.pull.baseRef = edit.base;
    note(issue, "base_ref_changed", actor);
  }
  if (Object.keys(changes).length === 0) return;
  touch(issue);
  emitIssue(issue, "edited", actor, { changes });
}

/** Asks a person for a review. */
export function requestReview(pull: Pull, actor: Account, reviewer: Account): void {
  if (!pull.requestedReviewers.includes(reviewer)) pull.requestedReviewers.push(reviewer);
  touch(pull.issue);
  note(pull.issue, "review_requested", actor, { detail: { kind: "reviewer", reviewer } });
  const world = worldOf(pull.issue.repository);
  const requested = renderAccount(world, reviewer);
  emitIssue(pull.issue, "review_requested", actor, { requested_reviewer: requested });
}
