import type { Facts } from "../model/facts.ts";
import { NEAR_MISSES } from "../signoff/body.ts";
import type { SignoffSource } from "../signoff/candidate.ts";
import { isFromFork } from "./fork.ts";
import type { Uncovered } from "./signoff-binding.ts";
import { signoffReportStands } from "./signoff-record.ts";
import type { SignoffTexts, VoidSignoff } from "./signoff-texts.ts";

/** Why somebody is told that a text does not count; each has a sentence. */
export const HINTS = [...NEAR_MISSES, "in_rejecting_review", "fork_conversation"] as const;
export type HintReason = (typeof HINTS)[number];

/** The answer that stands below a text which was plainly meant as a sign-off. */
export interface SignoffHint {
  readonly source: SignoffSource;
  readonly reason: HintReason;
  /** False where nobody is to be told any more: it is old, or its author has signed since. */
  readonly isNews: boolean;
}

/** What the report says besides its rows. */
export interface SignoffAside {
  /** Sign-offs that count and do not cover the head. */
  readonly stale: readonly { readonly source: SignoffSource; readonly reason: Uncovered }[];
  readonly voided: readonly VoidSignoff[];
  /** A sign-off of this very commit was there and is not any more. */
  readonly withdrawn: boolean;
  /** Who else has set our status on this commit; null where nobody has. */
  readonly stranger: { readonly login: string } | null;
  readonly hints: readonly SignoffHint[];
}

interface Sorted {
  readonly texts: SignoffTexts;
  readonly covering: readonly SignoffSource[];
  readonly stale: SignoffAside["stale"];
}

/** What became of the texts that do not make rows (spec/signoff §1.5, §5.1). */
export function signoffAside(facts: Facts, { texts, covering, stale }: Sorted): SignoffAside {
  const voided = texts.voided.filter(({ source }) => source.boundSha === facts.pull.headSha);
  const isGone =
    texts.dismissed.some(({ boundSha }) => boundSha === facts.pull.headSha) ||
    signoffReportStands(facts);
  return {
    stale,
    voided,
    withdrawn: covering.length === 0 && voided.length === 0 && isGone,
    stranger: strangerOf(facts),
    hints: hintsOf(facts, texts, covering),
  };
}

/** A status of our context that another account has set; it never counts, and is told (spec/signoff §5.2). */
function strangerOf({ statuses, config, app }: Facts): SignoffAside["stranger"] {
  const found = statuses.find(
    ({ context, creator }) =>
      context === config.inForce.signoff.context && creator?.login !== app.login,
  );
  return found === undefined ? null : { login: found.creator?.login ?? "ghost" };
}

function hintsOf(
  facts: Facts,
  texts: SignoffTexts,
  covering: readonly SignoffSource[],
): readonly SignoffHint[] {
  const oldest = facts.now - facts.config.inForce.commands.maxAgeHours * 3_600_000;
  const signedSince = ({ author, updatedAt }: SignoffSource): boolean =>
    [...covering, ...texts.counted.map(({ source }) => source)].some(
      (other) => other.author?.login === author?.login && other.updatedAt > updatedAt,
    );
  const hint = (source: SignoffSource, reason: HintReason): SignoffHint => ({
    source,
    reason,
    isNews: source.updatedAt >= oldest && !signedSince(source),
  });
  // Strangers are not answered, and nobody who may be one.
  const isKnown = ({ author }: SignoffSource): boolean =>
    facts.permissions[author?.login ?? ""]?.kind === "known";
  return [
    ...texts.nearMisses.map(({ source, reason }) => hint(source, reason)),
    ...texts.rejecting.map((source) => hint(source, "in_rejecting_review")),
    ...texts.counted
      .filter(({ source }) => isFromFork(facts) && source.kind === "comment")
      .filter(({ source }) => source.boundSha === null && isKnown(source))
      .map(({ source }) => hint(source, "fork_conversation")),
  ];
}
