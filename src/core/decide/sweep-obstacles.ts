import type { Facts } from "../model/facts.ts";
import type { Permission } from "../model/github.ts";
import type { Reading } from "../model/reading.ts";
import type { SweepRequest } from "./labels.ts";
import type { ChangelogVerdict, MatrixVerdict } from "./validation.ts";

/** Why a sweep that a label asks for does not run; each has one line on the card (decision 9). */
export type BlockedCode =
  | "conflicting_labels"
  | "not_default_branch"
  | "draft"
  | "head_repository_deleted"
  | "fork_head_moved"
  | "fork_approval_unknown"
  | "fork_approval_awaited"
  | "fork_approval_not_seen"
  | "fork_label_by_program"
  | "fork_no_permission"
  | "fork_conflict"
  | "fork_test_merge_pending"
  | "fork_test_merge_late"
  | "revisions_unknown"
  | "skip_marker"
  | "changelog_unknown"
  | "changelog_invalid"
  | "changelog_conflict"
  | "no_changelog_entry"
  | "link_correction_only"
  | "matrix_unknown"
  | "matrix_problems"
  | "matrix_empty"
  | "matrix_too_large"
  | "requester_unknown"
  | "permission_unknown"
  | "no_permission"
  | "reuse_authorised"
  | "recovery"
  | "stopped"
  | "run_gone";

/** A sweep that is asked for but may not start, and the one reason shown for it. */
export interface Blocked {
  readonly kind: "blocked";
  readonly code: BlockedCode;
  readonly values: Readonly<Record<string, string | number>>;
}

const MAY_RUN: ReadonlySet<Permission> = new Set<Permission>(["admin", "maintain", "write"]);

/** What about the pull request itself keeps a sweep from starting. */
export function pullObstacle({ pull, repository }: Facts): Blocked | null {
  if (pull.baseRef !== repository.defaultBranch) {
    return blocked("not_default_branch", {
      base: pull.baseRef,
      expected: repository.defaultBranch,
    });
  }
  if (pull.draft) return blocked("draft", {});
  return pull.headRepository === null ? blocked("head_repository_deleted", {}) : null;
}

/** What about its commits keeps a sweep from starting. */
export function commitsObstacle(facts: Facts): Blocked | null {
  const { revisions } = facts;
  if (revisions.kind === "unknown") return blocked("revisions_unknown", { cause: revisions.cause });
  const marker = facts.config.inForce.sweep.skipMarker;
  if (revisions.value.headMessage.includes(marker)) return blocked("skip_marker", { marker });
  return null;
}

/** What about the changelog keeps a sweep from starting. */
export function changelogObstacle(changelog: ChangelogVerdict): Blocked | null {
  switch (changelog.kind) {
    case "unknown":
      return blocked("changelog_unknown", { cause: changelog.cause });
    case "invalid":
      return blocked("changelog_invalid", { problems: changelog.problems.length });
    case "conflict":
      return blocked("changelog_conflict", {});
    case "untouched":
      return blocked("no_changelog_entry", {});
    case "valid":
    case "behind":
      return changelog.additions === 0 ? blocked("link_correction_only", {}) : null;
  }
}

/** What about the matrix keeps a sweep from starting (decision 8). */
export function matrixObstacle(matrix: MatrixVerdict): Blocked | null {
  switch (matrix.kind) {
    case "unknown":
      return blocked("matrix_unknown", { cause: matrix.cause });
    case "problems":
      return blocked("matrix_problems", { problems: matrix.problems.length });
    case "empty":
      return blocked("matrix_empty", {});
    case "tooLarge":
      return blocked("matrix_too_large", { family: matrix.family, jobs: matrix.jobs });
    case "none":
    case "planned":
      return null;
  }
}

/** Whether the person who put the label on may start sweeps; unknown is not yes (decision 3). */
export function requesterObstacle(
  request: SweepRequest,
  permissions: Readonly<Record<string, Reading<Permission>>>,
): Blocked | null {
  if (request.actor === null) return blocked("requester_unknown", {});
  return permissionObstacle(request.actor.login, permissions);
}

/** The same for anybody, by login. */
export function permissionObstacle(
  login: string,
  permissions: Readonly<Record<string, Reading<Permission>>>,
): Blocked | null {
  const permission = permissions[login];
  if (permission === undefined || permission.kind === "unknown") {
    return blocked("permission_unknown", { login });
  }
  if (mayStartSweeps(permission) !== true) {
    return blocked("no_permission", { login, permission: permission.value });
  }
  return null;
}

/** Whether a permission is enough to start sweeps; null where it is not known. */
export function mayStartSweeps(permission: Reading<Permission> | undefined): boolean | null {
  return permission?.kind === "known" ? MAY_RUN.has(permission.value) : null;
}

/** The verdict of one obstacle. */
export function blocked(code: BlockedCode, values: Record<string, string | number>): Blocked {
  return { kind: "blocked", code, values };
}
