import type { SignoffReference } from "../commands/run-reference.ts";
import type { Facts } from "../model/facts.ts";
import { type NearMiss, parseSignoff, PHRASE } from "../signoff/body.ts";
import type { IgnoredSignoff, SignoffSource } from "../signoff/candidate.ts";
import type { CheckResult } from "../signoff/checks.ts";
import type { SignoffState } from "../signoff/state.ts";
import type { SignoffVerdict } from "./signoff.ts";
import { judgeSource } from "./signoff-texts.ts";
import { textsGiven } from "./signoff-sources.ts";

/** What one text comes to now; `seen_<code>` says it, and for near misses the sentence of their own. */
export type SeenCode =
  | "counts"
  | "other_commit"
  | "commit_unknown"
  | "replaced"
  | "edited_by_other"
  | "editor_unknown"
  | NearMiss
  | IgnoredSignoff;

export interface SeenSignoff {
  readonly login: string;
  readonly url: string;
  readonly code: SeenCode;
  /** First characters of the commit that it was given on; empty where that is not known. */
  readonly sha: string;
}

/** What else people should know of the pull request: nothing, or why nothing is published. */
export type Standing = "open" | "draft" | "closed" | "merged" | "other_branch";

export type VerifyVerdict =
  | { readonly kind: "refused"; readonly code: "another_pull" | "not_here" }
  /** The text that was named is no sign-off that could count. */
  | { readonly kind: "noCandidate"; readonly signoff: SeenSignoff }
  | {
      readonly kind: "seen";
      readonly signoffs: readonly SeenSignoff[];
      /** Checks that are not passed, in their order. */
      readonly open: readonly CheckResult[];
      readonly status: SignoffState;
      readonly standing: Standing;
    };

/** Most sign-offs that one answer lists, the newest. */
const MOST_SIGNOFFS = 10;
/** Texts that nobody meant as a sign-off here are passed over when none was named. */
const SILENT: ReadonlySet<SeenCode> = new Set<SeenCode>([
  "no_author",
  "bot",
  "own_comment",
  "not_a_signoff",
]);
const CANDIDATES: ReadonlySet<SeenCode> = new Set<SeenCode>([
  "counts",
  "other_commit",
  "commit_unknown",
  "replaced",
  "editor_unknown",
]);

interface Ground {
  readonly facts: Facts;
  readonly signoff: SignoffVerdict;
}

/**
 * What a sign-off, or all of them, come to now (spec/signoff §1.4). It says what every look finds out
 * anyway and changes nothing: no sign-off is bound to a newer commit by it.
 */
export function decideVerify(reference: SignoffReference | null, ground: Ground): VerifyVerdict {
  if (reference !== null) return verifyOne(reference, ground);
  const seen = textsGiven(ground.facts)
    .toSorted((a, b) => a.updatedAt - b.updatedAt || a.id - b.id)
    .map((source) => seenAs(source, ground))
    .filter(({ code }) => !SILENT.has(code));
  return summary(seen.slice(-MOST_SIGNOFFS), ground);
}

function verifyOne({ pull, source: kind, id }: SignoffReference, ground: Ground): VerifyVerdict {
  const { facts } = ground;
  if (pull !== facts.pull.number) return { kind: "refused", code: "another_pull" };
  const source = textsGiven(facts).find((each) => each.kind === kind && each.id === id);
  const own = kind === "comment" ? facts.comments.find((comment) => comment.id === id) : undefined;
  if (source === undefined && own === undefined) return { kind: "refused", code: "not_here" };
  const seen: SeenSignoff =
    source === undefined
      ? { login: facts.app.login, url: own?.url ?? "", code: "own_comment", sha: "" }
      : seenAs(source, ground);
  return CANDIDATES.has(seen.code)
    ? summary([seen], ground)
    : { kind: "noCandidate", signoff: seen };
}

function summary(
  signoffs: readonly SeenSignoff[],
  { facts, signoff }: Ground,
): Extract<VerifyVerdict, { kind: "seen" }> {
  const open = signoff.rows.filter(({ outcome }) => outcome === "fail" || outcome === "human");
  return { kind: "seen", signoffs, open, status: signoff.status, standing: standingOf(facts) };
}

function standingOf({ pull, repository }: Facts): Standing {
  if (pull.merged) return "merged";
  if (pull.state === "closed") return "closed";
  if (pull.baseRef !== repository.defaultBranch) return "other_branch";
  return pull.draft ? "draft" : "open";
}

function seenAs(source: SignoffSource, ground: Ground): SeenSignoff {
  const { author, url, boundSha } = source;
  return {
    login: author?.login ?? "",
    url,
    code: codeOf(source, ground),
    sha: boundSha?.slice(0, 7) ?? "",
  };
}

function codeOf(source: SignoffSource, { facts, signoff }: Ground): SeenCode {
  const isForm = parseSignoff(source.body) !== null;
  const verdict = judgeSource(source, facts);
  if (verdict.kind === "ignored" && !isForm) return "not_a_signoff";
  // Written with characters that only look like the phrase: such a text is never looked at.
  if (isForm && !source.body.includes(PHRASE)) return "altered_phrase";
  if (verdict.kind === "void") {
    return facts.editors.kind === "unknown" ? "editor_unknown" : verdict.reason;
  }
  if (verdict.kind !== "candidate") return verdict.reason;
  return candidateCode(source, { facts, signoff });
}

function candidateCode(source: SignoffSource, { facts, signoff }: Ground): SeenCode {
  const counts = signoff.covering.some(
    (each) => each.source.kind === source.kind && each.source.id === source.id,
  );
  if (counts) return "counts";
  if (isReplaced(source, facts)) return "replaced";
  return source.boundSha === null ? "commit_unknown" : "other_commit";
}

/** True when the same person has signed again since. */
function isReplaced(source: SignoffSource, facts: Facts): boolean {
  const login = source.author?.login.toLowerCase();
  return textsGiven(facts).some(
    (other) =>
      other.author?.login.toLowerCase() === login &&
      (other.updatedAt - source.updatedAt || other.id - source.id) > 0 &&
      judgeSource(other, facts).kind === "candidate",
  );
}
