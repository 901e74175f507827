import type { Effect } from "../core/model/effect.ts";
import { isRefusal } from "./dispatch-workflow.ts";
import type { DispatchContext, Outcome } from "./execution.ts";

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
  const { github, pull, claims } = context;
  const claim = await claims.claim(key, { pull, kind: "review" });
  if (claim.state === "recorded") return { kind: "done", note: claim.result };
  if (claim.state === "claimed") {
    const [mark] = review.body.split("\n", 1);
    const standing = (await github.listReviews(pull.pull)).find(
      ({ author, body }) => author?.login === github.app.login && body.startsWith(mark ?? ""),
    );
    if (standing !== undefined) return recorded(String(standing.id));
    const ageMs = context.now() - claim.at;
    if (ageMs < context.dispatchGraceMs) {
      return { kind: "waiting", lookAgainMs: context.dispatchGraceMs - ageMs };
    }
    if (!(await claims.takeOver(key, claim.at))) {
      return { kind: "waiting", lookAgainMs: context.dispatchGraceMs };
    }
  }
  try {
    const { id } = await github.createReview(pull.pull, review);
    return await recorded(String(id));
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return recorded(`failed:${error.message}`);
  }

  async function recorded(result: string): Promise<Outcome> {
    await claims.record(key, result);
    return { kind: "done", note: result };
  }
}
