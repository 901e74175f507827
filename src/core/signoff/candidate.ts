import type { Permission, Person, Review } from "../model/github.ts";
import type { Reading } from "../model/reading.ts";
import { nearMiss, parseSignoff, type NearMiss, type Signoff } from "./body.ts";

/** A text that may be a sign-off, from any of the three places that GitHub has for one. */
export interface SignoffSource {
  readonly kind: "comment" | "review" | "reviewComment";
  readonly id: number;
  readonly author: Person | null;
  readonly body: string;
  readonly updatedAt: number;
  readonly url: string;
  /** Head when the present text was given; null when that was missed. */
  readonly boundSha: string | null;
  readonly reviewState?: Review["state"];
  /** Login of whoever edited it last; absent when nobody did or GitHub does not say. */
  readonly editor?: string;
}

export interface SignoffStanding {
  /** This app's own login: its verdicts quote the phrase. */
  readonly appLogin: string;
  /** Whether CODEOWNERS names the author, by login or through a team that is known. */
  readonly listedOwner: boolean;
  readonly permission: Reading<Permission>;
}

/** Why a text does not count; `stranger` and the like are passed over in silence. */
export type IgnoredSignoff =
  "no_author" | "bot" | "own_comment" | "review_state" | "stranger" | "not_a_signoff";

export type CandidateVerdict =
  | { readonly kind: "candidate"; readonly signoff: Signoff }
  /** It was a sign-off, and does not count because of what happened to it. */
  | { readonly kind: "void"; readonly reason: "edited_by_other" }
  | { readonly kind: "nearMiss"; readonly reason: NearMiss }
  | { readonly kind: "ignored"; readonly reason: IgnoredSignoff };

const STRANGERS: readonly Permission[] = ["none", "read"];

/**
 * Whether a text is a sign-off that counts (spec/signoff §1.1 and §1.2). Who may give one is asked
 * of CODEOWNERS and the repository permission, never of `author_association` (decision 3).
 */
export function decideCandidate(
  source: SignoffSource,
  standing: SignoffStanding,
): CandidateVerdict {
  const ignored = ignoredAuthor(source, standing);
  if (ignored !== null) return { kind: "ignored", reason: ignored };
  const signoff = parseSignoff(source.body);
  if (signoff === null) {
    const reason = nearMiss(source.body, signoff);
    return reason === null
      ? { kind: "ignored", reason: "not_a_signoff" }
      : { kind: "nearMiss", reason };
  }
  const author = source.author?.login.toLowerCase();
  if (source.editor !== undefined && source.editor.toLowerCase() !== author) {
    return { kind: "void", reason: "edited_by_other" };
  }
  return { kind: "candidate", signoff };
}

function ignoredAuthor(source: SignoffSource, standing: SignoffStanding): IgnoredSignoff | null {
  if (source.author === null) return "no_author";
  if (source.author.login.toLowerCase() === standing.appLogin.toLowerCase()) return "own_comment";
  if (source.author.isBot) return "bot";
  if (source.kind === "review" && !isActiveReview(source.reviewState)) return "review_state";
  // An unreadable permission does not make a stranger: check 0 then says what is not known.
  const { permission } = standing;
  const stranger = permission.kind === "known" && STRANGERS.includes(permission.value);
  return stranger && !standing.listedOwner ? "stranger" : null;
}

function isActiveReview(state: Review["state"] | undefined): boolean {
  return state === "APPROVED" || state === "COMMENTED";
}

/** One sign-off an author: the newest by last change, then by id (spec/signoff §1.5). */
export function newestByAuthor<S extends SignoffSource>(sources: readonly S[]): readonly S[] {
  const newest = new Map<string, S>();
  const inOrder = [...sources].sort(
    (one, other) => one.updatedAt - other.updatedAt || one.id - other.id,
  );
  for (const source of inOrder) {
    if (source.author !== null) newest.set(source.author.login.toLowerCase(), source);
  }
  return [...newest.values()];
}
