import type { Verdicts } from "../decide/decide.ts";
import type { Effect } from "../model/effect.ts";
import type { Facts } from "../model/facts.ts";
import { renderSignoff, signoffDescription } from "../render/signoff.ts";
import type { Dictionary } from "../render/words.ts";
import { planStatuses } from "./checks.ts";
import { planComments } from "./comments.ts";

/**
 * The sign-off report, once a sign-off covers the head, and the required commit status. Neither is
 * written for a closed pull request or one that does not go to the default branch (spec/signoff §1.3).
 */
export function planSignoff(
  { signoff }: Verdicts,
  facts: Facts,
  dictionary: Dictionary,
): readonly Effect[] {
  const { pull, repository, config, statuses, comments, app } = facts;
  if (pull.state === "closed" || pull.baseRef !== repository.defaultBranch) return [];
  const status = {
    sha: pull.headSha,
    context: config.inForce.signoff.context,
    state: signoff.status.state,
    description: signoffDescription(signoff, dictionary.en),
    targetUrl: null,
  };
  const body = renderSignoff(signoff, pull.headSha, config.inForce, dictionary);
  const report = { tag: "signoff", body, upkeep: "kept" as const };
  return [
    ...planStatuses(facts.checksOf === null ? [status] : [], statuses, app.login),
    ...(signoff.rows.length === 0 ? [] : planComments([report], comments, app.id)),
  ];
}
