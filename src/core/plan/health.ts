import type { Effect } from "../model/effect.ts";
import type { Facts } from "../model/facts.ts";
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
