import { renderCheckRun, renderSuite } from "../render/check.ts";
import { renderCommit } from "../render/commit.ts";
import { iso, nodeId } from "../render/json.ts";
import type { Account } from "../state/accounts.ts";
import type { Status } from "../state/checks.ts";
import type { CheckRun, Repository } from "../state/records.ts";
import { worldOf } from "../state/world.ts";
import { emit } from "./emit.ts";

/** A new check run record in the suite of its app and commit, without content or webhook. */
export function makeCheckRun(
  repository: Repository,
  subject: {
    readonly appId: number;
    readonly headSha: string;
    readonly name: string;
    readonly suiteId?: number;
  },
): CheckRun {
  const world = worldOf(repository);
  const sibling = [...repository.checkRuns.values()].find(
    (check) => check.appId === subject.appId && check.headSha === subject.headSha,
  );
  const check: CheckRun = {
    repository,
    id: world.nextId(),
    suiteId: subject.suiteId ?? sibling?.suiteId ?? world.nextId(),
    appId: subject.appId,
    headSha: subject.headSha,
    name: subject.name,
    externalId: "",
    detailsUrl: null,
    status: "queued",
    conclusion: null,
    startedAt: world.now(),
    completedAt: null,
    title: null,
    summary: null,
    text: null,
    annotations: [],
  };
  repository.checkRuns.set(check.id, check);
  return check;
}

/** Tells of a check run: "created", "completed" or "rerequested". */
export function emitCheckRun(check: CheckRun, action: string, sender: Account): void {
  const rendered = { ...renderCheckRun(check), check_suite: renderSuite(check) };
  emit(check.repository, "check_run", sender, { action, check_run: rendered });
}

/** A completed check run of an app other than the one under test. */
export function addForeignCheck(
  repository: Repository,
  appId: number,
  content: { readonly sha: string; readonly name: string; readonly conclusion: string },
): void {
  const world = worldOf(repository);
  const check = makeCheckRun(repository, { appId, headSha: content.sha, name: content.name });
  check.status = "completed";
  check.conclusion = content.conclusion;
  check.completedAt = world.now();
  const sender = world.account(`app-${appId}[bot]`);
  emitCheckRun(check, "created", sender);
  emitCheckRun(check, "completed", sender);
}

/** Sets a commit status and tells of it. */
export function setStatus(
  repository: Repository,
  creator: Account,
  content: Omit<Status, "id" | "creator" | "createdAt">,
): Status {
  const world = worldOf(repository);
  const status = { ...content, id: world.nextId(), creator, createdAt: world.now() };
  const before = repository.statuses.get(status.sha) ?? [];
  repository.statuses.set(status.sha, [status, ...before]);
  emit(repository, "status", creator, {
    id: status.id,
    node_id: nodeId("SC", status.id),
    sha: status.sha,
    name: `${repository.owner.login}/${repository.name}`,
    target_url: status.targetUrl,
    context: status.context,
    description: status.description,
    state: status.state,
    commit: renderCommit(repository, repository.git.commit(status.sha)),
    branches: [...repository.refs]
      .filter(([ref, sha]) => sha === status.sha && ref.startsWith("refs/heads/"))
      .slice(0, 10)
      .map(([ref, sha]) => ({
        name: ref.slice("refs/heads/".length),
        commit: { sha },
        protected: false,
      })),
    created_at: iso(status.createdAt),
    updated_at: iso(status.createdAt),
  });
  return status;
}
