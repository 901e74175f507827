import type { CommitObject } from "../git/store.ts";
import type { Repository } from "../state/records.ts";
import { Refusal } from "../http/answer.ts";
import { worldOf } from "../state/world.ts";

const SHORTEST_ABBREVIATION = 4;

/** The commit that a revision names: a branch, a tag, a full ref, a SHA or the start of one; null if none. */
export function findRevision(repository: Repository, revision: string): CommitObject | null {
  const { git, refs } = repository;
  for (const name of [
    `refs/heads/${revision}`,
    `refs/tags/${revision}`,
    `refs/${revision}`,
    revision,
  ]) {
    const target = refs.get(name);
    if (target !== undefined) return git.commit(target);
  }
  const exact = git.commits.get(revision);
  if (exact !== undefined) return exact;
  const isShort = /^[0-9a-f]+$/.test(revision) && revision.length >= SHORTEST_ABBREVIATION;
  const matches = isShort
    ? [...git.commits.values()].filter((commit) => commit.sha.startsWith(revision))
    : [];
  return matches.length === 1 ? (matches[0] ?? null) : null;
}

/** As `findRevision`, or the 422 with which GitHub answers an unknown commit. */
export function commitAt(repository: Repository, revision: string): CommitObject {
  const commit = findRevision(repository, revision);
  if (commit === null) throw new Refusal(422, `No commit found for SHA: ${revision}`);
  return commit;
}

/** One side of a comparison, "branch" or "owner:branch" of the same fork network; 404 when unknown. */
export function comparedCommit(repository: Repository, side: string): CommitObject {
  const colon = side.indexOf(":");
  const owner = colon === -1 ? null : side.slice(0, colon).toLowerCase();
  const revision =
    side
      .slice(colon + 1)
      .split(":")
      .at(-1) ?? "";
  const home =
    owner === null
      ? repository
      : [...worldOf(repository).repositories.values()].find(
          (one) => one.git === repository.git && one.owner.login.toLowerCase() === owner,
        );
  const commit = home === undefined ? null : findRevision(home, revision);
  if (commit === null) throw new Refusal(404, "Not Found");
  return commit;
}
