import type { SignoffHint } from "../decide/signoff-aside.ts";
import type { SignoffVerdict } from "../decide/signoff.ts";
import type { Effect } from "../model/effect.ts";
import type { Facts } from "../model/facts.ts";
import { renderOtherBase, renderSignoffHint } from "../render/signoff-remarks.ts";
import type { Dictionary } from "../render/words.ts";
import { planComments, tagOf, type WantedComment } from "./comments.ts";

const HINT = /^signoff-hint-(?:comment|review|inline)-\d{1,16}$/u;
const OTHER_BASE = "signoff-base";

/**
 * One answer to each text that was plainly meant as a sign-off and does not count, saying what to
 * change. It is written while that is news, follows the text, and goes when the text counts or is gone.
 */
export function planHints(
  { aside, status }: SignoffVerdict,
  { comments, app, config }: Facts,
  dictionary: Dictionary,
): readonly Effect[] {
  const standing = comments.flatMap((comment) => {
    const tag = tagOf(comment, app.id);
    return tag !== null && HINT.test(tag) ? [{ comment, tag }] : [];
  });
  const isRequired = status.code !== "status_not_required";
  const tags = new Set(standing.map(({ tag }) => tag));
  const wanted = aside.hints
    .filter((hint) => (hint.isNews && isRequired) || tags.has(hintTag(hint)))
    .map((hint): WantedComment => ({
      tag: hintTag(hint),
      body: renderSignoffHint(hint, config.inForce, dictionary),
      upkeep: "kept",
    }));
  const meant = new Set(aside.hints.map(hintTag));
  const mended = standing
    .filter(({ tag }) => !meant.has(tag))
    .map(({ comment, tag }): Effect => ({ kind: "deleteComment", commentId: comment.id, tag }));
  return [...planComments(wanted, comments, app.id), ...mended];
}

function hintTag({ source }: SignoffHint): string {
  const kind = source.kind === "reviewComment" ? "inline" : source.kind;
  return `signoff-hint-${kind}-${source.id}`;
}

/** Says once that sign-offs wait until the pull request goes to the default branch; taken back when it does. */
export function planOtherBase(
  { covering, aside }: SignoffVerdict,
  { pull, repository, comments, app, config }: Facts,
  dictionary: Dictionary,
): readonly Effect[] {
  const standing = comments.filter((comment) => tagOf(comment, app.id) === OTHER_BASE);
  if (pull.baseRef === repository.defaultBranch) {
    return standing.map(({ id }) => ({ kind: "deleteComment", commentId: id, tag: OTHER_BASE }));
  }
  const isSigned = covering.length + aside.stale.length > 0;
  if (!isSigned || standing.length > 0) return [];
  const body = renderOtherBase(repository.defaultBranch, config.inForce, dictionary);
  return planComments([{ tag: OTHER_BASE, body, upkeep: "once" }], comments, app.id);
}
