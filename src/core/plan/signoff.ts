import type { Verdicts } from "../decide/decide.ts";
import { reportTag, tipOf } from "../decide/signoff-record.ts";
import type { Effect } from "../model/effect.ts";
import type { Facts } from "../model/facts.ts";
import type { Comment } from "../model/github.ts";
import { renderSignoff, signoffDescription } from "../render/signoff.ts";
import type { Dictionary } from "../render/words.ts";
import { planStatuses } from "./checks.ts";
import { fullBody, planComments, sameBody, tagOf, type WantedComment } from "./comments.ts";
import { planHints, planOtherBase } from "./signoff-hints.ts";
import { planOutdated } from "./signoff-outdated.ts";

/**
 * The sign-off report on the head, once there is something to report, and the required commit status.
 * Neither is written for a closed pull request or one that does not go to the default branch
 * (spec/signoff §1.3).
 */
export function planSignoff(
  verdicts: Verdicts,
  facts: Facts,
  dictionary: Dictionary,
): readonly Effect[] {
  const { pull, repository, config, statuses, comments, app } = facts;
  const { signoff } = verdicts;
  if (pull.state === "closed") return [];
  if (pull.baseRef !== repository.defaultBranch) return planOtherBase(signoff, facts, dictionary);
  const status = {
    sha: pull.headSha,
    context: config.inForce.signoff.context,
    state: signoff.status.state,
    description: signoffDescription(signoff, dictionary.en),
    targetUrl: standingReport(facts)?.url ?? null,
  };
  return [
    ...planStatuses(facts.checksOf === null ? [status] : [], statuses, app.login),
    ...planComments(reportsOf(verdicts, facts, dictionary), comments, app.id),
    ...planOutdated(signoff, facts, dictionary),
    ...planOtherBase(signoff, facts, dictionary),
    ...planHints(signoff, facts, dictionary),
  ];
}

/** When the sign-off has to be looked at although nothing may have happened; null when an event will tell. */
export function signoffWait(verdicts: Verdicts, facts: Facts): number | null {
  const { pull, repository, now } = facts;
  if (pull.state === "closed" || pull.baseRef !== repository.defaultBranch) return null;
  // The status links the report, which has an address only now.
  if (hasReport(verdicts, facts) && standingReport(facts) === undefined) return 0;
  const { rows, covering } = verdicts.signoff;
  const newest = Math.max(0, ...covering.map(({ source }) => source.updatedAt));
  const waits = rows.flatMap(({ lookAgainMs }) => lookAgainMs ?? []);
  if (waits.length === 0 || now - newest > LONGEST_POLL_MS) return null;
  return Math.min(LONGEST_POLL_MS, Math.max(SHORTEST_POLL_MS, Math.min(...waits)));
}

/** A sign-off is looked at again without an event for so long (spec/signoff §5.5), and not more often. */
const LONGEST_POLL_MS = 14 * 24 * 3_600_000;
const SHORTEST_POLL_MS = 60_000;

function standingReport({ comments, app, pull }: Facts): Comment | undefined {
  const tag = reportTag(pull.headSha);
  return comments
    .filter((comment) => tagOf(comment, app.id) === tag)
    .toSorted((one, other) => one.createdAt - other.createdAt || one.id - other.id)[0];
}

/** Drafts get none; one that was written before stays as it is. */
function hasReport({ signoff }: Verdicts, { pull }: Facts): boolean {
  const { voided, withdrawn, stranger } = signoff.aside;
  const isNews = signoff.rows.length > 0 || voided.length > 0 || withdrawn || stranger !== null;
  return isNews && !pull.draft && signoff.status.code !== "status_not_required";
}

function reportsOf(
  verdicts: Verdicts,
  facts: Facts,
  dictionary: Dictionary,
): readonly WantedComment[] {
  if (!hasReport(verdicts, facts)) return [];
  const render = (tipSha: string | null): WantedComment => ({
    tag: reportTag(facts.pull.headSha),
    body: renderSignoff(
      verdicts.signoff,
      { headSha: facts.pull.headSha, tipSha },
      facts.config.inForce,
      dictionary,
    ),
    upkeep: "kept",
  });
  const { revisions } = facts;
  const present = render(revisions.kind === "known" ? revisions.value.tipSha : null);
  const standing = standingReport(facts);
  return [standing === undefined ? present : keptReport(standing, present, render)];
}

/** Where only the default branch has moved on, the report keeps the commit that it was judged with. */
function keptReport(
  standing: Comment,
  present: WantedComment,
  render: (tipSha: string) => WantedComment,
): WantedComment {
  const tip = tipOf(standing.body);
  if (tip === null) return present;
  const before = render(tip);
  return sameBody(standing.body, fullBody(before)) ? before : present;
}
