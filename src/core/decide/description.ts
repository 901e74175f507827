import type { Facts, RunFacts } from "../model/facts.ts";
import { type Claim, claimsIn } from "../signoff/claims.ts";
import type { Verdicts } from "./decide.ts";
import { selectLabels } from "./labels.ts";
import { familyOf, isRed } from "./progress.ts";
import { isEval } from "./readiness.ts";
import { labelsAtStart, labelsStanding } from "./sweep-request.ts";

/** Why a ticked box is not true; `card.description_<code>` says what is. */
export const CONTRADICTION_CODES = [
  "entry_missing",
  "entry_edited",
  "label_missing",
  "label_several",
  "reuse_none",
  "reuse_suspended",
  "reuse_not_green",
  "sweep_none",
  "sweep_running",
  "sweep_not_green",
  "sweep_trimmed",
  "evals_none",
  "evals_failed",
  "evals_below",
  "link_missing",
] as const;

/** A ticked box of the description that the facts contradict. */
export interface Contradiction {
  readonly code: (typeof CONTRADICTION_CODES)[number];
  readonly values: Readonly<Record<string, string | number>>;
}

type Judge = (facts: Facts, verdicts: Verdicts) => Contradiction | null;

const JUDGES: Readonly<Record<Claim, Judge>> = {
  entry: judgeEntry,
  label: judgeLabel,
  reuse: judgeReuseClaim,
  sweep: judgeSweep,
  evals: judgeEvals,
  link: judgeLink,
};

/**
 * Ticked boxes of the pull request's own checklist that are not true. An open box claims nothing, and
 * what is not known contradicts nothing.
 */
export function decideDescription(facts: Facts, verdicts: Verdicts): readonly Contradiction[] {
  if (facts.pull.state === "closed") return [];
  return claimsIn(facts.pull.body).flatMap((claim) => JUDGES[claim](facts, verdicts) ?? []);
}

function found(code: Contradiction["code"], values: Contradiction["values"] = {}): Contradiction {
  return { code, values };
}

/** Problems of a changelog that is not only appended to; its other faults contradict no box. */
const NOT_APPENDED = [
  "changelog_deleted",
  "entry_deleted",
  "entry_changed",
  "entry_inserted",
  "history_bytes_changed",
];
const WITHOUT_ENTRY = ["recipe_without_entry", "script_without_entry"];

function judgeEntry(_facts: Facts, { changelog, gate }: Verdicts): Contradiction | null {
  if (changelog.kind === "unknown") return null;
  if (changelog.kind === "invalid") {
    const isEdited = changelog.problems.some(({ code }) => NOT_APPENDED.includes(code));
    return isEdited ? found("entry_edited") : null;
  }
  const isMissing =
    (changelog.kind === "untouched" && changelog.recipePaths.length > 0) ||
    gate.problems.some(({ code }) => WITHOUT_ENTRY.includes(code));
  return isMissing ? found("entry_missing") : null;
}

/** A `/sweep run` that stands asks for as much as its label. */
function judgeLabel(facts: Facts, { changelog }: Verdicts): Contradiction | null {
  const selection = selectLabels(labelsStanding(facts), facts.config.inForce);
  if (selection.kind === "conflict") {
    return found("label_several", { labels: selection.labels.join(", ") });
  }
  const measures = "additions" in changelog && changelog.additions > 0;
  return selection.kind === "none" && measures ? found("label_missing") : null;
}

function judgeReuseClaim(facts: Facts, { reuse, commands }: Verdicts): Contradiction | null {
  // An order that is being answered stands by the next look.
  if (commands.answers.length > 0 || commands.waiting.length > 0) return null;
  if (reuse.kind === "none") return found("reuse_none");
  const { runId: run } = reuse.binding;
  if (reuse.kind === "suspended") {
    const isBroken = reuse.rules.some(({ outcome }) => outcome === "fail");
    return isBroken ? found("reuse_suspended", { run }) : null;
  }
  const named = facts.runs.find((each) => each.run.id === run);
  const conclusion = named?.run.conclusion ?? "success";
  if (named === undefined || conclusion === "success") return null;
  return found("reuse_not_green", { run, url: named.run.url, conclusion });
}

function judgeSweep(facts: Facts): Contradiction | null {
  const runs = ownRuns(facts);
  if (runs === null) return null;
  const green = runs.filter(({ run }) => run.conclusion === "success");
  const [newest] = runs;
  if (newest === undefined) return found("sweep_none");
  const { id: run, url, status, conclusion } = newest.run;
  const [shown] = green;
  if (shown !== undefined) {
    const isTrimmed = green.every((each) => isTrimmedRun(each, facts));
    return isTrimmed ? found("sweep_trimmed", { run: shown.run.id, url: shown.run.url }) : null;
  }
  if (status !== "completed") return found("sweep_running", { run, url });
  return conclusion === null ? null : found("sweep_not_green", { run, url, conclusion });
}

/** Runs of this pull request, newest first; null where it is not known which are its own. */
function ownRuns({ runs, commits }: Facts): readonly RunFacts[] | null {
  if (commits.kind === "unknown") return null;
  return runs
    .filter(({ belongs }) => belongs)
    .toSorted((a, b) => b.run.createdAt - a.run.createdAt || b.run.id - a.run.id);
}

/** Only where it is known that no full sweep was asked for. */
function isTrimmedRun({ run, sourceSha }: RunFacts, facts: Facts): boolean {
  const labels = labelsAtStart(facts, { createdAt: run.createdAt, sourceSha });
  const selection = selectLabels(labels, facts.config.inForce);
  return selection.kind === "one" && !selection.primary.full;
}

function judgeEvals(facts: Facts, { results, sweep }: Verdicts): Contradiction | null {
  const runs = ownRuns(facts);
  if (runs === null) return null;
  // A run that is linked may be of another workflow, which nobody has looked at.
  if (runs.length === 0) return linksRun(facts) ? null : found("evals_none");
  const { shown } = sweep;
  if (shown === null || shown.run.id !== runs[0]?.run.id) return null;
  return badEvals(shown, results);
}

function badEvals(shown: RunFacts, results: Verdicts["results"]): Contradiction | null {
  const { id: run, url } = shown.run;
  const below = results?.evals.filter(({ passed }) => passed === false).length ?? 0;
  if (below > 0) return found("evals_below", { run, url, count: below });
  const failed = redEvals(shown);
  return failed > 0 ? found("evals_failed", { run, url, count: failed }) : null;
}

function redEvals({ jobs }: RunFacts): number {
  return (jobs ?? []).filter((job) => isEval(familyOf(job.name) ?? "") && isRed(job)).length;
}

function judgeLink(facts: Facts): Contradiction | null {
  return linksRun(facts) ? null : found("link_missing");
}

/** True when the description leads to any Actions run of this repository. */
function linksRun({ pull, repository: { owner, name } }: Facts): boolean {
  const place = `/${owner}/${name}/actions/runs/`.toLowerCase();
  return pull.body.toLowerCase().includes(place);
}
