import type { CheckRunContent, Effect, StatusContent } from "../model/effect.ts";
import type { CheckRun, CommitStatus } from "../model/github.ts";

/**
 * Wanted check runs minus present ones on the same commit. A changed one with annotations is created
 * anew, because annotations of an update are added to the old ones; others are updated in place.
 */
export function planChecks(
  wanted: readonly CheckRunContent[],
  present: readonly CheckRun[],
  appId: number,
): readonly Effect[] {
  return wanted.flatMap((check): readonly Effect[] => {
    const existing = present.find(
      (run) => run.appId === appId && run.name === check.name && run.headSha === check.headSha,
    );
    if (existing === undefined) return [{ kind: "createCheckRun", check }];
    if (sameCheck(existing, check)) return [];
    return check.externalId.startsWith("content:")
      ? [{ kind: "createCheckRun", check }]
      : [{ kind: "updateCheckRun", checkRunId: existing.id, check }];
  });
}

function sameCheck(existing: CheckRun, wanted: CheckRunContent): boolean {
  if (existing.externalId !== wanted.externalId) return false;
  if (wanted.externalId.startsWith("content:")) return true;
  return (
    existing.status === wanted.status &&
    existing.conclusion === wanted.conclusion &&
    existing.title === wanted.title &&
    existing.summary.trim() === wanted.summary.trim()
  );
}

/** Wanted statuses minus present ones; a status of the same context by somebody else is replaced (architecture §4). */
export function planStatuses(
  wanted: readonly StatusContent[],
  present: readonly CommitStatus[],
  appLogin: string,
): readonly Effect[] {
  return wanted.flatMap((status): readonly Effect[] => {
    const existing = present.find((each) => each.context === status.context);
    const same =
      existing !== undefined &&
      existing.creator?.login === appLogin &&
      existing.state === status.state &&
      existing.description === status.description &&
      existing.targetUrl === status.targetUrl;
    return same ? [] : [{ kind: "setStatus", status }];
  });
}
