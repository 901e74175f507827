import type { ClaimFact } from "../model/facts.ts";

/** Why GitHub refused what a claim stands for; null where it did not, or where nothing is recorded yet. */
export function claimRefusal({ result }: Pick<ClaimFact, "result">): string | null {
  return /^failed:(.*)$/su.exec(result ?? "")?.[1] ?? null;
}
