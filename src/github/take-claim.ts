import type { DispatchContext, Outcome } from "./execution.ts";

/** Clocks of GitHub and ours may differ by this much when what happened since a claim is listed. */
export const CLOCK_SKEW_MS = 120_000;

export interface Claiming {
  readonly key: string;
  readonly kind: string;
  /** What GitHub shows of an earlier try that was claimed then; null when nothing does. */
  readonly find: (claimedAt: number) => Promise<string | null>;
}

/**
 * Takes a key before something that must happen once (architecture §5): null when it is ours to do
 * now, else what became of it: recorded, found on GitHub after a crash, or to be waited for.
 */
export async function takeClaim(
  { key, kind, find }: Claiming,
  context: DispatchContext,
): Promise<Outcome | null> {
  const { claims, dispatchGraceMs, pull } = context;
  const claim = await claims.claim(key, { pull, kind });
  if (claim.state === "new") return null;
  if (claim.state === "recorded") return { kind: "done", note: claim.result };
  const found = await find(claim.at);
  if (found !== null) return recordClaim(key, found, context);
  const ageMs = context.now() - claim.at;
  if (ageMs < dispatchGraceMs) return { kind: "waiting", lookAgainMs: dispatchGraceMs - ageMs };
  if (await claims.takeOver(key, claim.at)) return null;
  return { kind: "waiting", lookAgainMs: dispatchGraceMs };
}

/** Writes down what became of a key, for good. */
export async function recordClaim(
  key: string,
  result: string,
  { claims }: DispatchContext,
): Promise<Outcome> {
  await claims.record(key, result);
  return { kind: "done", note: result };
}
