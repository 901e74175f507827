/** The commands around sign-offs: what each is answered. */
import type { ReadCommand } from "../commands/order.ts";
import type { PendingCommands } from "./needs.ts";
import { decideResolve, type ResolveCommand, type ResolveVerdict } from "./resolve.ts";
import type { ResolutionRecord } from "./resolution-record.ts";
import type { SignoffVerdict } from "./signoff.ts";
import { decideTemplate, type TemplateGround, type TemplateVerdict } from "./signoff-template.ts";
import { decideVerify, type VerifyVerdict } from "./signoff-verify.ts";

export type SignoffReply =
  | { readonly kind: "signoffVerify"; readonly verdict: VerifyVerdict }
  | {
      readonly kind: "signoffResolve";
      readonly check: number;
      readonly decision: "ok" | "reject";
      readonly verdict: ResolveVerdict;
    }
  /** A later decision on the same check in the same comment counts instead. */
  | { readonly kind: "resolveReplaced"; readonly check: number }
  | { readonly kind: "signoffTemplate"; readonly verdict: TemplateVerdict };

export interface SignoffGround extends TemplateGround {
  readonly signoff: SignoffVerdict;
}

/** What a command around sign-offs is answered; null for all other commands. */
export function replyToSignoff(
  command: ReadCommand,
  { comment, commands }: PendingCommands,
  ground: SignoffGround,
): SignoffReply | null {
  if (command.name === "signoff-verify") {
    return { kind: "signoffVerify", verdict: decideVerify(command.args.signoff, ground) };
  }
  if (command.name === "signoff-template") {
    const verdict = decideTemplate(comment.author?.login ?? "", ground);
    return { kind: "signoffTemplate", verdict };
  }
  if (command.name !== "signoff-resolve") return null;
  const { check, decision } = command.args;
  const last = commands.findLast((each) => isAbout(each, check));
  if (last !== command) return { kind: "resolveReplaced", check };
  return {
    kind: "signoffResolve",
    check,
    decision,
    verdict: decideResolve(command, comment, ground),
  };
}

function isAbout(
  command: PendingCommands["commands"][number],
  check: number,
): command is ResolveCommand {
  return (
    command.kind === "command" && command.name === "signoff-resolve" && command.args.check === check
  );
}

/** True for an answer that a read which failed keeps from being given yet. */
export function isSignoffUndecided(reply: SignoffReply): boolean {
  return (
    (reply.kind === "signoffResolve" || reply.kind === "signoffTemplate") &&
    reply.verdict.kind === "unread"
  );
}

/** True when the command got what it asked for. */
export function isSignoffDone(reply: SignoffReply): boolean {
  switch (reply.kind) {
    case "signoffVerify":
      return reply.verdict.kind === "seen";
    case "signoffResolve":
      return reply.verdict.kind === "accepted";
    case "resolveReplaced":
      return true;
    case "signoffTemplate":
      return reply.verdict.kind === "form";
  }
}

const KINDS: ReadonlySet<string> = new Set<SignoffReply["kind"]>([
  "signoffVerify",
  "signoffResolve",
  "resolveReplaced",
  "signoffTemplate",
]);

/** True for the answers to commands around sign-offs. */
export function isSignoffReply(reply: { readonly kind: string }): reply is SignoffReply {
  return KINDS.has(reply.kind);
}

/** What our answer has to record of a reply; null when it changes nothing. */
export function resolutionOf(reply: SignoffReply): ResolutionRecord | null {
  return reply.kind === "signoffResolve" && reply.verdict.kind === "accepted"
    ? reply.verdict.record
    : null;
}
