/** Two open pull requests of one commit: its check runs and statuses can speak for one of them only. */
import type { Facts } from "../model/facts.ts";
import type { PullRequest } from "../model/github.ts";
import { isFromFork } from "./fork.ts";

/** Our own mark on the readiness check says for which pull request it speaks. */
const SPEAKS_FOR = /^readiness:(\d{1,9})$/u;

/** The pull request for which the checks on a head speak now, where that is another one. */
export function spokenFor({
  checkRuns,
  app,
  pull,
}: Pick<Facts, "checkRuns" | "app" | "pull">): number | null {
  const numbers = checkRuns
    .filter((check) => check.appId === app.id && check.headSha === pull.headSha)
    .flatMap((check) => SPEAKS_FOR.exec(check.externalId)?.[1] ?? []);
  return numbers.map(Number).find((number) => number !== pull.number) ?? null;
}

/**
 * Whether the other one keeps the checks: both judge it alike, so that they do not write over each other
 * for ever. One of the repository's own branches goes before a fork's, which anybody may open on any
 * commit; then the older one.
 */
export function keepsChecks(
  other: PullRequest,
  { pull, repository }: Pick<Facts, "pull" | "repository">,
): boolean {
  const isRival =
    other.state === "open" &&
    other.headSha === pull.headSha &&
    other.baseRef === repository.defaultBranch;
  if (!isRival) return false;
  if (pull.state === "closed" || pull.baseRef !== repository.defaultBranch) return true;
  const [isOther, isThis] = [other, pull].map((each) => isFromFork({ pull: each, repository }));
  return isOther === isThis ? other.number < pull.number : isThis === true;
}
