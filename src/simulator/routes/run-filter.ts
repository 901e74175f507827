import { type Answer, Refusal } from "../http/answer.ts";
import { pagedIn, type RepositoryCall } from "../http/call.ts";
import { iso } from "../render/json.ts";
import { latestAttempt, renderRun } from "../render/run.ts";
import type { Run } from "../state/records.ts";

/** GitHub shows no more than this many runs when any filter is used. */
const MOST_FILTERED = 1_000;
const FILTERS = ["event", "branch", "status", "head_sha", "created", "actor"] as const;

/** One page of the runs that pass the filters of the request, newest first. */
export function selectRuns(call: RepositoryCall, runs: readonly Run[]): Answer {
  const { query } = call;
  const tests: Record<(typeof FILTERS)[number], (run: Run, wanted: string) => boolean> = {
    event: (run, wanted) => run.event === wanted,
    branch: (run, wanted) => run.headBranch === wanted,
    status: (run, wanted) => {
      const { status, conclusion } = latestAttempt(run);
      return status === wanted || conclusion === wanted;
    },
    head_sha: (run, wanted) => run.headSha === wanted,
    created: (run, wanted) => isWithin(iso(run.createdAt), wanted),
    actor: (run, wanted) => run.actor.login.toLowerCase() === wanted.toLowerCase(),
  };
  const filters = FILTERS.filter((name) => query.has(name));
  const kept = runs
    .filter((run) => filters.every((name) => tests[name](run, query.get(name) ?? "")))
    .toReversed();
  const shown = filters.length === 0 ? kept : kept.slice(0, MOST_FILTERED);
  return pagedIn(call, "workflow_runs", shown, (run) => renderRun(run));
}

/** Whether a time fits GitHub's search syntax: `>=T`, `<T`, `T..T`, or a plain date or time. */
function isWithin(time: string, wanted: string): boolean {
  const at = Date.parse(time);
  const range = wanted.split("..");
  if (range.length === 2) {
    return at >= instant(range[0] ?? "*", false) && at <= instant(range[1] ?? "*", true);
  }
  const text = wanted.replace(/^[<>]=?/, "");
  const [first, last] = [instant(text, false), instant(text, true)];
  const side = at < first ? "<" : at > last ? ">" : "=";
  const sign = wanted.slice(0, wanted.length - text.length);
  return sign === "" ? side === "=" : sign.includes(side);
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** The first or last millisecond that a date or time stands for; "*" is open. */
function instant(text: string, last: boolean): number {
  if (text === "*") return last ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
  const at = Date.parse(text);
  if (Number.isNaN(at)) throw new Refusal(422, `Invalid date: ${text}`);
  return /^\d{4}-\d\d-\d\d$/.test(text) && last ? at + DAY_MS - 1 : at;
}
