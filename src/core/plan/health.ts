import type { Effect, StatusContent } from "../model/effect.ts";
import type { Facts } from "../model/facts.ts";
import { STATUS_DESCRIPTION_CHARACTERS } from "../model/limits.ts";
import { fitLine } from "../render/fit.ts";
import { PLAIN } from "../render/template.ts";
import { type Dictionary, say } from "../render/words.ts";

/** The commit status that says whether sweepbot itself can do its work; only there once it could not. */
export const HEALTH_CONTEXT = "sweepbot";

/** Takes back the error that an earlier pass left when it had to give up (architecture §3). */
export function planHealth(facts: Facts, dictionary: Dictionary): readonly Effect[] {
  const standing = facts.statuses.find(
    (status) => status.context === HEALTH_CONTEXT && status.creator?.login === facts.app.login,
  );
  if (standing?.state !== "error") return [];
  return [
    {
      kind: "setStatus",
      status: {
        sha: facts.pull.headSha,
        context: HEALTH_CONTEXT,
        state: "success",
        description: say(dictionary.en, "check.looked_after", {}, PLAIN),
        targetUrl: null,
      },
    },
  ];
}

/**
 * What stands on a head that could not be looked at in spite of all tries: that sweepbot itself is at
 * fault, and that no sign-off is verified, whatever was said before (case SGN-01, spec/signoff §5.2).
 */
export function givenUpStatuses(
  headSha: string,
  signoffContext: string | null,
  { en }: Dictionary,
): readonly StatusContent[] {
  const status = (context: string, code: string): StatusContent => ({
    sha: headSha,
    context,
    state: "error",
    description: fitLine(say(en, code, {}, PLAIN), STATUS_DESCRIPTION_CHARACTERS),
    targetUrl: null,
  });
  return [
    status(HEALTH_CONTEXT, "check.not_looked_after"),
    ...(signoffContext === null ? [] : [status(signoffContext, "signoff.status_could_not_verify")]),
  ];
}
