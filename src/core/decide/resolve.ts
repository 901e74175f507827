import type { ReadCommand } from "../commands/order.ts";
import type { Facts } from "../model/facts.ts";
import type { Comment, Person } from "../model/github.ts";
import { evidenceHash } from "../signoff/evidence-hash.ts";
import { beforeResolution } from "../signoff/resolutions.ts";
import { commandMark } from "./answered.ts";
import type { ResolutionRecord } from "./resolution-record.ts";
import type { SignoffVerdict } from "./signoff.ts";

export type ResolveCommand = Extract<ReadCommand, { readonly name: "signoff-resolve" }>;

/** Why a decision is not taken; `resolve_<code>` says it. */
type ResolveRefusal =
  "pull_closed" | "own_pull" | "by_bot" | "edited_by_other" | "no_signoff" | "failed" | "decided";

export type ResolveVerdict =
  | { readonly kind: "accepted"; readonly record: ResolutionRecord; readonly headSha: string }
  | { readonly kind: "refused"; readonly code: ResolveRefusal; readonly check: number }
  /** It is not known whether the command is its author's own word. */
  | { readonly kind: "unread" };

/**
 * A person's decision on one check of the head (spec/signoff §5.4): only where the rules left it to a
 * person, never against a failure (case 87), never by the author of the pull request.
 */
export function decideResolve(
  command: ResolveCommand,
  comment: Comment,
  { facts, signoff }: { readonly facts: Facts; readonly signoff: SignoffVerdict },
): ResolveVerdict {
  const { check, decision } = command.args;
  const refused = (code: ResolveRefusal): ResolveVerdict => ({ kind: "refused", code, check });
  const stranger = refusedPerson(comment, facts);
  if (stranger === "unread") return { kind: "unread" };
  if (stranger !== null) return refused(stranger);
  const shown = signoff.rows.find((row) => row.check === check);
  if (shown === undefined) return refused("no_signoff");
  const row = beforeResolution(shown);
  if (row.outcome === "fail") return refused("failed");
  if (row.outcome !== "human") return refused("decided");
  const { headSha } = facts.pull;
  const record: ResolutionRecord = {
    commentId: comment.id,
    mark: commandMark(command),
    check,
    decision,
    evidence: evidenceHash(row, headSha),
    login: comment.author?.login ?? "",
    at: comment.updatedAt,
  };
  return { kind: "accepted", record, headSha };
}

/** The word must be a person's own: whoever may write here can edit a maintainer's comment. */
function refusedPerson(
  { author, nodeId }: Comment,
  { pull, editors }: Facts,
): ResolveRefusal | "unread" | null {
  if (pull.state === "closed") return "pull_closed";
  if (author?.isBot === true) return "by_bot";
  if (isSame(pull.author?.login, author)) return "own_pull";
  const editor = editors.kind === "known" ? editors.value[nodeId] : undefined;
  if (editor === undefined) return "unread";
  return editor === null || isSame(editor, author) ? null : "edited_by_other";
}

function isSame(login: string | undefined, person: Person | null): boolean {
  return login?.toLowerCase() === person?.login.toLowerCase();
}
