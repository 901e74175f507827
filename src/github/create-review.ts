import type { Effect } from "../core/model/effect.ts";
import { isRefusal } from "./dispatch-workflow.ts";
import type { DispatchContext, Outcome } from "./execution.ts";
import { recordClaim, takeClaim } from "./take-claim.ts";

export type ReviewEffect = Extract<Effect, { kind: "createReview" }>;

/**
 * Posts a review once for its key. After a crash in between, the hidden first line of its body is
 * looked for among the reviews that stand; a review that GitHub refuses (a line that its diff does not
 * show) is recorded as such and not tried again: what it would have said stands in the check run.
 */
export async function createReviewOnce(
  { key, review }: ReviewEffect,
  context: DispatchContext,
): Promise<Outcome> {
  const { github, pull } = context;
  const find = async (): Promise<string | null> => {
    const [mark] = review.body.split("\n", 1);
    const standing = (await github.listReviews(pull.pull)).find(
      ({ author, body }) => author?.login === github.app.login && body.startsWith(mark ?? ""),
    );
    return standing === undefined ? null : String(standing.id);
  };
  const settled = await takeClaim({ key, kind: "review", find }, context);
  if (settled !== null) return settled;
  try {
    const { id } = await github.createReview(pull.pull, review);
    return await recordClaim(key, String(id), context);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return recordClaim(key, `failed:${error.message}`, context);
  }
}
