import { createHash } from "node:crypto";
import type { Verdicts } from "../decide/decide.ts";
import type { Effect } from "../model/effect.ts";
import type { Facts } from "../model/facts.ts";
import { renderSuggestion, renderSuggestionsIntro } from "../render/suggestions.ts";
import type { Dictionary } from "../render/words.ts";
import { fullBody, marker } from "./comments.ts";

/**
 * One review with the replacements that one click applies, once for each set of them: its hidden first
 * line names the set, and a set that GitHub refused is on record and not offered again.
 */
export function planSuggestions(
  { gate }: Verdicts,
  facts: Facts,
  dictionary: Dictionary,
): readonly Effect[] {
  const { app, pull, repository, reviews, claims, config } = facts;
  const { suggestions } = gate;
  const isOurs = pull.state === "open" && pull.baseRef === repository.defaultBranch;
  if (!isOurs || suggestions.length === 0) return [];
  const set = suggestions.map(({ problem, startLine, endLine, block }) => [
    ...[problem.path, startLine, endLine, block],
  ]);
  const digest = createHash("sha256").update(JSON.stringify(set)).digest("hex").slice(0, 16);
  const tag = `suggestions-${digest}`;
  const key = `review-${repository.id}-${pull.number}-${digest}`;
  const stands = reviews.some(
    ({ author, body }) => author?.login === app.login && body.startsWith(marker(tag)),
  );
  const isRecorded = claims.some((claim) => claim.key === key && claim.state === "recorded");
  if (stands || isRecorded) return [];
  const comments = suggestions.map((each) => renderSuggestion(each, config.inForce, dictionary));
  const intro = renderSuggestionsIntro(comments.length, config.inForce, dictionary);
  const body = fullBody({ tag, body: intro, upkeep: "once" });
  return [{ kind: "createReview", key, review: { headSha: pull.headSha, body, comments } }];
}
