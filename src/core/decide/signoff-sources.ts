import type { Facts } from "../model/facts.ts";
import type { Push } from "../model/github.ts";
import type { Reading } from "../model/reading.ts";
import { parseCodeowners } from "../signoff/codeowners.ts";
import { listedTeams } from "../signoff/ownership.ts";
import { mayBeSignoff } from "../signoff/body.ts";
import type { SignoffSource } from "../signoff/candidate.ts";
import { textOf } from "../model/file-content.ts";

export type Conversation = Pick<
  Facts,
  "app" | "comments" | "reviews" | "reviewComments" | "documents"
>;

type Given = Conversation & Pick<Facts, "pushes" | "editors">;

/** Every text that may hold a sign-off, with the commit it was given on (spec/signoff §1.2, §1.6). */
export function signoffSources(facts: Given): readonly SignoffSource[] {
  return textsGiven(facts).filter(({ body }) => mayBeSignoff(body));
}

/** Everything that people said here, whether or not it holds a sign-off. */
export function textsGiven(facts: Given): readonly SignoffSource[] {
  const comments = facts.comments
    .filter((comment) => comment.appId !== facts.app.id)
    .map(({ id, nodeId, author, body, updatedAt, url }): SignoffSource => {
      const boundSha = headAt(facts.pushes, updatedAt);
      const edited = editedBy(nodeId, facts.editors);
      return { kind: "comment", id, author, body, updatedAt, url, boundSha, ...edited };
    });
  const reviews = facts.reviews.map(
    ({ id, nodeId, author, body, submittedAt, url, commitSha, state }): SignoffSource => ({
      ...editedBy(nodeId, facts.editors),
      kind: "review",
      id,
      author,
      body,
      updatedAt: submittedAt ?? 0,
      url,
      boundSha: commitSha,
      reviewState: state,
    }),
  );
  const inline = facts.reviewComments.map(
    ({ id, nodeId, author, body, updatedAt, url, originalCommitSha }): SignoffSource => ({
      ...editedBy(nodeId, facts.editors),
      kind: "reviewComment",
      id,
      author,
      body,
      updatedAt,
      url,
      boundSha: originalCommitSha,
    }),
  );
  return [...comments, ...reviews, ...inline];
}

/**
 * Head of the branch at a moment, from the pushes that GitHub recorded, never from commit dates. A
 * push in the very same second may have come after: then the earlier head is taken, and the
 * sign-off covers less rather than too much. Null when it is not known.
 */
export function headAt(pushes: Reading<readonly Push[]>, at: number): string | null {
  if (pushes.kind === "unknown") return null;
  const second = Math.floor(at / 1000);
  const before = pushes.value.filter((push) => Math.floor(push.at / 1000) < second);
  return before.sort((a, b) => b.at - a.at)[0]?.after ?? null;
}

/** Somebody else's words are no sign-off of the author's; where the editor is not known, nobody's are (spec/signoff §1.1). */
function editedBy(nodeId: string, editors: Facts["editors"]): { readonly editor?: string } {
  if (editors.kind === "unknown") return { editor: "" };
  const editor = editors.value[nodeId];
  if (editor === undefined) return { editor: "" };
  return editor === null ? {} : { editor };
}

/** Node ids of what may be a sign-off: who edited it must be asked. */
export function nodesToAsk(facts: Conversation): readonly string[] {
  const texts = [...facts.comments, ...facts.reviews, ...facts.reviewComments];
  return texts
    .filter(({ author, body }) => author?.isBot === false && mayBeSignoff(body))
    .map(({ nodeId }) => nodeId);
}

/** People who may have signed off; their permission and teams decide whether it counts. */
export function possibleSigners(facts: Conversation): readonly string[] {
  const unread = { kind: "unknown", cause: "unreadable" } as const;
  const people = signoffSources({ ...facts, pushes: unread, editors: unread }).flatMap(
    ({ author }) => (author === null || author.isBot ? [] : [author.login]),
  );
  return [...new Set(people)];
}

/** Which teams of CODEOWNERS GitHub must be asked about, and for whom. */
export function teamsToAsk(
  facts: Conversation & Pick<Facts, "config">,
  others: readonly string[] = [],
): readonly { readonly team: string; readonly logins: readonly string[] }[] {
  const logins = [...new Set([...possibleSigners(facts), ...others])];
  const text = textOf(facts.documents.codeowners);
  if (logins.length === 0 || text.kind === "unknown" || text.value === null) return [];
  const configured = new Set(
    Object.keys(facts.config.inForce.signoff.teams).map((team) => team.toLowerCase()),
  );
  return listedTeams(parseCodeowners(text.value))
    .filter((team) => !configured.has(team))
    .map((team) => ({ team, logins }));
}
