import type { ResolveVerdict } from "../decide/resolve.ts";
import { renderResolutionRecord } from "../decide/resolution-record.ts";
import { isSignoffReply, resolutionOf, type SignoffReply } from "../decide/signoff-commands.ts";
import type { KnownItem, TemplateVerdict } from "../decide/signoff-template.ts";
import type { SeenSignoff, VerifyVerdict } from "../decide/signoff-verify.ts";
import type { Config } from "../model/config.ts";
import type { CheckResult } from "../signoff/checks.ts";
import { fenced, fillForm } from "../signoff/fill-form.ts";
import { checkName, rowSentence } from "./check-words.ts";
import type { View } from "./template.ts";
import { MARKDOWN } from "./voice.ts";
import { joined, say, sayIfAny, type Words } from "./words.ts";

interface Place {
  readonly config: Config;
  readonly words: Words;
}

/** What is said to one command around sign-offs, in one language. */
export function signoffText(reply: SignoffReply, place: Place): string {
  const { words } = place;
  switch (reply.kind) {
    case "signoffVerify":
      return verifyText(reply.verdict, place);
    case "signoffResolve":
      return resolveText(reply, words);
    case "resolveReplaced":
      return told(words, "resolve_replaced", { check: reply.check });
    case "signoffTemplate":
      return templateText(reply.verdict, place);
  }
}

/** The hidden lines for our answer: a record of every decision that was taken. */
export function resolutionLines(replies: readonly { readonly kind: string }[]): readonly string[] {
  const records = replies.flatMap((reply) =>
    isSignoffReply(reply) ? (resolutionOf(reply) ?? []) : [],
  );
  return records.map(renderResolutionRecord);
}

function told(words: Words, code: string, view: View = {}): string {
  return say(words, `signoff-commands.${code}`, view, MARKDOWN);
}

function verifyText(verdict: VerifyVerdict, { config, words }: Place): string {
  if (verdict.kind === "refused") return told(words, `verify_${verdict.code}`);
  if (verdict.kind === "noCandidate") {
    return joined([told(words, "verify_no_candidate"), seenText(verdict.signoff, words)], words);
  }
  const { status, standing, signoffs, open } = verdict;
  const values = { ...status.values, checklist: config.paths.checklist };
  const code = status.code.replace(/^status_/u, "signoff_");
  const isOpen = standing === "open" || standing === "draft";
  const next = isOpen ? sayIfAny(words, `card.${code}_next`, values, MARKDOWN) : null;
  const parts = [
    say(words, `card.${code}`, values, MARKDOWN),
    standing === "open" ? "" : told(words, `standing_${standing}`),
    signoffs.map((each) => seenLine(each, words)).join("\n"),
    open.map((row) => rowLine(row, words)).join("\n"),
    next === null ? "" : told(words, "verify_next", { next }),
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

function seenLine(signoff: SeenSignoff, words: Words): string {
  const { code, login, url } = signoff;
  const mark = code === "counts" ? "✅" : "❌";
  const text = seenText(signoff, words);
  return `- ${mark} ${told(words, "seen_line", { login, url, text })}`;
}

/** Near misses have sentences of their own already. */
function seenText({ code, sha }: SeenSignoff, words: Words): string {
  return (
    sayIfAny(words, `signoff-commands.seen_${code}`, { sha }, MARKDOWN) ??
    say(words, `signoff.${code}`, {}, MARKDOWN)
  );
}

function rowLine(row: CheckResult, words: Words): string {
  const mark = row.outcome === "fail" ? "❌" : "➖";
  const text = rowSentence(row, words, MARKDOWN);
  return `- ${mark} **${row.check} · ${checkName(row.check, words, MARKDOWN)}** — ${text}`;
}

function resolveText(
  { check, decision, verdict }: { check: number; decision: string; verdict: ResolveVerdict },
  words: Words,
): string {
  const view = { check, name: checkName(check, words, MARKDOWN) };
  switch (verdict.kind) {
    case "accepted":
      return joined(
        [
          told(words, `resolve_${decision}`, { ...view, sha: verdict.headSha.slice(0, 7) }),
          told(words, "resolve_terms"),
        ],
        words,
      );
    case "refused":
      return told(words, `resolve_${verdict.code}`, view);
    case "unread":
      return told(words, "resolve_unread");
  }
}

function templateText(verdict: TemplateVerdict, { config, words }: Place): string {
  const view = { checklist: config.paths.checklist };
  if (verdict.kind === "unread") return told(words, "template_unread", view);
  if (verdict.kind === "refused") return told(words, `template_${verdict.code}`, view);
  // One form is enough for all languages: it stands below the first.
  if (words.language !== config.languages[0]) return told(words, "template_above");
  const additions = verdict.known.flatMap((known) => {
    const text = additionOf(known, words);
    return text === "" ? [] : [{ item: known.item, text }];
  });
  const form = fillForm(verdict.form, { login: verdict.login, additions });
  return `${told(words, "template_ready")}\n\n${fenced(form)}`;
}

function additionOf({ links, inapplicable }: KnownItem, words: Words): string {
  if (inapplicable === null) return links.join(" ");
  const reason = rowSentence(inapplicable, words, MARKDOWN);
  return told(words, "template_inapplicable", { reason: reason.replaceAll(/\s+/gu, " ") });
}
