import { GitStore } from "../git/store.ts";
import type { Change } from "../git/tree.ts";
import { renderInstallation, renderUser } from "../render/account.ts";
import { type Json, nodeId } from "../render/json.ts";
import type { Account } from "../state/accounts.ts";
import type { Repository } from "../state/records.ts";
import { fullName, register, worldOf, type World } from "../state/world.ts";
import { sealDelivery } from "../webhooks/delivery.ts";
import { emit } from "./emit.ts";
import { writeCommit } from "./refs.ts";

export interface RepositoryDraft {
  readonly owner: Account;
  readonly name: string;
  readonly defaultBranch: string;
  readonly private: boolean;
  readonly installed: boolean;
  readonly parent: Repository | null;
}

/** Makes a repository without commits; a fork shares the objects and branches of its parent. */
export function makeRepository(world: World, draft: RepositoryDraft): Repository {
  const repository: Repository = {
    ...draft,
    id: world.nextId(),
    git: draft.parent?.git ?? new GitStore(),
    refs: new Map([...(draft.parent?.refs ?? [])].filter(([ref]) => ref.startsWith("refs/heads/"))),
    permissions: new Map(),
    rules: new Map(),
    deleted: false,
    createdAt: world.now(),
    pushedAt: world.now(),
    nextNumber: 1,
    issues: new Map(),
    comments: new Map(),
    labels: new Map(),
    statuses: new Map(),
    checkRuns: new Map(),
    workflows: new Map(),
    runs: new Map(),
    activity: [],
    codeownersErrors: [],
  };
  register(world, repository);
  if (draft.owner.type === "User") {
    repository.permissions.set(draft.owner.login.toLowerCase(), "admin");
  }
  if (draft.installed) world.installationOn(draft.owner);
  return repository;
}

/** The first commit of the default branch, made before anybody listens. */
export function seed(repository: Repository, files: Readonly<Record<string, Change>>): string {
  const message = "Initial commit";
  const sha = writeCommit(repository, repository.owner, { parent: null, message, files });
  repository.refs.set(`refs/heads/${repository.defaultBranch}`, sha);
  return sha;
}

/** Gives a repository another name or owner; the old address redirects from then on. */
export function moveRepository(
  repository: Repository,
  actor: Account,
  to: { readonly name?: string; readonly owner?: Account },
): void {
  const world = worldOf(repository);
  const before = { name: repository.name, owner: repository.owner };
  repository.name = to.name ?? repository.name;
  repository.owner = to.owner ?? repository.owner;
  world.names.set(fullName(repository).toLowerCase(), repository.id);
  if (before.owner !== repository.owner) {
    if (repository.installed) world.installationOn(repository.owner);
    const from = { user: renderUser(world, before.owner) };
    emit(repository, "repository", actor, { action: "transferred", changes: { owner: { from } } });
  } else if (before.name !== repository.name) {
    const changes = { repository: { name: { from: before.name } } };
    emit(repository, "repository", actor, { action: "renamed", changes });
  }
}

/** Gives the app access to a repository, or takes it away, and tells the app so. */
export function setInstalled(repository: Repository, actor: Account, installed: boolean): void {
  if (repository.installed === installed) return;
  repository.installed = installed;
  const world = worldOf(repository);
  const installation = world.installationOn(repository.owner);
  const listed: Json = {
    id: repository.id,
    node_id: nodeId("R", repository.id),
    name: repository.name,
    full_name: fullName(repository),
    private: repository.private,
  };
  const payload = {
    action: installed ? "added" : "removed",
    installation: renderInstallation(world, installation),
    repository_selection: "selected",
    repositories_added: installed ? [listed] : [],
    repositories_removed: installed ? [] : [listed],
    requester: null,
    sender: renderUser(world, actor),
  };
  world.webhooks.deliver(sealDelivery("installation_repositories", payload, world.app));
}
