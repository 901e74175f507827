/** Claims in memory, for tests of what is done once. */
import type { ClaimStore } from "../../src/github/execution.ts";

export interface KeptClaim {
  readonly at: number;
  readonly result: string | null;
}

/** A store with these claims in it; what becomes of them can be read from `kept`. */
export function someClaims(
  now: () => number,
  claims: Readonly<Record<string, KeptClaim>> = {},
): ClaimStore & { readonly kept: ReadonlyMap<string, KeptClaim> } {
  const kept = new Map(Object.entries(claims));
  return {
    kept,
    claim: (key) => {
      const standing = kept.get(key);
      if (standing === undefined) {
        kept.set(key, { at: now(), result: null });
        return Promise.resolve({ state: "new" });
      }
      return Promise.resolve(
        standing.result === null
          ? { state: "claimed", at: standing.at }
          : { state: "recorded", result: standing.result },
      );
    },
    record: (key, result) => {
      kept.set(key, { at: kept.get(key)?.at ?? now(), result });
      return Promise.resolve();
    },
    takeOver: (key, at) => {
      const standing = kept.get(key);
      if (standing?.result !== null || standing.at !== at) return Promise.resolve(false);
      kept.set(key, { at: now(), result: null });
      return Promise.resolve(true);
    },
    release: (key) => {
      kept.delete(key);
      return Promise.resolve();
    },
  };
}
