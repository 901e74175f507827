/** Which heads of a pull request an order stands for: the one it was given for, and those that sweepbot made of it. */
import type { Facts } from "../model/facts.ts";
import { claimRefusal } from "./claim-refusal.ts";
import type { StandingOrder } from "./order-record.ts";

type Ground = Pick<Facts, "claims" | "pull" | "repository">;

/** A base branch that moves on more often than this while one order is carried out is too busy for it. */
const MOST_PREPARATIONS = 5;

/** Names the preparation of one head for one order: the claim's key, and a line of the commit's message. */
export function preparationKey(ground: Ground, { order }: StandingOrder, headSha: string): string {
  return `${prefixOf(ground, order.commentId)}${headSha.slice(0, 12)}`;
}

function prefixOf({ repository, pull }: Ground, commentId: number): string {
  return `prepare-${repository.id}-${pull.number}-${commentId}-`;
}

/** True for a head that the order covers: what anybody else has pushed it does not. */
export function coversHead(ground: Ground, standing: StandingOrder): boolean {
  const { order, stage } = standing;
  const { headSha } = ground.pull;
  if (headSha === order.binding.headSha) return true;
  if (stage.step === "checking" && stage.head === headSha) return true;
  return preparations(ground, standing).some(({ result }) => result === `made:${headSha}`);
}

/** True once no further head is made for the order. */
export function isSpent(ground: Ground, standing: StandingOrder): boolean {
  return preparations(ground, standing).length >= MOST_PREPARATIONS;
}

/** Why GitHub refused the commit or the push that prepares the head; null where it did not. */
export function preparationRefusal(ground: Ground, key: string): string | null {
  const refusals = ground.claims
    .filter((claim) => claim.key === key || claim.key === refusedKey(key))
    .map(claimRefusal);
  return refusals.find((reason) => reason !== null) ?? null;
}

/** The claim under which a refused push is written down, beside the one of its commit. */
export function refusedKey(key: string): string {
  return `${key}-refused`;
}

function preparations(ground: Ground, { order }: StandingOrder): Facts["claims"] {
  const prefix = prefixOf(ground, order.commentId);
  const refused = refusedKey("");
  return ground.claims.filter(({ key }) => key.startsWith(prefix) && !key.endsWith(refused));
}
